//! Gates: whether a store reaches as much as it has to, what it has lost against an earlier one, and what it reaches of a change.

mod changed;
mod gate;
mod lost;
mod minimum;
mod written;

use anyhow::Result;
use fz_coverage::store::Store;
use serde::Serialize;

use crate::{changes::Changes, measure::Measure};

pub use self::minimum::Minimum;
use self::{changed::Changed, gate::Gate, lost::Lost};

/// What is to be checked.
pub struct Gates<'a> {
    pub minima: &'a [Minimum],
    /// An earlier store: what it reaches has to be reached.
    pub baseline: Option<&'a Store>,
    pub changes: Option<&'a Changes>,
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
    pub fn of(store: &Store, measure: &Measure, gates: &Gates) -> Result<Check> {
        let mut notes = Vec::new();
        let changed = gates.changes.map(|changes| Changed::of(measure, changes));
        let lost = gates
            .baseline
            .map(|baseline| Lost::of(store, measure, baseline))
            .transpose()?;
        let mut counts = measure.counted(&measure.all, &measure.seen);
        if let (Some(changed), Some(changes)) = (&changed, gates.changes) {
            notes.extend(changes.unknown(std::iter::once(&measure.matrix.catalogue))?);
            notes.extend(changed.note());
            counts.push(changed.named());
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
