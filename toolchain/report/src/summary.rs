//! How much was reached, and the frontier: conditions that inputs reach, and that never come out in one of their ways.

use std::{cmp::Reverse, collections::HashMap, fmt::Write};

use fz_base::{
    error::Error,
    line, part,
    words::{many, visible},
};
use fz_coverage::{
    crashes::{self, Bug},
    flow::Flow,
    frontier::{self, Hidden},
    identities::{Kind, below},
    lines::Lines,
    names::demangled,
    reach,
    tally::{Condition, Tally, never},
    unrecorded,
};
use serde_json::{Value, json};

use super::{
    compare::wanted::Wanted,
    export::{self, File},
};

pub struct Summary<'a> {
    tally: &'a Tally<'a>,
    files: Vec<File<'a>>,
    conditions: Vec<Condition<'a>>,
    /// By outcome that never was: what lies behind its condition; `None`: nobody has kept the control flow.
    hidden: Option<HashMap<usize, Hidden>>,
    /// By identity: whether its function can be reached; `None`: nobody knows.
    pub(crate) can: Option<Vec<bool>>,
    /// By function: whether its part of the frontier is listed.
    wanted: Vec<bool>,
    /// What that leaves out.
    told: Option<String>,
}

/// How much of a kind was reached.
pub struct Count {
    pub name: &'static str,
    pub reached: usize,
    /// Of what a program can reach at all; all of it, where nobody knows.
    pub reachable: usize,
    pub all: usize,
}

impl Count {
    /// Of things, each with whether it was reached and whether it can be.
    fn of(name: &'static str, things: impl Iterator<Item = (bool, bool)>) -> Count {
        let mut count = Count {
            name,
            reached: 0,
            reachable: 0,
            all: 0,
        };
        for (is_reached, can) in things {
            count.reached += usize::from(is_reached);
            count.reachable += usize::from(can || is_reached);
            count.all += 1;
        }
        count
    }
}

/// So many functions behind a condition are named.
const NAMED: usize = 4;

/// What is counted by itself, beside lines and conditions.
const COUNTED: [(Kind, &str); 5] = [
    (Kind::Function, "functions"),
    (Kind::Outcome, "outcomes"),
    (Kind::Edge, "edges"),
    (Kind::Call, "calls"),
    (Kind::Guard, "guards"),
];

