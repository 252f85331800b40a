//! `cargo xtask test taint`: labels of programs that compute with their input, held against DFSan's. DFSan has eight labels:
//! it is run once for each eight bytes of the input. Where ours are fewer, bytes are changed to see that they do not
//! matter.

mod builds;
mod generate;
mod program;
mod said;
mod trial;

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail, ensure};
use clap::Args;

use fz_harness::budget::{Budget, Deadline};
use fz_harness::level::Level;
use fz_harness::parallel;
use fz_harness::progress::Progress;
use fz_harness::toolchain::Toolchain;
use program::Program;
use trial::{Counts, Trial};
use xtask::repo;

/// Generated programs, and those of them in a plain `cargo xtask test`.
const GENERATED: u64 = 200;
const SHARE: u64 = 10;
const LEVELS: [Level; 2] = [Level::O0, Level::O2];

const EXAMPLES: &str = "\
Examples:
  cargo xtask test taint                                      the hand-written programs, and 200 that are generated
  cargo xtask test taint shifts                               those with this in their names
  cargo xtask test taint --first 1000 --programs 5000 --budget 10m";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only the programs with this in their names
    #[arg(value_name = "NAME", default_value = "", hide_default_value = true)]
    which: String,
    /// The seed of the first generated program
    #[arg(long, value_name = "N", default_value_t = 1)]
    first: u64,
    /// How many are generated
    #[arg(long, value_name = "N", default_value_t = GENERATED)]
    programs: u64,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

pub fn main(options: &Options) -> Result<()> {
    options.toolchain.ready()?;
    let seeds = options.first..options.first + options.programs;
    let mut programs = all(seeds)?;
    let which = options.which.as_str();
    programs.retain(|p| p.name.contains(which));
    ensure!(
        !programs.is_empty(),
        "no program has {which} in its name; they are called like shifts and seed-1"
    );
    run(&programs, options.budget.start())
}

/// A part of it, with the toolchain that is staged: the hand-written programs and some that are generated, an input each.
pub fn share() -> Result<()> {
    let mut programs = all(1..1 + SHARE)?;
    for program in &mut programs {
        program.inputs.truncate(1);
    }
    run(&programs, Deadline::NONE)
}

fn all(seeds: std::ops::Range<u64>) -> Result<Vec<Program>> {
    let mut programs = program::written()?;
    programs.extend(seeds.map(program::generated));
    Ok(programs)
}

fn run(programs: &[Program], deadline: Deadline) -> Result<()> {
    let dir = dir();
    repo::fresh(&dir)?;
    builds::harnesses(&dir)?;
    let all: usize = programs.iter().map(Program::count).sum();
    let label = format!("taint: {all} programs in {} files", programs.len());
    let progress = Progress::start(&label, Some(programs.len()), None);
    let found: Mutex<(Counts, usize)> = Mutex::default();
    parallel::each(deadline.cuts(programs), |_, program| {
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
    deadline.tell(progress.end(), programs.len(), "files");
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
