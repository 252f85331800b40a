//! What `fz guards` says.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Result as Outcome;
use fz_base::{
    numbers,
    table::{Column, Line, Span, Tone, column, folded, plain, span, wrapped},
    words::many,
};
use fz_engines::launch::replay::Runs;
use serde_json::{Value, json};

use crate::args::json;
use fz_guards::{Guard, Meant};

const COLUMNS: [Column; 4] = [
    column("failed", true, 0),
    column("executed", true, 0),
    column("probably", false, 0),
    column("guard", false, 0),
];

pub struct Result<'a> {
    pub program: &'a Path,
    /// Why executions are not counted, and what to do.
    pub why_uncounted: Option<String>,
    pub inputs: &'a [PathBuf],
    pub runs: &'a Runs,
    /// In the order of the table.
    pub guards: &'a [Guard],
    /// Guards that never failed, too.
    pub all: bool,
}

impl Result<'_> {
    fn listed(&self) -> impl Iterator<Item = &Guard> {
        self.guards.iter().filter(|g| self.all || g.failed > 0)
    }

    pub fn lines(&self, width: Option<usize>) -> Vec<Line> {
        let rows: Vec<Vec<Span>> = self.listed().map(|guard| self.row(guard)).collect();
        let mut all = match rows.is_empty() {
            true => Vec::new(),
            false => folded(&COLUMNS, &rows, width),
        };
        let below = [Some(self.sums()), self.why_untold()];
        let below = below.into_iter().flatten();
        all.extend(below.flat_map(|text| wrapped(vec![plain(text)], 0, width)));
        all
    }

    fn row(&self, guard: &Guard) -> Vec<Span> {
        let mut what = format!("{} {}", guard.place, guard.name);
        if let Some(first) = &guard.first {
            let said = first.text.iter().map(|text| format!(": {text}"));
            what.extend(said);
            what.push_str(&format!(" ({})", self.inputs[first.input].display()));
        }
        let executed = match guard.is_told {
            true => numbers::count(guard.executed as usize),
            false => "?".to_owned(),
        };
        let failed = numbers::count(guard.failed as usize);
        let tone = match (guard.failed, guard.meant) {
            (0, _) => Tone::Plain,
            (_, Some(_)) => Tone::Quiet,
            (_, None) => Tone::Missed,
        };
        let meant = guard.meant.map_or("", Meant::name);
        vec![
            span(tone, failed),
            plain(executed),
            plain(meant),
            plain(what),
        ]
    }

    fn sums(&self) -> String {
        let count = |is: &dyn Fn(&Guard) -> bool| self.guards.iter().filter(|g| is(g)).count();
        let (executed, failed) = (count(&|g| g.executed > 0), count(&|g| g.failed > 0));
        let (all, runs) = (self.guards.len(), self.runs.ended);
        let executed = match self.why_uncounted {
            None => format!("{executed} executed, "),
            Some(_) => String::new(),
        };
        let (all, runs) = (many(all, "guard"), many(runs, "run"));
        let mut text = format!("{all}: {executed}{failed} failed; {runs}");
        for (number, what) in [
            (self.runs.crashed, "crashed"),
            (self.runs.timed_out, "timed out"),
        ] {
            if number > 0 {
                text.push_str(&format!(", {number} of them {what}"));
            }
        }
        if self.runs.interrupted {
            text.push_str(&format!(", of {}: interrupted", self.inputs.len()));
        }
        text
    }

    /// Why executions of some guards are not known, or of all.
    fn why_untold(&self) -> Option<String> {
        if let Some(why) = &self.why_uncounted {
            return Some(format!("executions are not counted: {why}"));
        }
        let untold = self.guards.iter().filter(|g| !g.is_told).count();
        (untold > 0).then(|| {
            format!(
                "`?`: this build does not count how often {} ran",
                many(untold, "guard")
            )
        })
    }

    pub fn print_json(&self, out: &mut impl Write) -> Outcome<()> {
        let guards: Vec<Value> = self.listed().map(|g| self.guard(g)).collect();
        let count = |is: &dyn Fn(&Guard) -> bool| self.guards.iter().filter(|g| is(g)).count();
        let all = json!({
            "program": self.program,
            "inputs": self.inputs.len(),
            "runs": self.runs.ended,
            "crashed": self.runs.crashed,
            "timed-out": self.runs.timed_out,
            "interrupted": self.runs.interrupted,
            "guards": self.guards.len(),
            "executed": self.why_uncounted.is_none().then(|| count(&|g| g.executed > 0)),
            "failed": count(&|g| g.failed > 0),
            "untold": self.why_untold(),
            "sites": guards,
        });
        json::write(&all, out)
    }

    fn guard(&self, guard: &Guard) -> Value {
        let mut value = json!(guard.place);
        let first = guard.first.as_ref();
        value["name"] = json!(guard.name);
        value["executed"] = json!(guard.is_told.then_some(guard.executed));
        value["failed"] = json!(guard.failed);
        value["probably"] = json!(guard.meant.map(Meant::name));
        value["example"] = json!(first.and_then(|f| f.text.as_ref()));
        value["input"] = json!(first.map(|f| &self.inputs[f.input]));
        value
    }
}