impl Summary<'_> {
    /// `wanted`: of which functions and files the frontier is listed.
    pub fn of<'a>(
        tally: &'a Tally,
        flow: Option<&Flow>,
        wanted: &Wanted,
    ) -> Result<Summary<'a>, Error> {
        let functions = tally.catalogue.functions.iter();
        let paths: Vec<(&str, String)> = functions
            .map(|f| (f.symbol.as_str(), tally.catalogue.path(&f.file)))
            .collect();
        let known: Vec<(&str, &str)> = paths.iter().map(|(s, f)| (*s, f.as_str())).collect();
        let hidden = flow.map(|flow| frontier::by_outcome(flow, |n| tally.reached[n] > 0));
        let can = flow.filter(|_| !reach::fails(tally)).map(|flow| {
            let all = tally.catalogue.functions.len();
            let functions = reach::of(flow, all, |n| tally.reached[n] > 0);
            let identities = tally.catalogue.identities.iter();
            identities
                .map(|i| functions[i.function].is_possible())
                .collect()
        });
        Ok(Summary {
            can,
            hidden,
            wanted: wanted.functions(&known, "fz cov export --format json")?,
            told: wanted.told(),
            files: export::files(tally),
            conditions: tally.conditions(),
            tally,
        })
    }

    /// Of each kind that the program has.
    pub fn counts(&self) -> Vec<Count> {
        let can = |number: usize| self.can.as_ref().is_none_or(|can| can[number]);
        let mut counts = Vec::new();
        for (kind, name) in COUNTED {
            let all = self.tally.of_kind(kind).map(|(n, _)| n);
            let is_reached = |n: usize| self.tally.reached[n] > 0;
            counts.push(Count::of(name, all.map(|n| (is_reached(n), can(n)))));
        }
        let Lines { places, of } = Lines::of(self.tally.catalogue);
        let mut reachable = vec![false; places.len()];
        for (number, line) in of.iter().enumerate() {
            if let Some(line) = line {
                reachable[*line as usize] |= can(number);
            }
        }
        let inputs: HashMap<(&str, u32), u64> = self
            .files
            .iter()
            .flat_map(|f| {
                f.lines
                    .iter()
                    .map(|(line, n)| ((f.path.as_str(), *line), *n))
            })
            .collect();
        let paths = places
            .iter()
            .map(|(file, line)| (self.tally.catalogue.path(file), *line));
        let lines = paths.zip(reachable).filter_map(|((path, line), can)| {
            let inputs = inputs.get(&(path.as_str(), line))?;
            Some((*inputs > 0, can))
        });
        counts.insert(1, Count::of("lines", lines));
        let can = |c: &Condition| c.numbers.iter().any(|n| can(*n));
        let reached = self.conditions.iter().map(|c| (c.is_reached(), can(c)));
        counts.insert(2, Count::of("conditions", reached));
        let whole = self.conditions.iter().map(|c| (c.has_all(), can(c)));
        counts.insert(3, Count::of("in all their ways", whole));
        counts.push(Count::of("mc/dc", self.shown().into_iter()));
        counts.retain(|count| count.all > 0);
        counts
    }

    /// Conditions of decisions, each with whether it was shown to decide, and whether it can be reached.
    fn shown(&self) -> Vec<(bool, bool)> {
        let identities = self.tally.catalogue.identities.iter().zip(0..);
        let outcomes = identities.filter(|(i, _)| i.kind == Kind::Outcome);
        let numbers: HashMap<u64, usize> = outcomes.map(|(i, n)| (i.key, n)).collect();
        let can = |outcomes: Option<[u64; 2]>| {
            let number = outcomes.and_then(|[yes, _]| numbers.get(&yes));
            let can = self.can.as_ref().zip(number);
            can.is_none_or(|(can, number)| can[*number])
        };
        let decisions = self.tally.decisions();
        let recorded = decisions.iter().filter(|(d, _)| d.is_recorded);
        let conditions = recorded.flat_map(|(decision, shown)| {
            let open = decision.open();
            open.map(|at| (shown.pairs[at].is_some(), can(decision.asked[at].outcomes)))
        });
        conditions.collect()
    }

    /// What lies behind a condition.
    fn behind(&self, condition: &Condition) -> Option<Hidden> {
        let hidden = self.hidden.as_ref()?;
        let found = condition.numbers.iter().find_map(|n| hidden.get(n));
        Some(found.cloned().unwrap_or_default())
    }

    /// Those come first that hide most; where nobody knows that, those that most inputs reach.
    fn frontier(&self) -> Vec<&Condition<'_>> {
        let is_open =
            |c: &&Condition| self.wanted[c.first.function] && c.is_reached() && !c.has_all();
        let mut frontier: Vec<&Condition> = self.conditions.iter().filter(is_open).collect();
        frontier.sort_by_cached_key(|c| {
            let behind = self.behind(c).map(|b| (b.blocks, b.functions.len()));
            Reverse((behind, c.inputs))
        });
        frontier
    }

    fn place(&self, condition: &Condition) -> String {
        match &condition.first.place {
            Some(place) => format!("{}:{}:{}", place.file, place.line, place.column),
            None => format!("in {}", demangled(self.function(condition))),
        }
    }

    fn function(&self, condition: &Condition) -> &str {
        &self.tally.catalogue.functions[condition.first.function].symbol
    }

    fn unstable(&self) -> usize {
        let identities = self.tally.catalogue.identities.iter();
        identities.filter(|i| i.is_unstable).count()
    }

    /// Those that most inputs find first.
    pub fn bugs(&self) -> Vec<Bug<'_>> {
        crashes::bugs(self.tally.stacks.iter().copied())
    }

    /// `most`: conditions of the frontier.
    pub fn text(&self, with_files: bool, most: usize) -> String {
        let mut out = String::new();
        self.write(with_files, most, &mut out)
            .expect("writing to a string");
        out
    }

    fn write(&self, with_files: bool, most: usize, out: &mut String) -> std::fmt::Result {
        let tally = self.tally;
        part!(
            out,
            "{} of {}",
            many(tally.inputs, "input"),
            many(tally.runs, "run")
        )?;
        for (count, what) in [
            (tally.crashes, "crashed"),
            (tally.timeouts, "took too long"),
        ] {
            if count > 0 {
                part!(out, ", {count} {what}")?;
            }
        }
        line!(out)?;
        for Count {
            name,
            reached,
            reachable,
            all,
        } in self.counts()
        {
            let share = |of: usize| reached as f64 * 100.0 / of.max(1) as f64;
            part!(
                out,
                "{name:<18} {reached:>8} of {all:>8}  {:>5.1} %",
                share(all)
            )?;
            match reachable == all {
                true => line!(out)?,
                false => line!(
                    out,
                    "  of {reachable:>8} that can be reached  {:>5.1} %",
                    share(reachable)
                )?,
            }
        }
        match self.unstable() {
            0 => {}
            n => line!(
                out,
                "{n} identities are unstable: an input reached them in some runs only"
            )?,
        }
        if let Some(note) = unrecorded::note(&tally.unrecorded) {
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
        let frontier = self.frontier();
        let root = &tally.catalogue.root;
        if !root.is_empty() && (with_files || !frontier.is_empty()) {
            line!(out)?;
            line!(out, "files are below {}", visible(root))?;
        }
        if with_files {
            line!(out)?;
            line!(
                out,
                "{:>13} {:>15} {:>15}  file",
                "functions",
                "lines",
                "outcomes"
            )?;
            for file in &self.files {
                let part = |reached: usize, all: usize| format!("{reached} of {all}");
                line!(
                    out,
                    "{:>13} {:>15} {:>15}  {}",
                    part(file.functions_reached(), file.functions.len()),
                    part(file.lines_reached(), file.lines.len()),
                    part(file.outcomes_reached(), file.outcomes().count()),
                    visible(below(root, &file.path))
                )?;
            }
        }
        if frontier.is_empty() {
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
            "frontier: {} reached, but not seen in all ways",
            many(frontier.len(), "condition")
        )?;
        if let Some(told) = &self.told {
            line!(out, "{told}")?;
        }
        for condition in frontier.iter().take(most) {
            let inputs = many(condition.inputs as usize, "input");
            let never = never(condition.missing(), condition.outcomes.len());
            let said = format!(
                "{}: {}  never {never}",
                self.place(condition),
                condition.first.text
            );
            let said = visible(&said);
            match self.behind(condition) {
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
        if frontier.len() > most {
            line!(
                out,
                "and {} more (--limit 0 shows all)",
                frontier.len() - most
            )?;
        }
        Ok(())
    }

    pub fn json(&self, most: usize) -> Value {
        let counts: serde_json::Map<String, Value> = self
            .counts()
            .into_iter()
            .map(|count| {
                let mut value = json!({"reached": count.reached, "all": count.all});
                if self.can.is_some() {
                    value["reachable"] = count.reachable.into();
                }
                (count.name.replace(' ', "-"), value)
            })
            .collect();
        let part = |reached: usize, all: usize| json!({"reached": reached, "all": all});
        let file = |file: &File| {
            json!({
                "file": file.path,
                "functions": part(file.functions_reached(), file.functions.len()),
                "lines": part(file.lines_reached(), file.lines.len()),
                "outcomes": part(file.outcomes_reached(), file.outcomes().count()),
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
        let frontier = |condition: &&Condition| {
            let place = condition.first.place.as_ref();
            json!({
                "inputs": condition.inputs,
                "file": place.map(|p| self.tally.catalogue.path(&p.file)),
                "line": place.map(|p| p.line),
                "column": place.map(|p| p.column),
                "function": self.function(condition),
                "condition": condition.first.text,
                "never": condition.missing().collect::<Vec<_>>(),
                "behind": self.behind(condition),
            })
        };
        json!({
            "runs": self.tally.runs,
            "inputs": self.tally.inputs,
            "crashed": self.tally.crashes,
            "timed-out": self.tally.timeouts,
            "unstable": self.unstable(),
            "unrecorded": self.tally.unrecorded,
            "reached": counts,
            "bugs": self.bugs().iter().map(bug).collect::<Vec<_>>(),
            "files": self.files.iter().map(file).collect::<Vec<_>>(),
            "frontier": self.frontier().iter().take(most).map(frontier).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::tests::written;

    #[test]
    fn the_frontier_is_what_was_reached_and_lacks_a_way() {
        let text = written(|tally, _, out| {
            out.extend(
                Summary::of(tally, None, &Wanted::default())
                    .unwrap()
                    .text(true, 20)
                    .into_bytes(),
            );
        });
        for line in [
            "3 inputs of 1 run",
            "functions                 1 of        2   50.0 %",
            "lines                     4 of        5   80.0 %",
            "conditions                2 of        2  100.0 %",
            "in all their ways         1 of        2   50.0 %",
            "       1 of 2          4 of 5          3 of 5  a.c",
            "files are below /src",
            "frontier: 1 condition reached, but not seen in all ways",
            "       2 inputs  a.c:5:7: x  never 2, default",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
        let json = written(|tally, _, out| {
            out.extend(
                Summary::of(tally, None, &Wanted::default())
                    .unwrap()
                    .json(20)
                    .to_string()
                    .into_bytes(),
            );
        });
        let value: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(
            value["reached"]["outcomes"],
            json!({"reached": 3, "all": 5})
        );
        assert_eq!(value["frontier"][0]["never"], json!(["2", "default"]));
    }
}
