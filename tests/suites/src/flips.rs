//! `cargo xtask test flips`: what taint calls independent of a byte stays the same when that byte changes. Programs
//! are run over an input and over copies of it with one byte changed, and what sites compared is held side by side as long
//! as both take the same way: an operand that differs has the byte in its label. Builds for this tell of executions without
//! labels, too, so that what lost all of its labels is seen.

mod reasons;
mod report;
mod runs;
mod subject;
mod walk;

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail, ensure};
use clap::Args;

use fz_harness::budget::{Budget, Deadline};
use fz_harness::parallel;
use fz_harness::progress::{Progress, bar};
use fz_harness::random::Random;
use fz_harness::toolchain::Toolchain;
use report::Report;
use runs::{Flip, Runner};
use subject::{Kind, Program};
use xtask::repo;

/// All of it.
const FLIPS: usize = 10_000;
/// Those of a plain `cargo xtask test`.
const SHARE: usize = 200;
const SEED: u64 = 1;
/// So many flips of one input follow one run of the input itself.
const CHUNK: usize = 50;

const EXAMPLES: &str = "\
Examples:
  cargo xtask test flips                10,000 changes in all programs
  cargo xtask test flips jhead          in this program
  cargo xtask test flips --budget 3m    as many as there is time for";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only this program
    #[arg(default_value = "", hide_default_value = true)]
    program: String,
    /// So many changes, spread over all programs
    #[arg(long, value_name = "N", default_value_t = FLIPS)]
    flips: usize,
    /// What the changes follow from
    #[arg(long, alias = "flips-from", value_name = "SEED", default_value_t = SEED)]
    seed: u64,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

pub fn main(options: &Options) -> Result<()> {
    options.toolchain.ready()?;
    let which = options.program.as_str();
    let mut programs = subject::all()?;
    let names: Vec<String> = programs.iter().map(|p| p.name.clone()).collect();
    programs.retain(|p| which.is_empty() || p.name == which);
    ensure!(
        !programs.is_empty(),
        "no program is named {which}; there are {}",
        names.join(", ")
    );
    let deadline = options.budget.start();
    run(&programs, options.flips, options.seed, deadline)
}

/// A part of it, with the toolchain that is staged: programs of our own.
pub fn share() -> Result<()> {
    let mut programs = subject::all()?;
    programs.retain(|p| p.kind == Kind::Own);
    run(&programs, SHARE, SEED, Deadline::NONE)
}

/// Flips of one input.
struct Chunk<'a> {
    program: &'a Program,
    input: PathBuf,
    flips: Vec<Flip>,
}

fn run(programs: &[Program], flips: usize, seed: u64, deadline: Deadline) -> Result<()> {
    let builds = bar("taint: builds", programs.len());
    for program in programs {
        builds.set_message(program.name.clone());
        program.build()?;
        builds.inc(1);
    }
    builds.finish_and_clear();
    let mut random = Random::new(seed);
    let mut chunks = Vec::new();
    for program in programs {
        let inputs = program.inputs()?;
        let mut left = flips.div_ceil(programs.len());
        for input in inputs.iter().cycle() {
            if left == 0 {
                break;
            }
            let share = flips.div_ceil(programs.len() * inputs.len());
            let count = left.min(share).min(CHUNK);
            let bytes = std::fs::read(input)?;
            let made = (0..count).map(|_| Flip::random(&bytes, &mut random));
            chunks.push(Chunk {
                program,
                input: input.clone(),
                flips: made.collect(),
            });
            left -= count;
        }
    }
    if deadline.is_set() {
        // Those that are left are of all programs.
        random.shuffle(&mut chunks);
    }
    let report = Mutex::new(Report::default());
    let count = chunks.iter().map(|c| c.flips.len()).sum();
    let label = format!("taint: {count} flips in {} programs", programs.len());
    let progress = Progress::start(&label, Some(count), None);
    parallel::each(deadline.cuts(chunks), |_, chunk| {
        let mut runner = Runner::start(chunk.program, &chunk.input)?;
        {
            let mut report = report.lock().expect("no worker panicked");
            report.input(chunk.program, &runner);
        }
        for flip in &chunk.flips {
            let walk = runner.flip(*flip)?;
            let mut report = report.lock().expect("no worker panicked");
            report.flip(chunk.program, &chunk.input, *flip, walk);
            progress.step(&report.so_far());
        }
        Ok(())
    })?;
    deadline.tell(progress.end(), count, "changes");
    let report = report.into_inner().expect("no worker panicked");
    let reasons = reasons::load(&repo::root().join(reasons::FILE))?;
    report.print(&reasons);
    match report.unexplained(&reasons) {
        0 => Ok(()),
        count => bail!(
            "{count} operands changed with bytes that their labels lack, and {} names no reason: correct the taint build, or say there why it cannot be",
            reasons::FILE
        ),
    }
}
