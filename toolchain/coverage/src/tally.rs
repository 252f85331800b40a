//! How many inputs and runs reached each identity.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use fz_base::error::Error;

use super::{
    conditions,
    crashes::Crash,
    decisions::{self, Decision, Evaluations, Shown},
    identities::{Catalogue, Identity, Kind},
    lines::Lines,
    sets::Set,
    store::{Run, Store},
    unrecorded::Unrecorded,
};

/// Which runs count; without a word about a dimension, all do.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub campaign: Vec<String>,
    pub fuzzer: Vec<String>,
    pub configuration: Vec<String>,
    pub run: Vec<String>,
}

impl Selection {
    /// In the order of [`Run::names`].
    pub const DIMENSIONS: [&str; 4] = ["campaign", "fuzzer", "configuration", "run"];

    pub fn has(&self, run: &Run) -> bool {
        self.lists()
            .iter()
            .zip(run.names())
            .all(|(wanted, name)| wanted.is_empty() || wanted.iter().any(|w| w == name))
    }

    pub fn lists(&self) -> [&Vec<String>; 4] {
        [&self.campaign, &self.fuzzer, &self.configuration, &self.run]
    }

    pub fn lists_mut(&mut self) -> [&mut Vec<String>; 4] {
        [
            &mut self.campaign,
            &mut self.fuzzer,
            &mut self.configuration,
            &mut self.run,
        ]
    }

    /// Refuses names that no run has.
    pub fn check(&self, runs: &[Run]) -> Result<(), Error> {
        for (at, what) in Self::DIMENSIONS.into_iter().enumerate() {
            let mut known: Vec<String> = runs.iter().map(|r| r.names()[at].to_owned()).collect();
            known.sort();
            known.dedup();
            if let Some(name) = self.lists()[at].iter().find(|w| !known.contains(w)) {
                let name = name.clone();
                known.retain(|k| !k.is_empty());
                return Err(match known.is_empty() {
                    false => Error::Unknown { what, name, known },
                    true => Error::Option {
                        option: name,
                        message: format!(
                            "no run has a {what}; `fz cov collect --{what}` gives one"
                        ),
                    },
                });
            }
        }
        Ok(())
    }
}

/// Of the runs of a store that were selected.
#[derive(Debug)]
pub struct Tally<'a> {
    pub catalogue: &'a Catalogue,
    pub runs: usize,
    pub inputs: usize,
    pub crashes: usize,
    pub timeouts: usize,
    /// What is known of those.
    pub stacks: Vec<&'a Crash>,
    /// By identity: inputs that reached it.
    pub reached: Vec<u64>,
    /// By identity: runs with such an input.
    pub in_runs: Vec<u32>,
    /// Units of some build of which nothing is known.
    pub unrecorded: Vec<Unrecorded>,
    /// What decisions were evaluated to.
    pub evaluations: Evaluations,
    /// Inputs that came to each condition.
    came: Groups,
    lines: BTreeMap<(String, u32), u64>,
}

/// By how many inputs each group of identities was reached: a line, a condition.
#[derive(Debug)]
struct Groups {
    /// By identity.
    of: Vec<Option<u32>>,
    inputs: Vec<u64>,
    /// By group: the last input that reached it.
    last: Vec<usize>,
}

impl Groups {
    fn of(of: Vec<Option<u32>>) -> Groups {
        let all = of.iter().flatten().max().map_or(0, |n| *n as usize + 1);
        Groups {
            inputs: vec![0; all],
            last: vec![0; all],
            of,
        }
    }

    /// `number`: of the input, from 1.
    fn add(&mut self, number: usize, set: &Set) {
        for group in set.iter().filter_map(|n| self.of[n]) {
            let group = group as usize;
            if std::mem::replace(&mut self.last[group], number) != number {
                self.inputs[group] += 1;
            }
        }
    }
}

impl<'a> Tally<'a> {
    pub fn of(store: &'a Store, selection: &Selection) -> Result<Tally<'a>> {
        selection.check(&store.runs)?;
        let limit = store.limit();
        let selected: Vec<bool> = store.runs.iter().map(|r| selection.has(r)).collect();
        ensure!(
            selected.contains(&true) || store.runs.is_empty(),
            "{}: no run matches everything that was asked for",
            store.path().display()
        );
        let mut tally = Tally {
            catalogue: &store.catalogue,
            runs: selected.iter().filter(|s| **s).count(),
            inputs: 0,
            crashes: 0,
            timeouts: 0,
            stacks: store.crashes.iter().filter(|c| selected[c.run]).collect(),
            reached: vec![0; limit],
            in_runs: vec![0; limit],
            unrecorded: {
                let builds = store.builds.iter();
                let units: BTreeSet<&Unrecorded> = builds.flat_map(|b| &b.unrecorded).collect();
                units.into_iter().cloned().collect()
            },
            evaluations: Evaluations::new(),
            came: Groups::of(conditions::of(&store.catalogue)),
            lines: BTreeMap::new(),
        };
        for (run, _) in selected.iter().enumerate().filter(|(_, s)| **s) {
            decisions::join(&mut tally.evaluations, store.evaluations(run));
        }
        let Lines { places, of } = Lines::of(&store.catalogue);
        let mut lines = Groups::of(of);
        let mut unions = vec![Set::new(limit); store.runs.len()];
        store.each_input(|run, input| {
            if !selected[run] {
                return;
            }
            tally.inputs += 1;
            tally.crashes += usize::from(input.fate.is_crash());
            tally.timeouts += usize::from(input.fate == super::blocks::Fate::TimedOut);
            input.set.iter().for_each(|n| tally.reached[n] += 1);
            lines.add(tally.inputs, &input.set);
            tally.came.add(tally.inputs, &input.set);
            unions[run].unite(&input.set);
        })?;
        for union in &unions {
            union.iter().for_each(|n| tally.in_runs[n] += 1);
        }
        tally.lines = places.into_iter().zip(lines.inputs).collect();
        Ok(tally)
    }

    /// The identities of a kind: number and itself.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = (usize, &Identity)> {
        let all = self.catalogue.identities.iter().enumerate();
        all.filter(move |(_, i)| i.kind == kind)
    }

