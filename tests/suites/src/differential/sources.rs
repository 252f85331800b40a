//! The programs of each source: made of seeds, or taken from c-torture.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::generate;
use super::program::{Program, Source};
use fz_harness::level::Language;
use xtask::proc;

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
    const FILE: &str = "program.c";
    let path = dir.join(FILE);
    let mut csmith = Command::new("csmith");
    csmith
        // The program's first comment repeats these: a path in them would make the same program another one.
        .args(["--seed", &seed.to_string(), "--output", FILE])
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
    let path = dir.join(format!("program.{}", made.language.extension()));
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

#[cfg(test)]
mod tests {
    use super::csmith;
    use std::fs;
    use xtask::repo;

    /// Or a run that was interrupted would compare it again.
    #[test]
    fn a_seeds_program_is_the_same_wherever_it_is_made() {
        fs::create_dir_all(repo::made()).unwrap();
        let text = || {
            let dir = tempfile::tempdir_in(repo::made()).unwrap();
            fs::read_to_string(csmith(3, dir.path()).unwrap().path).unwrap()
        };
        assert_eq!(text(), text());
    }
}
