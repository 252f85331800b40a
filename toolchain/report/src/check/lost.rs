//! What an earlier store reaches and a later one does not. Things are the same by their keys, which know no line's number: an edit
//! elsewhere loses nothing.

use std::collections::{HashMap, HashSet};

use anyhow::{Result, ensure};
use fz_base::words::{many, were};
use fz_coverage::{
    identities::{Catalogue, Identity, Kind},
    names::demangled,
    selection::Selection,
    store::Store,
};
use serde::Serialize;

use super::gate::{Gate, Thing};
use crate::{matrix::Matrix, measure::Measure};

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Lost {
    pub baseline: String,
    pub functions: Vec<Thing>,
    /// Of conditions of other functions.
    pub outcomes: Vec<Thing>,
    /// What else ran, on lines that none of those is on.
    pub others: Vec<Thing>,
    /// What only some runs of an input reach counts for nothing.
    pub unstable: usize,
    /// What the program has no more.
    pub gone: usize,
}

/// What counts, unless a program says nothing but its edges.
const KINDS: [Kind; 5] = [
    Kind::Function,
    Kind::Region,
    Kind::Outcome,
    Kind::Guard,
    Kind::Call,
];

impl Lost {
    pub(super) fn of(store: &Store, measure: &Measure, baseline: &Store) -> Result<Lost> {
        let before = Matrix::of(baseline, &Selection::default())?;
        let now: HashMap<u64, usize> = store
            .catalogue
            .identities
            .iter()
            .zip(0..)
            .map(|(identity, number)| (identity.key, number))
            .collect();
        let has_records = |catalogue: &Catalogue| {
            let mut identities = catalogue.identities.iter();
            identities.any(|i| i.kind == Kind::Outcome)
        };
        let kinds: &[Kind] = match has_records(&store.catalogue) && has_records(&before.catalogue) {
            true => &KINDS,
            false => &[Kind::Function, Kind::Edge],
        };
        let mut lost = Lost {
            baseline: baseline.path().display().to_string(),
            functions: Vec::new(),
            outcomes: Vec::new(),
            others: Vec::new(),
            unstable: 0,
            gone: 0,
        };
        let mut numbers = Vec::new();
        let mut known = 0;
        for (old, identity) in before.catalogue.identities.iter().enumerate() {
            if before.inputs[old] == 0 || !kinds.contains(&identity.kind) {
                continue;
            }
            let Some(new) = now.get(&identity.key) else {
                lost.gone += 1;
                continue;
            };
            known += 1;
            let is_unstable = identity.is_unstable || store.catalogue.identities[*new].is_unstable;
            match measure.matrix.inputs[*new] {
                0 if is_unstable => lost.unstable += 1,
                0 => numbers.push(*new),
                _ => {}
            }
        }
        ensure!(
            lost.gone <= known,
            "{} reaches {} things of which {} has only {known}: name an earlier store of the same program, or begin with a new one",
            baseline.path().display(),
            lost.gone + known,
            store.path().display()
        );
        lost.sort(&store.catalogue, &numbers);
        Ok(lost)
    }

    /// Says each loss once: a function that is not reached any more loses all that is in it.
    fn sort(&mut self, catalogue: &Catalogue, numbers: &[usize]) {
        let identities = || numbers.iter().map(|n| &catalogue.identities[*n]);
        let of_kind = |kind: Kind| identities().filter(move |i| i.kind == kind);
        let functions: HashSet<usize> = of_kind(Kind::Function).map(|i| i.function).collect();
        let is_inside = |i: &&Identity| !functions.contains(&i.function);
        let line = |i: &Identity| i.place.as_ref().map(|p| (p.file.clone(), p.line));
        let mut lines: HashSet<Option<(String, u32)>> = HashSet::new();
        self.functions = of_kind(Kind::Function)
            .map(|i| {
                thing(
                    catalogue,
                    i,
                    demangled(&catalogue.functions[i.function].symbol),
                )
            })
            .collect();
        for i in of_kind(Kind::Outcome).filter(is_inside) {
            lines.insert(line(i));
            let what = format!("{}: {}", i.text, i.outcome);
            self.outcomes.push(thing(catalogue, i, what));
        }
        let is_other = |i: &&Identity| !matches!(i.kind, Kind::Function | Kind::Outcome);
        for i in identities().filter(is_other).filter(is_inside) {
            if lines.insert(line(i)) {
                self.others.push(thing(catalogue, i, i.text.clone()));
            }
        }
        for things in [&mut self.functions, &mut self.outcomes, &mut self.others] {
            things.sort();
            things.dedup();
        }
    }

    pub(super) fn parts(&self) -> [(&'static str, &[Thing]); 3] {
        [
            ("function", &self.functions),
            ("outcome", &self.outcomes),
            ("other line", &self.others),
        ]
    }

    pub(super) fn gate(&self) -> Gate {
        let parts = self.parts().into_iter();
        let some = parts.filter(|(_, things)| !things.is_empty());
        let some: Vec<String> = some.map(|(what, t)| many(t.len(), what)).collect();
        let said = match some.is_empty() {
            true => format!("all that {} reaches is reached", self.baseline),
            false => format!(
                "{} reaches what is not reached now: {}",
                self.baseline,
                some.join(", ")
            ),
        };
        Gate {
            gate: "no-loss".to_owned(),
            passed: some.is_empty(),
            said,
        }
    }

    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        let unstable = (self.unstable > 0).then(|| {
            format!(
                "{} not reached now, but earlier in some runs of an input only: no loss",
                were(self.unstable, "thing")
            )
        });
        let gone = (self.gone > 0).then(|| {
            format!(
                "{} reached before, and the program has no such code any more: it is not a loss",
                were(self.gone, "thing")
            )
        });
        unstable.into_iter().chain(gone)
    }
}

fn thing(catalogue: &Catalogue, identity: &Identity, what: String) -> Thing {
    let function = &catalogue.functions[identity.function];
    let place = identity.place.as_ref();
    Thing {
        file: catalogue.path(place.map_or(&function.file, |p| &p.file)),
        line: place.map_or(0, |p| p.line),
        column: place.map_or(0, |p| p.column),
        what,
    }
}
