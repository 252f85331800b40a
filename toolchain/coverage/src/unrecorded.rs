//! Units of a program that say nothing of their source: those that another profile or compiler made. What is counted over a
//! program leaves them out, and has to say so.

use std::collections::HashSet;

use fz_base::words::many;
use fz_binary::{Image, Owner, State, Unit, of_image};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Unrecorded {
    pub image: String,
    pub source: String,
    /// As a reader may be told: `profile fuzz`, `assembly`.
    pub why: String,
}

/// Reasons of units that have nothing to say, or that the user left out.
const EXPECTED: [&str; 2] = ["no-functions", "selection"];

/// Reasons of units that no build gives a record.
const HAVE_NONE: [&str; 2] = [fz_binary::ASSEMBLY, "rust"];

/// Units that a note names.
const NAMED: usize = 5;

/// Of the images whose counters are in a program's map, in their order.
pub fn of(images: &[Image]) -> Vec<Unrecorded> {
    let mut records = images.iter().flat_map(|i| &i.records);
    // Of a build by another profile all edges are counted, and nobody expects more.
    if !records.any(|r| r.coverage) {
        return Vec::new();
    }
    images.iter().flat_map(of_one).collect()
}

fn of_one(image: &Image) -> Vec<Unrecorded> {
    let recorded = |source: &str| {
        let mut records = image.records.iter();
        records.any(|r| r.coverage && r.source == source)
    };
    let units = of_image(image).into_iter();
    let units = units.filter(|u| !recorded(&u.source));
    let unrecorded = units.filter_map(|unit| {
        Some(Unrecorded {
            why: why(&unit)?,
            image: unit.program,
            source: unit.source,
        })
    });
    unrecorded.collect()
}

/// What units without records name of others: nothing if that is not known of all.
pub fn names(images: &[Image]) -> Option<HashSet<&str>> {
    let inputs = || images.iter().flat_map(|i| &i.links).flat_map(|l| &l.inputs);
    let mut names = HashSet::new();
    for unit in of(images) {
        let of_unit = inputs().find(|i| i.path == unit.source)?.names.as_ref()?;
        names.extend(of_unit.iter().map(String::as_str));
    }
    Some(names)
}

fn why(unit: &Unit) -> Option<String> {
    let reason = unit.reason.as_deref();
    if unit.owner == Owner::System || reason.is_some_and(|r| EXPECTED.contains(&r)) {
        return None;
    }
    Some(
        match (&unit.profile, unit.state == State::Counted, reason) {
            (Some(profile), true, _) | (Some(profile), _, None) => format!("profile {profile}"),
            (_, _, Some("foreign-object")) => "another compiler".to_owned(),
            (_, _, Some(reason)) => reason.replace('-', " "),
            (None, _, None) => match &unit.made_by {
                Some(_) => "another compiler".to_owned(),
                None => "unknown".to_owned(),
            },
        },
    )
}

/// What a reader should know; nothing where all units have records.
pub fn note(units: &[Unrecorded]) -> Option<String> {
    if units.is_empty() {
        return None;
    }
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for unit in units {
        match reasons.iter_mut().find(|(why, _)| *why == unit.why) {
            Some((_, sources)) => sources.push(&unit.source),
            None => reasons.push((&unit.why, vec![&unit.source])),
        }
    }
    let said = reasons.iter().map(|(why, sources)| {
        let first = sources[..sources.len().min(NAMED)].join(", ");
        match sources.len().checked_sub(NAMED) {
            None | Some(0) => format!("{why}: {first}"),
            Some(more) => format!("{why}: {first} and {more} more"),
        }
    });
    let have = if units.len() == 1 { "has" } else { "have" };
    let advice = match units.iter().all(|unit| HAVE_NONE.contains(&&*unit.why)) {
        true => "",
        false => "; compile them with fz-cc as well (`fz doctor` names the compiler of each)",
    };
    Some(format!(
        "{} of the program {have} no coverage record ({}): what is counted here is about the rest{advice}",
        many(units.len(), "unit"),
        said.collect::<Vec<_>>().join("; ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fz_binary::{Kind, Record};

    #[test]
    fn units_of_other_profiles_and_compilers_are_named() {
        let mut image = Image::new("p".into(), Kind::Executable);
        let record = |source: &str, profile: &str, coverage, counters| Record {
            source: source.to_owned(),
            profile: Some(profile.to_owned()),
            counters,
            functions: counters,
            coverage,
            ..Record::default()
        };
        image.records = vec![
            record("a.c", "coverage", true, 3),
            record("data.c", "coverage", false, 0),
            record("old.c", "fuzz", false, 3),
        ];
        let files = [
            "a.c",
            "old.c",
            "b.S",
            "gcc.c",
            "fz_afl.o",
            "crtstuff.c",
            "asan_rtl.cpp.o",
            "crti.o",
        ];
        image.files = files.map(String::from).to_vec();
        let found = of(&[image]);
        let said: Vec<_> = found.iter().map(|u| (&*u.source, &*u.why)).collect();
        assert_eq!(
            said,
            [
                ("old.c", "profile fuzz"),
                ("b.S", "assembly"),
                ("gcc.c", "another compiler")
            ]
        );
        let note = note(&found).unwrap();
        assert!(
            note.starts_with("3 units of the program have no coverage record (profile fuzz: old.c; assembly: b.S; "),
            "{note}"
        );
    }
}
