//! Bugs for a terminal.

use std::fmt::Write;

use fz_base::{
    line,
    words::{many, visible},
};

use super::{Bug, Report};

impl Report {
    /// A line for each bug, and behind them one for each place of time-outs.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for bug in &self.bugs {
            line!(out, "{}", line(bug)).expect("memory is written to");
        }
        for hang in &self.hangs {
            let inputs = many(hang.inputs.len(), "input");
            line!(out, "{inputs:>10}  {}", hang.title).expect("memory is written to");
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
        let hung = match self.hangs.len() {
            0 => String::new(),
            n => format!(", and {} beside them", many(n, "time-out")),
        };
        notes.push(match self.files {
            0 => "no crash and no time-out: there is nothing to run".to_owned(),
            files => format!(
                "{} of {}{differing}{hung}",
                many(self.bugs.len(), "bug"),
                many(files, "input"),
            ),
        });
        // Those that took too long have lines of their own.
        let calm: Vec<_> = self.well.iter().filter(|c| !c.has_timed_out).collect();
        if let Some(first) = calm.first() {
            let more = match calm.len() {
                1 => String::new(),
                all => format!(" and {} more", all - 1),
            };
            notes.push(format!(
                "{}{more} did not crash again",
                visible(&first.path)
            ));
        }
        for (what, count) in &self.left_out {
            notes.push(format!("not run: {}", many(*count, what)));
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
            "each of {} crashed, each in another way",
            many(runs as usize, "run")
        ),
        false => format!("{crashed} of {} crashed", many(runs as usize, "run")),
    }
}
