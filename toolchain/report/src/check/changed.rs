//! What is reached of the lines that a patch adds.

use std::path::PathBuf;

use fz_coverage::{conditions::never, identities::Kind};
use serde::Serialize;

use super::gate::Thing;
use crate::{
    changes::Changes,
    measure::{Count, Measure, Named},
};

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Changed {
    pub patch: PathBuf,
    /// Of the lines that the patch adds and that have code.
    #[serde(flatten)]
    pub count: Count,
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
    pub(super) fn of(measure: &Measure, changes: &Changes) -> Changed {
        let catalogue = &measure.matrix.catalogue;
        let mut changed = Changed {
            patch: changes.path.clone(),
            count: Count::default(),
            missing: Vec::new(),
            half: Vec::new(),
        };
        // Lines without code between two that have some do not part them.
        let mut last_line = None;
        for number in measure.all.of(Kind::Line) {
            let identity = measure.identity(*number);
            let (Some(place), line) = (&identity.place, identity.line()) else {
                continue;
            };
            let file = &place.file;
            if !changes.has(&catalogue.path(file), line) {
                last_line = None;
                continue;
            }
            let (is_reached, can) = (measure.is_reached(*number), measure.counts(*number));
            changed.count.add(is_reached, can);
            if is_reached {
                last_line = None;
                continue;
            }
            match changed.missing.last_mut() {
                Some(before) if last_line == Some((file, can)) => before.last = line,
                _ => changed.missing.push(Missing {
                    file: catalogue.path(file),
                    first: line,
                    last: line,
                    can_be_reached: can,
                }),
            }
            last_line = Some((file, can));
        }
        let half = measure.conditions.iter().filter(|c| {
            let place = c.first.place.as_ref();
            let is_changed = place.is_some_and(|p| changes.has(&catalogue.path(&p.file), p.line));
            is_changed && c.is_open()
        });
        changed.half = half
            .map(|c| {
                let never = never(c.missing(), c.outcomes.len());
                Thing {
                    file: catalogue.path(c.file()),
                    line: c.line(),
                    column: c.column(),
                    what: format!("{}: never {never}", c.first.text),
                }
            })
            .collect();
        changed
    }

    pub(super) fn named(&self) -> Named {
        Named {
            name: "changed",
            count: self.count,
        }
    }

    pub(super) fn note(&self) -> Option<String> {
        (self.count.all == 0).then(|| {
            format!(
                "{} adds no line of the program that has code; if it should, the build is not of the source behind the change",
                self.patch.display()
            )
        })
    }
}
