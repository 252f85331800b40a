//! What is reached of the lines that a patch adds.

use std::path::PathBuf;

use fz_coverage::{
    lines::Lines,
    tally::{Tally, never},
};
use serde::Serialize;

use super::Thing;
use crate::{changes::Changes, summary::Count};

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Changed {
    pub patch: PathBuf,
    pub reached: usize,
    /// How many of the lines can be reached.
    pub reachable: usize,
    /// Lines that the patch adds and that have code.
    pub all: usize,
    /// Neighbouring lines that no input reaches.
    pub missing: Vec<Missing>,
    /// Conditions on such lines that are reached, and never come out in one of their ways.
    pub half: Vec<Thing>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Missing {
    pub file: String,
    pub first: u32,
    pub last: u32,
    /// Something in the program leads there.
    pub can_be_reached: bool,
}

impl Missing {
    pub(super) fn place(&self) -> String {
        match self.first == self.last {
            true => format!("{}:{}", self.file, self.first),
            false => format!("{}:{}-{}", self.file, self.first, self.last),
        }
    }
}

impl Changed {
    /// `can`: by identity, whether it can be reached, if that is known.
    pub(super) fn of(tally: &Tally, changes: &Changes, can: Option<&[bool]>) -> Changed {
        let catalogue = tally.catalogue;
        let mut changed = Changed {
            patch: changes.path.clone(),
            reached: 0,
            reachable: 0,
            all: 0,
            missing: Vec::new(),
            half: Vec::new(),
        };
        let lines = Lines::of(catalogue);
        let members = lines.members();
        // Lines without code between two that have some do not part them.
        let mut last_line = None;
        for ((file, line), members) in lines.places.iter().zip(&members) {
            if !changes.has(&catalogue.path(file), *line) {
                last_line = None;
                continue;
            }
            changed.all += 1;
            let is_reached = members.iter().any(|n| tally.reached[*n] > 0);
            let can = is_reached || can.is_none_or(|can| members.iter().any(|n| can[*n]));
            changed.reached += usize::from(is_reached);
            changed.reachable += usize::from(can);
            if is_reached {
                last_line = None;
                continue;
            }
            match changed.missing.last_mut() {
                Some(before) if last_line == Some((file, can)) => before.last = *line,
                _ => changed.missing.push(Missing {
                    file: catalogue.path(file),
                    first: *line,
                    last: *line,
                    can_be_reached: can,
                }),
            }
            last_line = Some((file, can));
        }
        let conditions = tally.conditions();
        let half = conditions.iter().filter(|c| {
            let place = c.first.place.as_ref();
            let is_changed = place.is_some_and(|p| changes.has(&catalogue.path(&p.file), p.line));
            is_changed && c.is_reached() && !c.has_all()
        });
        changed.half = half
            .map(|c| {
                let never = never(c.missing(), c.outcomes.len());
                Thing {
                    file: catalogue.path(c.file()),
                    line: c.line(),
                    column: c.first.place.as_ref().map_or(0, |p| p.column),
                    what: format!("{}: never {never}", c.first.text),
                }
            })
            .collect();
        changed
    }

    pub(super) fn count(&self) -> Count {
        Count {
            name: "changed",
            reached: self.reached,
            reachable: self.reachable,
            all: self.all,
        }
    }

    pub(super) fn note(&self) -> Option<String> {
        (self.all == 0).then(|| {
            format!(
                "{} adds no line of the program that has code; if it should, the build is not of the source behind the change",
                self.patch.display()
            )
        })
    }
}
