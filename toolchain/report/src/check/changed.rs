//! What is reached of the lines that a patch adds.

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
};

use fz_coverage::{conditions::never, identities::Kind};
use serde::Serialize;

use super::gate::Thing;
use crate::{
    changes::{Changes, Span},
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
        let touched = changes.touched(catalogue);
        let mut changed = Changed {
            patch: changes.path.clone(),
            count: Count::default(),
            missing: Vec::new(),
            half: Vec::new(),
        };
        let told = |number: &usize| (measure.is_reached(*number), measure.counts(*number));
        let mut by_line: HashMap<&str, BTreeMap<u32, (bool, bool)>> = HashMap::new();
        for number in measure.all.of(Kind::Line) {
            let identity = measure.identity(*number);
            if let Some(place) = &identity.place {
                let lines = by_line.entry(&place.file).or_default();
                lines.insert(place.line, told(number));
            }
        }
        // Of one statement there are several where it is compiled several times.
        let mut by_statement: HashMap<(&str, Span), (bool, bool)> = HashMap::new();
        for number in measure.all.of(Kind::Region) {
            let identity = measure.identity(*number);
            if let (Some(place), Some(span)) = (&identity.place, Span::of(identity)) {
                let known = by_statement.entry((&place.file, span)).or_default();
                let (is_reached, can) = told(number);
                *known = (known.0 || is_reached, known.1 || can);
            }
        }
        // Labels of cases, and conditions in definitions of macros.
        let mut by_label: HashMap<(&str, u32), (bool, bool)> = HashMap::new();
        for number in measure.all.of(Kind::Outcome) {
            if let Some(place) = &measure.identity(*number).spelled {
                let known = by_label.entry((&place.file, place.line)).or_default();
                let (is_reached, can) = told(number);
                *known = (known.0 || is_reached, known.1 || can);
            }
        }
        for (file, added) in touched.lines() {
            let own = by_line.remove(file).unwrap_or_default();
            let mut last = None;
            for (line, statement) in added {
                let told = match statement {
                    Some(span) => by_statement.get(&(file, *span)),
                    None => own.get(line).or_else(|| by_label.get(&(file, *line))),
                };
                let Some((is_reached, can)) = told.copied() else {
                    continue;
                };
                changed.count.add(is_reached, can);
                if is_reached {
                    last = None;
                    continue;
                }
                // Lines without code between two that have some do not part them.
                let is_next =
                    |(before, could)| could == can && own.range(before + 1..*line).next().is_none();
                match changed
                    .missing
                    .last_mut()
                    .filter(|_| last.is_some_and(is_next))
                {
                    Some(before) => before.last = *line,
                    None => changed.missing.push(Missing {
                        file: catalogue.path(file),
                        first: *line,
                        last: *line,
                        can_be_reached: can,
                    }),
                }
                last = Some((*line, can));
            }
        }
        let half = measure.conditions.iter().filter(|c| {
            let place = c.first.place.as_ref();
            place.is_some_and(|p| touched.has(Kind::Outcome, p)) && c.is_open()
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
