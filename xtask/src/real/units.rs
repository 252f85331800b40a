//! What `fz doctor` and `fz inspect` say of a linked object.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{proc, repo};

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
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Counted,
    Explained,
    Plain,
}

#[derive(Deserialize)]
struct Inspect {
    programs: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    images: Vec<Image>,
}

#[derive(Deserialize)]
struct Image {
    counters: u64,
}

/// The units of `object`. `foreign` lists the sources that another compiler may have built.
pub fn of(object: &Path, foreign: &[String]) -> Result<Units> {
    let doctor: Doctor = ask("doctor", object)?;
    let mut units = Units {
        wrong: doctor.complaints,
        ..Units::default()
    };
    for Unit {
        source,
        state,
        reason,
    } in doctor.units
    {
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
    let inspect: Inspect = ask("inspect", object)?;
    let image = inspect.programs.first().and_then(|p| p.images.first());
    units.counters = image.context("fz inspect shows no image")?.counters;
    Ok(units)
}

/// `fz COMMAND --json OBJECT`. Its status repeats what the report says.
fn ask<T: for<'a> Deserialize<'a>>(command: &str, object: &Path) -> Result<T> {
    let mut fz = Command::new(repo::stage().join("bin/fz"));
    let out = fz.args([command, "--json"]).arg(object).output()?;
    serde_json::from_slice(&out.stdout).with_context(|| {
        format!(
            "{} printed no report: {}",
            proc::rendered(&fz),
            String::from_utf8_lossy(&out.stderr).trim()
        )
    })
}
