//! What is compared: files of hand-written programs, a construct each, and generated ones.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use walkdir::WalkDir;

use super::generate;
use fz_harness::level::Language;
use fz_harness::random::Random;
use xtask::repo;

/// A line of a file that says why labels may be more precise there than DFSan's.
const PRECISE: &str = "// more precise: ";
/// One that says what DFSan has no labels for.
const MISSED: &str = "// DFSan misses: ";
/// Bytes of an input.
pub const INPUT: usize = 64;

#[derive(Debug)]
pub struct Program {
    pub name: String,
    pub language: Language,
    pub text: String,
    /// Why labels may be a part of DFSan's; those are shown right by changes of the bytes that are left out.
    pub precise: Option<String>,
    /// Why DFSan's may be a part of ours; changes of the others' bytes show that they matter.
    pub missed: Option<String>,
    pub inputs: Vec<Vec<u8>>,
}

impl Program {
    pub fn file(&self) -> String {
        format!("{}.{}", self.name, self.language.extension())
    }

    /// How many there are in the file.
    pub fn count(&self) -> usize {
        let lines = self.text.lines();
        lines
            .filter(|l| l.starts_with("PROGRAM(") || l.starts_with("COPIED("))
            .count()
    }
}

/// Where the hand-written ones are, and what all include.
pub fn room() -> PathBuf {
    repo::root().join("tests/taint/oracle")
}

/// One file for each construct.
pub fn written() -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for entry in WalkDir::new(room()).sort_by_file_name() {
        let path = entry?.into_path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let language = match path.extension().and_then(|x| x.to_str()) {
            Some("c") if name != "harness" => Language::C,
            Some("cc") => Language::Cxx,
            _ => continue,
        };
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", repo::shown(&path)))?;
        let why = |key: &str| {
            let why = text.lines().find_map(|line| line.strip_prefix(key));
            why.map(str::to_owned)
        };
        programs.push(Program {
            precise: why(PRECISE),
            missed: why(MISSED),
            inputs: inputs(text.len() as u64),
            name: name.into_owned(),
            language,
            text,
        });
    }
    ensure!(!programs.is_empty(), "tests/taint/oracle has no programs");
    Ok(programs)
}

/// That of a seed: odd ones are C++.
pub fn generated(seed: u64) -> Program {
    let language = match seed % 2 {
        0 => Language::C,
        _ => Language::Cxx,
    };
    Program {
        name: format!("seed-{seed}"),
        language,
        text: generate::program(seed, language),
        precise: Some("parts of integers".to_owned()),
        missed: Some("loops become products".to_owned()),
        inputs: inputs(seed),
    }
}

/// Any bytes; small ones; letters.
fn inputs(seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    let any = random.bytes(INPUT);
    let small = random.bytes(INPUT).into_iter().map(|b| b & 15).collect();
    let letters = random.bytes(INPUT).into_iter().map(|b| b'a' + b % 26);
    vec![any, small, letters.collect()]
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn a_construct_has_at_least_twenty_programs() {
        for program in written().unwrap() {
            let count = program.count();
            assert!(count >= 20, "{} has {count}", program.file());
        }
    }
}
