//! What `fz doctor` and `fz inspect` say of a linked object.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Deserialize;

use fz_harness::ask;

/// What the compiler adds to every program, by the names that its symbols have.
const STARTUP: &[&str] = &[
    "crtstuff.c",
    "crt1.o",
    "Scrt1.o",
    "rcrt1.o",
    "crti.o",
    "crtn.o",
];

#[derive(Default)]
pub struct Units {
    /// Units with counters.
    pub counted: usize,
    /// Without counters, for a named reason.
    pub explained: usize,
    /// What is wrong: units that are silently plain, and what doctor complains of.
    pub wrong: Vec<String>,
    pub counters: u64,
    /// Units that were refactored, and those that should have been, by the reason why not.
    pub refactored: usize,
    pub as_written: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Doctor {
    units: Vec<Unit>,
    complaints: Vec<String>,
}

#[derive(Deserialize)]
struct Unit {
    source: String,
    state: State,
    reason: Option<String>,
    refactored: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Counted,
    Explained,
    Plain,
}

/// The units of `object`. `foreign` lists the sources that another compiler may have built, and `libraries` the folders of
/// the package's own, which an installed one would else be loaded in the place of.
pub fn of(object: &Path, foreign: &[String], libraries: &[PathBuf]) -> Result<Units> {
    let doctor: Doctor = ask::report_with("doctor", object, libraries)?;
    let mut units = Units {
        wrong: doctor.complaints,
        ..Units::default()
    };
    for Unit {
        source,
        state,
        reason,
        refactored,
    } in doctor.units
    {
        match refactored.as_deref() {
            Some("yes") => units.refactored += 1,
            Some(why) => {
                let sources = units.as_written.entry(why.to_string()).or_default();
                sources.push(source.clone());
            }
            None => {}
        }
        let expected = STARTUP.contains(&source.as_str()) || foreign.contains(&source);
        match (state, reason.as_deref()) {
            (State::Counted, _) => units.counted += 1,
            // Everything else in the build is ours: a unit that only its symbols tell of slipped through.
            (State::Explained, Some("foreign-object")) if !expected => {
                units.wrong.push(format!(
                    "{source} is not known to be foreign; name it under `foreign` if it is"
                ));
            }
            (State::Explained, Some(_)) => units.explained += 1,
            (State::Explained, None) | (State::Plain, _) => units
                .wrong
                .push(format!("{source} is plain, for no reason")),
        }
    }
    units.counters = ask::counters(object)?[0];
    Ok(units)
}
