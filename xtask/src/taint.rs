//! `cargo xtask test --taint`: labels of programs that compute with their input, held against DFSan's. DFSan has eight labels:
//! it is run once for each eight bytes of the input. Where ours are fewer, bytes are changed to see that they do not
//! matter.

mod builds;
mod generate;
mod program;
mod said;
mod trial;

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail, ensure};
use clap::Args;

use crate::differential::program::Level;
use crate::progress::Progress;
use crate::{build, parallel, repo};
use program::Program;
use trial::{Counts, Trial};

/// Generated programs, and those of them in a plain `cargo xtask test`.
const GENERATED: u64 = 200;
const SHARE: u64 = 20;
const LEVELS: [Level; 2] = [Level::O0, Level::O2];

#[derive(Args, Default)]
#[group(id = "taint-programs")]
pub struct Options {
    /// Hold the labels of the taint build against DFSan's instead; only those of programs with this in their names
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["real", "differential", "mutations", "engines", "oss_fuzz", "which", "filter"])]
    taint: Option<String>,
    /// The seed of the first generated program
    #[arg(long, requires = "taint", value_name = "N", default_value_t = 1)]
    first: u64,
    /// How many are generated
    #[arg(long, requires = "taint", value_name = "N", default_value_t = GENERATED)]
    programs: u64,
}

impl Options {
    pub fn is_wanted(&self) -> bool {
        self.taint.is_some()
    }
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let seeds = options.first..options.first + options.programs;
    let mut programs = all(seeds)?;
    let which = options.taint.as_deref().unwrap_or("");
    programs.retain(|p| p.name.contains(which));
    ensure!(
        !programs.is_empty(),
        "no program has {which} in its name; they are called like shifts and seed-1"
    );
    run(&programs)
}

/// A part of it, with the toolchain that is staged: the hand-written programs, and some that are generated.
pub fn share() -> Result<()> {
    run(&all(1..1 + SHARE)?)
}

fn all(seeds: std::ops::Range<u64>) -> Result<Vec<Program>> {
    let mut programs = program::written()?;
    programs.extend(seeds.map(program::generated));
    Ok(programs)
}

fn run(programs: &[Program]) -> Result<()> {
    let dir = dir();
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(&dir)?;
    builds::harnesses(&dir)?;
    let all: usize = programs.iter().map(Program::count).sum();
    let label = format!("taint: {all} programs in {} files", programs.len());
    let progress = Progress::start(&label, Some(programs.len()), None);
    let found: Mutex<(Counts, usize)> = Mutex::default();
    parallel::each(programs, |_, program| {
        let trial = Trial {
            program,
            levels: &LEVELS,
        };
        let (counts, wrong) = trial.run(&dir);
        let mut found = found.lock().expect("no worker panicked");
        found.0.add(counts);
        found.1 += wrong.len();
        for wrong in wrong {
            progress.say(&wrong);
        }
        progress.step(&format!("{} wrong", found.1));
        Ok(())
    })?;
    progress.end();
    let (counts, wrong) = found.into_inner().expect("no worker panicked");
    let Counts {
        marks,
        equal,
        fewer,
        more,
        flipped,
        unshown,
    } = counts;
    println!(
        "{marks} labels: {equal} are DFSan's, {fewer} are fewer and {more} more, as changes of {flipped} bytes show ({unshown} lead \
         elsewhere); {wrong} are wrong"
    );
    match wrong {
        0 => Ok(()),
        _ => bail!(
            "{wrong} of {marks} labels are wrong; each is shown above, programs are in {}",
            repo::shown(&dir)
        ),
    }
}

/// Where programs are written.
fn dir() -> PathBuf {
    repo::made().join("taint")
}
