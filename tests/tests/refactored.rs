//! Sources that are refactored on their way: to who calls the compiler, nothing is other than with clang.

mod figures;
mod large;
mod same;
mod signals;

use std::{fs, path::PathBuf, process::Command};

use fz_tests::Sandbox;

/// With sources, and a folder of its own for what compilers leave for a time.
fn place(files: &[(&str, &str)]) -> Sandbox {
    let place = Sandbox::with(files.iter().copied()).env("FZ_PROFILE", "coverage");
    let temporary = place.folder("temporary").display().to_string();
    place.env("TMPDIR", &temporary)
}

/// `fz-cc` with these words, before it starts.
fn fz_cc(place: &Sandbox, words: &str) -> Command {
    let mut command = place.command("fz-cc");
    command.args(words.split_whitespace());
    command
}

/// What is left in the folder for temporary files.
fn left(place: &Sandbox) -> Vec<PathBuf> {
    let entries = fs::read_dir(place.at("temporary")).unwrap();
    entries.map(|e| e.unwrap().path()).collect()
}

/// `refactored` of each unit, as `fz doctor` has it, by source.
fn refactored(place: &Sandbox, program: &str) -> Vec<(String, Option<String>)> {
    let report = place.json(&format!("doctor --json {program}"));
    let units = report["units"].as_array().unwrap().iter();
    let ours = units.filter(|u| !u["profile"].is_null());
    ours.map(|u| {
        let text = |key: &str| u[key].as_str().map(str::to_owned);
        (text("source").unwrap(), text("refactored"))
    })
    .collect()
}
