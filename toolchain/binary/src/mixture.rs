//! Units of several profiles in one image. What each profile promises then holds for a part of the program alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use fz_base::file;
use object::ReadCache;

use super::{
    elf,
    image::{Record, records_in},
    units::{NO_FEEDBACK, TAINT},
};

/// More sources than these are only counted.
const MOST: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixture {
    /// The profiles, the most frequent one first, each with its units.
    pub profiles: Vec<(String, Vec<String>)>,
    /// One of them measures the whole program, or follows its data: what the others compiled is missing there.
    pub is_wrong: bool,
}

impl Mixture {
    /// `None`: all is of one profile.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Option<Mixture> {
        let mut profiles: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut purposes = BTreeSet::new();
        for record in records {
            let Some(profile) = &record.profile else {
                continue;
            };
            profiles
                .entry(profile)
                .or_default()
                .push(record.source.clone());
            purposes.insert((
                record.refactored.is_some(),
                matches!(record.reason.as_deref(), Some(NO_FEEDBACK | TAINT)),
            ));
        }
        let is_wrong = purposes.len() > 1;
        let mut profiles: Vec<_> = profiles
            .into_iter()
            .map(|(profile, sources)| (profile.to_owned(), sources))
            .collect();
        profiles.sort_by_key(|(_, sources)| std::cmp::Reverse(sources.len()));
        (profiles.len() > 1).then_some(Mixture { profiles, is_wrong })
    }

    /// Of what was just linked, with the objects and libraries that the link names. What cannot be read has no records.
    pub fn in_files(paths: &[&Path]) -> Option<Mixture> {
        Mixture::of(&records_of(paths))
    }

    /// `coverage (41 units) and fuzz (a.c, b.c)`.
    pub fn text(&self) -> String {
        let named = self.profiles.iter().enumerate().map(|(at, (name, units))| {
            let said = match (at, units.len()) {
                (1.., ..=MOST) => units.join(", "),
                (_, 1) => "1 unit".to_owned(),
                (_, n) => format!("{n} units"),
            };
            format!("{name} ({said})")
        });
        named.collect::<Vec<_>>().join(" and ")
    }
}

/// What units of these files were compiled with.
pub fn profiles_of(paths: &[&Path]) -> BTreeSet<String> {
    let records = records_of(paths).into_iter();
    records.filter_map(|r| r.profile).collect()
}

fn records_of(paths: &[&Path]) -> Vec<Record> {
    let read = |path: &&Path| {
        let cache = ReadCache::new(file::open(path).ok()?);
        records_in(&elf::parse(&cache).ok()?).ok()
    };
    paths.iter().filter_map(read).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(source: &str, profile: &str, refactored: Option<&str>) -> Record {
        Record {
            source: source.to_owned(),
            profile: Some(profile.to_owned()),
            refactored: refactored.map(str::to_owned),
            ..Record::default()
        }
    }

    #[test]
    fn the_rarest_profile_names_its_units() {
        let mixed = [
            record("old.c", "fuzz", None),
            record("a.c", "coverage", Some("yes")),
            record("b.c", "coverage", Some("yes")),
        ];
        let mixture = Mixture::of(&mixed).unwrap();
        assert_eq!(mixture.text(), "coverage (2 units) and fuzz (old.c)");
        assert!(mixture.is_wrong);
        assert_eq!(Mixture::of(&mixed[1..]), None);
    }

    #[test]
    fn only_what_measures_or_follows_all_is_wrong_in_parts() {
        let counts = [record("a.c", "fuzz", None), record("b.c", "split", None)];
        assert!(!Mixture::of(&counts).unwrap().is_wrong);
        // A unit that could not be laid out anew is of the profile all the same.
        let coverage = [
            record("a.c", "coverage", Some("yes")),
            record("b.c", "coverage-bytes", Some("modules")),
        ];
        assert!(!Mixture::of(&coverage).unwrap().is_wrong);
        let mut taint = record("t.c", "taint", None);
        taint.reason = Some(TAINT.to_owned());
        assert!(Mixture::of([&counts[0], &taint]).unwrap().is_wrong);
    }
}
