//! The programs of each source: made of seeds, or taken from c-torture.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::generate;
use super::program::{Language, Program, Source};
use crate::proc;

/// The headers of csmith's programs.
const CSMITH_INCLUDE: &str = "-I/usr/include/csmith";

/// The programs of one source, by number.
pub enum Programs {
    /// Tests, in the order in which they are taken.
    Tests(Vec<Program>),
    /// Seeds, and how many.
    Seeds(Source, Option<usize>),
}

impl Programs {
    /// None for as many as there is time for.
    pub fn len(&self) -> Option<usize> {
        match self {
            Programs::Tests(tests) => Some(tests.len()),
            Programs::Seeds(_, count) => *count,
        }
    }
}

/// csmith's program of a seed; odd ones have floating point.
pub fn csmith(seed: u64, dir: &Path) -> Result<Program> {
    let path = dir.join("program.c");
    let mut csmith = Command::new("csmith");
    csmith
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(&path)
        .args((seed % 2 == 1).then_some("--float"))
        // It leaves a file about the machine where it runs.
        .current_dir(dir);
    proc::output(&mut csmith)?;
    Ok(Program {
        source: Source::Csmith,
        name: seed.to_string(),
        language: Language::C,
        path,
        flags: ["-w", CSMITH_INCLUDE].map(String::from).to_vec(),
        inputs: Vec::new(),
        exception: None,
    })
}

/// Our own program of a seed, with its inputs.
pub fn generated(seed: u64, dir: &Path) -> Result<Program> {
    let made = generate::generate(seed);
    let path = dir.join(match made.language {
        Language::C => "program.c",
        Language::Cxx => "program.cc",
    });
    fs::write(&path, &made.text)?;
    let mut inputs = Vec::new();
    for (at, bytes) in made.inputs.iter().enumerate() {
        let input = dir.join(format!("input{at}"));
        fs::write(&input, bytes)?;
        inputs.push(input);
    }
    Ok(Program {
        source: Source::Generated,
        name: seed.to_string(),
        language: made.language,
        path,
        flags: vec!["-w".into()],
        inputs,
        exception: None,
    })
}
