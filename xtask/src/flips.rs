//! `cargo xtask test --taint-flips`: what taint calls independent of a byte stays the same when that byte changes. Programs
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

use crate::progress::{Progress, bar};
use crate::random::Random;
use crate::{build, parallel, repo};
use report::Report;
use runs::{Flip, Runner};
use subject::{Kind, Program};

/// All of it.
const FLIPS: usize = 10_000;
/// Those of a plain `cargo xtask test`.
const SHARE: usize = 200;
const SEED: u64 = 1;
/// So many flips of one input follow one run of the input itself.
const CHUNK: usize = 50;

#[derive(Args, Default)]
#[group(id = "taint-flips")]
pub struct Options {
    /// Change single bytes of inputs, and see that only what has them in its labels changes in taint builds, instead; only
    /// in this program
    #[arg(long = "taint-flips", value_name = "PROGRAM", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["real", "differential", "mutations", "engines", "oss_fuzz", "filter", "which"])]
    program: Option<String>,
    /// So many changes, spread over all programs (10,000)
    #[arg(long, requires = "program", value_name = "N")]
    flips: Option<usize>,
    /// What the changes follow from (1)
    #[arg(long, requires = "program", value_name = "SEED")]
    flips_from: Option<u64>,
}

impl Options {
    pub fn is_wanted(&self) -> bool {
        self.program.is_some()
    }
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let which = options.program.as_deref().unwrap_or("");
    let mut programs = subject::all()?;
    let names: Vec<String> = programs.iter().map(|p| p.name.clone()).collect();
    programs.retain(|p| which.is_empty() || p.name == which);
    ensure!(
        !programs.is_empty(),
        "no program is named {which}; there are {}",
        names.join(", ")
    );
    let seed = options.flips_from.unwrap_or(SEED);
    run(&programs, options.flips.unwrap_or(FLIPS), seed)
}

/// A part of it, with the toolchain that is staged: programs of our own.
pub fn share() -> Result<()> {
    let mut programs = subject::all()?;
    programs.retain(|p| p.kind == Kind::Own);
    run(&programs, SHARE, SEED)
}

/// Flips of one input.
struct Chunk<'a> {
    program: &'a Program,
    input: PathBuf,
    flips: Vec<Flip>,
}

fn run(programs: &[Program], flips: usize, seed: u64) -> Result<()> {
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
    let report = Mutex::new(Report::default());
    let count = chunks.iter().map(|c| c.flips.len()).sum();
    let label = format!("taint: {count} flips in {} programs", programs.len());
    let progress = Progress::start(&label, Some(count), None);
    parallel::each(chunks, |_, chunk| {
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
    progress.end();
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
