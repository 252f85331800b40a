//! Bugs for a terminal.

use std::fmt::Write;

use fz_base::{
    line,
    words::{many, visible},
};

use super::{Bug, Report};

impl Report {
    /// A line for each bug.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for bug in &self.bugs {
            line!(out, "{}", line(bug)).expect("memory is written to");
        }
        out
    }

    /// What there is to know beside the bugs, a sentence each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let missing = self.builds.iter().filter(|b| b.why_not.is_some());
        let missing: Vec<_> = missing.collect();
        for alike in missing.chunk_by(|a, b| a.why_not == b.why_not) {
            let names: Vec<&str> = alike.iter().map(|b| &*b.name).collect();
            let why = alike[0].why_not.as_deref().unwrap_or_default();
            notes.push(visible(&format!("no build by {}: {why}", names.join(", "))));
        }
        let differing = match self.inputs == self.files {
            true => String::new(),
            false => format!(" ({} without those that are the same)", self.inputs),
        };
        notes.push(format!(
            "{} of {}{differing}",
            many(self.bugs.len(), "bug"),
            many(self.files, "input"),
        ));
        let (slow, calm): (Vec<_>, Vec<_>) = self.well.iter().partition(|c| c.has_timed_out);
        for (inputs, what) in [(calm, "did not crash again"), (slow, "took too long")] {
            if let Some(first) = inputs.first() {
                let more = match inputs.len() {
                    1 => String::new(),
                    all => format!(" and {} more", all - 1),
                };
                notes.push(format!("{}{more} {what}", visible(&first.path)));
            }
        }
        for (what, count) in &self.left_out {
            notes.push(format!("not looked at: {}", many(*count, what)));
        }
        for (path, why) in &self.troubles {
            notes.push(visible(&format!("{path}: {why}")));
        }
        notes
    }
}

fn line(bug: &Bug) -> String {
    let inputs = many(bug.inputs.len(), "input");
    let caller = bug
        .caller
        .as_ref()
        .map_or(String::new(), |caller| format!(", called by {caller}"));
    let title = visible(&format!("{}{caller}", bug.title));
    let mut line = format!("{inputs:>10}  {title}  {}", builds(bug));
    if bug.is_flaky {
        line.push_str(&format!("  flaky: {}", flaky(bug)));
    }
    line
}

/// The builds in which the input that is shown crashes.
pub fn builds(bug: &Bug) -> String {
    let crashed = bug.outcomes.iter().filter(|o| o.crashed > 0);
    let names: Vec<&str> = crashed.map(|o| &*o.build).collect();
    format!("[{}]", names.join(", "))
}

/// `2 of 3 runs crashed`: of all inputs, in the build that decides.
pub fn flaky(bug: &Bug) -> String {
    let decisive = bug.inputs.iter().filter(|i| i.build == bug.build);
    let (crashed, runs) = decisive.fold((0, 0), |(crashed, runs), input| {
        (crashed + input.crashed, runs + input.runs)
    });
    match crashed == runs {
        true => format!(
            "each of {} crashed, in different ways",
            many(runs as usize, "run")
        ),
        false => format!("{crashed} of {} crashed", many(runs as usize, "run")),
    }
}
