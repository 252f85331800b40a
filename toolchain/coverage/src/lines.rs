//! Lines of the source, which is what everybody calls a line: it was reached if anything was that stands in it, a region, the
//! beginning of a function, a condition. They are no identities of a store: what it has says all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    identities::{Catalogue, Identity, Kind, Place, is_file, line_key},
    sets::Set,
};

/// The lines of a catalogue, and which of its identities stand where.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// File and number, sorted.
    pub places: Vec<(String, u32)>,
    /// By identity: the line that it is of.
    pub of: Vec<Option<u32>>,
}

impl Lines {
    /// Those of the program's records, or else those that edges lead to.
    pub fn of(catalogue: &Catalogue) -> Lines {
        let identities = &catalogue.identities;
        let has_regions = identities.iter().any(|i| i.kind == Kind::Region);
        let kinds: &[Kind] = match has_regions {
            true => &[Kind::Region, Kind::Function, Kind::Outcome],
            false => &[Kind::Edge, Kind::Function, Kind::Outcome],
        };
        let place = |identity: &Identity| -> Option<(String, u32)> {
            let place = identity.place.as_ref()?;
            let is_shown = place.line > 0 && is_file(&place.file) && kinds.contains(&identity.kind);
            is_shown.then(|| (place.file.clone(), place.line))
        };
        let of: Vec<Option<(String, u32)>> = identities.iter().map(place).collect();
        let all: BTreeSet<&(String, u32)> = of.iter().flatten().collect();
        let numbers: BTreeMap<&(String, u32), u32> = all.into_iter().zip(0..).collect();
        Lines {
            of: of
                .iter()
                .map(|place| place.as_ref().map(|place| numbers[place]))
                .collect(),
            places: numbers.into_keys().cloned().collect(),
        }
    }

    /// The identities of each line.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.places.len()];
        for (identity, line) in self.of.iter().enumerate() {
            if let Some(line) = line {
                members[*line as usize].push(identity);
            }
        }
        members
    }

    /// Of the lines with any of these identities, the numbers.
    pub fn with(&self, set: &Set) -> BTreeSet<usize> {
        let lines = self.of.iter().enumerate();
        let lines = lines.filter_map(|(n, line)| line.filter(|_| set.contains(n)));
        lines.map(|line| line as usize).collect()
    }

    /// The lines as identities, to be counted like others. Their keys know no line's number, as those of others do not.
    pub fn identities(&self, catalogue: &Catalogue) -> Vec<Identity> {
        let line = |((file, line), members): (&(String, u32), Vec<usize>)| {
            let members: Vec<&Identity> =
                members.iter().map(|n| &catalogue.identities[*n]).collect();
            let regions: Vec<&Identity> = members
                .iter()
                .copied()
                .filter(|i| i.kind == Kind::Region)
                .collect();
            let first = members.first().expect("a line is made of what is in it");
            let told = if regions.is_empty() {
                &members
            } else {
                &regions
            };
            let mut texts: Vec<(u32, &str)> = regions
                .iter()
                .map(|i| (i.place.as_ref().map_or(0, |p| p.column), &*i.text))
                .collect();
            texts.sort_unstable();
            texts.dedup();
            let texts: Vec<&str> = texts.into_iter().map(|(_, text)| text).collect();
            Identity {
                key: line_key(told.iter().map(|i| i.key)),
                kind: Kind::Line,
                function: first.function,
                place: Some(Place::new(file, *line, 1)),
                end: None,
                spelled: None,
                expansion: None,
                text: texts.join(" "),
                outcome: String::new(),
                nth: 0,
                is_unstable: false,
            }
        };
        self.places.iter().zip(self.members()).map(line).collect()
    }
}