    /// The conditions, in the order of the source.
    pub fn conditions(&self) -> Vec<Condition<'_>> {
        let mut by_text: BTreeMap<(usize, &str, u32), Condition> = BTreeMap::new();
        let is_fzs = |i: &Identity| i.is_fzs(&self.catalogue.functions[i.function]);
        let mut outcomes: Vec<(usize, &Identity)> = self.of_kind(Kind::Outcome).collect();
        outcomes.retain(|(_, i)| !is_fzs(i));
        outcomes.sort_by(|(_, a), (_, b)| a.outcome_order().cmp(&b.outcome_order()));
        for (number, identity) in outcomes {
            let condition = by_text.entry((identity.function, &identity.text, identity.nth));
            let condition = condition.or_insert_with(|| Condition {
                first: identity,
                inputs: self.came.of[number].map_or(0, |n| self.came.inputs[n as usize]),
                outcomes: Vec::new(),
                numbers: Vec::new(),
            });
            condition
                .outcomes
                .push((&identity.outcome, self.reached[number]));
            condition.numbers.push(number);
        }
        let mut conditions: Vec<Condition> = by_text.into_values().collect();
        conditions.sort_by(|a, b| a.order().cmp(&b.order()));
        conditions
    }

    /// The decisions in the order of the source, and what was seen of each.
    pub fn decisions(&self) -> Vec<(&Decision, Shown)> {
        decisions::shown(self.catalogue, &self.evaluations)
    }

    /// Lines of files, and inputs that reached them.
    pub fn lines(&self) -> &BTreeMap<(String, u32), u64> {
        &self.lines
    }
}

/// Which ways of a condition nobody has seen, of so many. Of a long switch the first.
pub fn never<'a>(missing: impl Iterator<Item = &'a str>, all: usize) -> String {
    const FEW: usize = 3;
    const WIDTH: usize = 40;
    let missing: Vec<&str> = missing.collect();
    if missing.len() <= FEW {
        return missing.join(", ");
    }
    let mut named: Vec<&str> = Vec::new();
    let mut width = 0;
    for label in &missing {
        let label = label.strip_prefix("case ").unwrap_or(label);
        width += label.chars().count() + 2;
        if width > WIDTH && !named.is_empty() {
            break;
        }
        named.push(label);
    }
    let more = match missing.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = named.join(", ");
    format!("{} of {all} cases: {named}{more}", missing.len())
}

/// A condition, and how many inputs saw it come out in each way.
#[derive(Debug)]
pub struct Condition<'a> {
    /// One of its outcomes, for what all have in common.
    pub first: &'a Identity,
    /// How many came to it.
    pub inputs: u64,
    pub outcomes: Vec<(&'a str, u64)>,
    /// The identities of these.
    pub numbers: Vec<usize>,
}

impl Condition<'_> {
    fn order(&self) -> impl Ord + '_ {
        let place = self
            .first
            .place
            .as_ref()
            .map(|p| (&p.file, p.line, p.column));
        (place, self.first.function, &self.first.text, self.first.nth)
    }

    pub fn file(&self) -> &str {
        self.first.place.as_ref().map_or("", |p| &p.file)
    }

    pub fn line(&self) -> u32 {
        self.first.place.as_ref().map_or(0, |p| p.line)
    }

    pub fn is_reached(&self) -> bool {
        self.inputs > 0
    }

    pub fn has_all(&self) -> bool {
        self.outcomes.iter().all(|(_, n)| *n > 0)
    }

    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let missing = self.outcomes.iter().filter(|(_, n)| *n == 0);
        missing.map(|(label, _)| *label)
    }
}

#[cfg(test)]
mod tests {
    use super::never;

    #[test]
    fn a_long_switch_is_a_line() {
        assert_eq!(never(["true"].into_iter(), 2), "true");
        let cases: Vec<String> = (0x10..0x28).map(|n| format!("case {n:#x}")).collect();
        let said = |few: usize| never(cases[..few].iter().map(String::as_str), 24);
        assert_eq!(said(3), "case 0x10, case 0x11, case 0x12");
        assert_eq!(said(4), "4 of 24 cases: 0x10, 0x11, 0x12, 0x13");
        assert_eq!(
            said(24),
            "24 of 24 cases: 0x10, 0x11, 0x12, 0x13, 0x14, 0x15 and 18 more"
        );
    }
}
