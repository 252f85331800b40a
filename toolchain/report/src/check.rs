//! Gates: whether a store reaches as much as it has to, what it has lost against an earlier one, and what it reaches of a change.

mod changed;
mod lost;
mod minimum;
mod written;

use anyhow::Result;
use fz_coverage::{store::Store, tally::Tally};
use serde::Serialize;

use crate::{changes::Changes, compare::wanted::Wanted, summary::Summary};

pub use self::minimum::Minimum;
use self::{changed::Changed, lost::Lost};

/// What is to be checked.
pub struct Gates<'a> {
    pub minima: &'a [Minimum],
    /// An earlier store: what it reaches has to be reached.
    pub baseline: Option<&'a Store>,
    pub changes: Option<&'a Changes>,
}

/// How a gate came out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Gate {
    /// As the user wrote it.
    pub gate: String,
    pub passed: bool,
    /// A sentence.
    pub said: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Check {
    pub program: String,
    pub passed: bool,
    pub gates: Vec<Gate>,
    pub lost: Option<Lost>,
    pub changed: Option<Changed>,
    pub notes: Vec<String>,
}

impl Check {
    pub fn of(store: &Store, tally: &Tally, gates: &Gates) -> Result<Check> {
        let flow = store.flow()?;
        let summary = Summary::of(tally, flow.as_ref(), &Wanted::default())?;
        let mut notes = Vec::new();
        let changed = gates
            .changes
            .map(|changes| Changed::of(tally, changes, summary.can.as_deref()));
        let lost = gates
            .baseline
            .map(|baseline| Lost::of(store, tally, baseline))
            .transpose()?;
        let mut counts = summary.counts();
        if let Some(changed) = &changed {
            notes.extend(changed.note());
            counts.push(changed.count());
        }
        let mut checked = Vec::new();
        for minimum in gates.minima {
            checked.push(minimum.check(&counts)?);
        }
        if let Some(lost) = &lost {
            notes.extend(lost.notes());
            checked.push(lost.gate());
        }
        Ok(Check {
            program: store
                .builds
                .first()
                .map_or_else(String::new, |b| b.program.clone()),
            passed: checked.iter().all(|gate| gate.passed),
            gates: checked,
            lost,
            changed,
            notes,
        })
    }
}

/// A place of the source, and what is there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Thing {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub what: String,
}

impl Thing {
    fn place(&self) -> String {
        match self.line {
            0 => self.file.clone(),
            line => format!("{}:{line}", self.file),
        }
    }
}
