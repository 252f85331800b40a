//! How much was reached, and the frontier: conditions that inputs reach, and that never come out in one of their ways.

use std::fmt::Write;

use fz_base::{
    error::Error,
    line, numbers, part,
    words::{many, visible},
};
use fz_coverage::{
    conditions::never,
    crashes::{self, Bug},
    identities::below,
    llvm_cov::LlvmCov,
    unrecorded,
};
use serde_json::{Value, json};

use super::{
    compare::wanted::Wanted,
    measure::{Condition, Count, LINES, Measure, Named, Open, Part},
    table::{Cell, Table},
};

pub struct Summary<'a> {
    measure: &'a Measure<'a>,
    /// What is listed of it.
    frontier: Vec<Open>,
    /// What that leaves out.
    told: Option<String>,
    /// Whose lines take the place of ours.
    llvm_cov: Option<LlvmCov>,
}

/// So many functions behind a condition are named.
const NAMED: usize = 4;

impl Summary<'_> {
    /// `wanted`: of which functions and files the frontier is listed.
    pub fn of<'a>(measure: &'a Measure, wanted: &Wanted) -> Result<Summary<'a>, Error> {
        let catalogue = &measure.matrix.catalogue;
        let functions = catalogue.functions.iter();
        let paths: Vec<(&str, String)> = functions
            .map(|f| (f.symbol.as_str(), catalogue.path(&f.file)))
            .collect();
        let known: Vec<(&str, &str)> = paths.iter().map(|(s, f)| (*s, f.as_str())).collect();
        let is_wanted = wanted.functions(&known, "fz cov report --format json")?;
        let mut frontier = measure.frontier();
        frontier.retain(|open| is_wanted[measure.conditions[open.condition].first.function]);
        Ok(Summary {
            frontier,
            told: wanted.told(),
            llvm_cov: None,
            measure,
        })
    }

    /// With lines as llvm-cov counts them.
    pub fn with_lines_of(self, llvm_cov: LlvmCov) -> Self {
        Summary {
            llvm_cov: Some(llvm_cov),
            ..self
        }
    }

    /// Of each kind that the program has.
    pub fn counts(&self) -> Vec<Named> {
        let mut counts = self.measure.counted(&self.measure.all, &self.measure.seen);
        let lines = counts.iter_mut().find(|c| c.name == LINES);
        if let (Some(lines), Some(LlvmCov { lines: of, .. })) = (lines, self.llvm_cov) {
            lines.count = Count {
                reached: of.covered,
                reachable: of.count,
                all: of.count,
            };
        }
        counts
    }

    fn condition(&self, open: &Open) -> &Condition<'_> {
        &self.measure.conditions[open.condition]
    }

    fn unstable(&self) -> usize {
        let identities = self.measure.matrix.catalogue.identities.iter();
        identities.filter(|i| i.is_unstable).count()
    }

    /// Those that most inputs find first.
    pub fn bugs(&self) -> Vec<Bug<'_>> {
        crashes::bugs(&self.measure.matrix.crashes)
    }

    fn totals(&self) -> [usize; 4] {
        let matrix = self.measure.matrix;
        [
            matrix.runs.len(),
            matrix.sum(|r| r.inputs),
            matrix.sum(|r| r.crashes),
            matrix.sum(|r| r.timeouts),
        ]
    }

    /// `most`: conditions of the frontier.
    pub fn text(&self, with_files: bool, most: usize) -> String {
        let mut out = String::new();
        self.write(with_files, most, &mut out)
            .expect("writing to a string");
        out
    }

    fn write(&self, with_files: bool, most: usize, out: &mut String) -> std::fmt::Result {
        let [runs, inputs, crashed, timed_out] = self.totals();
        let inputs = many(inputs, "input");
        part!(out, "{inputs} of {}", many(runs, "run"))?;
        for (count, what) in [(crashed, "crashed"), (timed_out, "took too long")] {
            if count > 0 {
                part!(out, ", {} {what}", numbers::count(count))?;
            }
        }
        line!(out)?;
        self.counts()
            .iter()
            .try_for_each(|c| line!(out, "{}", c.row()))?;
        if let Some(LlvmCov { inputs: of, .. }) = self.llvm_cov {
            let of = many(of, "input");
            line!(out, "lines are llvm-cov's, of {of} from all runs")?;
        }
        match self.unstable() {
            0 => {}
            n => line!(
                out,
                "{n} outcomes, lines or edges are unstable: the same input reaches them in some runs only"
            )?,
        }
        if let Some(note) = unrecorded::note(&self.measure.matrix.unrecorded) {
            line!(out, "{note}")?;
        }
        let bugs = self.bugs();
        if !bugs.is_empty() {
            line!(out)?;
            line!(out, "bugs: {}", bugs.len())?;
        }
        for bug in bugs {
            let inputs = many(bug.crashes.len(), "input");
            let runs = many(bug.runs(), "run");
            let title = visible(&bug.first.title());
            line!(out, "{inputs:>15} of {runs}  {title}")?;
        }
        let root = &self.measure.matrix.catalogue.root;
        if !root.is_empty() && (with_files || !self.frontier.is_empty()) {
            line!(out)?;
            line!(out, "paths are relative to {}", visible(root))?;
        }
        if with_files {
            line!(out)?;
            *out += &self.files().text();
        }
        self.write_frontier(most, out)
    }

    fn files(&self) -> Table {
        let root = &self.measure.matrix.catalogue.root;
        let rows = self.measure.files.iter().map(|(name, part)| {
            let path = self.measure.matrix.catalogue.path(name);
            let counts = self.measure.coverage(part, &self.measure.seen);
            let cells = counts.map(Cell::Covered).into_iter();
            let place = Cell::Place(below(root, &path).to_owned());
            cells.chain([place]).collect()
        });
        Table::new("functions | lines | outcomes | file").with(rows)
    }

    fn write_frontier(&self, most: usize, out: &mut String) -> std::fmt::Result {
        if self.frontier.is_empty() {
            return match &self.told {
                Some(told) => {
                    line!(out)?;
                    line!(out, "frontier: no condition; {told}")
                }
                None => Ok(()),
            };
        }
        line!(out)?;
        line!(
            out,
            "frontier: {} with outcomes that were never seen",
            many(self.frontier.len(), "condition")
        )?;
        if let Some(told) = &self.told {
            line!(out, "{told}")?;
        }
        for open in self.frontier.iter().take(most) {
            let condition = self.condition(open);
            let inputs = many(condition.inputs as usize, "input");
            let never = never(condition.missing(), condition.outcomes.len());
            let place = self.measure.place(condition);
            let said = visible(&format!("{place}: {}  never {never}", condition.first.text));
            match &open.behind {
                None => line!(out, "{inputs:>15}  {said}")?,
                Some(behind) => {
                    let sizes = behind.sizes();
                    line!(out, "{sizes}  {said}  ({inputs})")?;
                    if let Some(names) = behind.names(NAMED).map(|names| visible(&names)) {
                        line!(out, "{:>width$}  {names}", "", width = sizes.len())?;
                    }
                }
            }
        }
        match self.frontier.len().saturating_sub(most) {
            0 => Ok(()),
            more => line!(out, "and {more} more (--limit 0 shows all)"),
        }
    }

    pub fn json(&self, most: usize) -> Value {
        let catalogue = &self.measure.matrix.catalogue;
        let [runs, inputs, crashed, timed_out] = self.totals();
        let counts = self.counts();
        let counts = counts.iter().map(|c| (c.key(), json!(c.count)));
        let file = |(name, part): (&&str, &Part)| {
            let [functions, lines, outcomes] = self.measure.coverage(part, &self.measure.seen);
            json!({
                "file": catalogue.path(name),
                "functions": functions,
                "lines": lines,
                "outcomes": outcomes,
            })
        };
        let bug = |bug: &Bug| {
            json!({
                "key": format!("{:016x}", bug.key),
                "what": bug.first.what,
                "location": bug.first.location(),
                "inputs": bug.crashes.len(),
                "runs": bug.runs(),
                "first": String::from_utf8_lossy(&bug.first.input),
            })
        };
        let frontier = |open: &Open| {
            let condition = self.condition(open);
            let place = condition.first.place.as_ref();
            json!({
                "inputs": condition.inputs,
                "file": place.map(|p| catalogue.path(&p.file)),
                "line": place.map(|p| p.line),
                "column": place.map(|p| p.column),
                "function": self.measure.symbol(condition),
                "condition": condition.first.text,
                "never": condition.missing().collect::<Vec<_>>(),
                "behind": open.behind,
            })
        };
        json!({
            "runs": runs,
            "inputs": inputs,
            "crashed": crashed,
            "timed-out": timed_out,
            "unstable": self.unstable(),
            "unrecorded": self.measure.matrix.unrecorded,
            "reached": counts.collect::<serde_json::Map<_, _>>(),
            "bugs": self.bugs().iter().map(bug).collect::<Vec<_>>(),
            "files": self.measure.files.iter().map(file).collect::<Vec<_>>(),
            "frontier": self.frontier.iter().take(most).map(frontier).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::tests::measured;

    #[test]
    fn the_frontier_is_what_was_reached_and_lacks_a_way() {
        measured(|measure| {
            let summary = Summary::of(measure, &Wanted::default()).unwrap();
            let text = summary.text(true, 20);
            for line in [
                "3 inputs of 1 run",
                "functions                 1 of        2   50.0 %",
                "lines                     4 of        5   80.0 %",
                "conditions                2 of        2  100.0 %",
                "both outcomes             1 of        2   50.0 %",
                "     1 of 2  4 of 5    3 of 5  a.c",
                "paths are relative to /src",
                "frontier: 1 condition with outcomes that were never seen",
                "       2 inputs  a.c:5:7: x  never 2, default",
            ] {
                assert!(text.lines().any(|l| l == line), "{line}\n{text}");
            }
            let value = summary.json(20);
            assert_eq!(
                value["reached"]["outcomes"],
                json!({"reached": 3, "reachable": 5, "all": 5})
            );
            assert_eq!(value["frontier"][0]["never"], json!(["2", "default"]));
        });
    }
}
