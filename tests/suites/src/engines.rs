//! `cargo xtask test engines`: every engine, on programs of `tests/engines` that it has to solve.

mod behaviour;
pub mod build;
pub mod hunt;
mod modes;
mod sanitizers;
mod smoke;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};

use fz_harness::toolchain::Toolchain;
use smoke::Extent;
use xtask::setup;

const EXAMPLES: &str = "\
Examples:
  cargo xtask test engines                                  all of it; an hour
  cargo xtask test engines --part smoke --quick             what CI runs; a minute
  cargo xtask test engines --part sanitizers --engine libafl";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only this part (repeatable)
    #[arg(long = "part", value_enum, value_name = "PART", value_delimiter = ',')]
    parts: Vec<Part>,
    /// Only engines whose names contain this
    #[arg(long = "engine", value_name = "NAME")]
    engine: Option<String>,
    /// What each fuzzer of `smoke` may take
    #[arg(long, value_name = "SECONDS", default_value_t = smoke::SECONDS)]
    limit: u64,
    /// Of `smoke`, what CI runs
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    toolchain: Toolchain,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// One set of objects, relinked for every engine, each of which finds the same crash
    Smoke,
    /// What needs more than a program: cmplog, companions with sanitizers, companions that share a queue, `fz fuzz`;
    /// time-outs, rejected inputs, links that have to fail
    Modes,
    /// Each sanitizer under each engine: a fault is found, or the link is refused
    Sanitizers,
}

pub fn main(options: &Options) -> Result<()> {
    setup::engines()?;
    options.toolchain.ready()?;
    let all = [Part::Smoke, Part::Modes, Part::Sanitizers];
    let wanted = |part: &Part| options.parts.is_empty() || options.parts.contains(part);
    let extent = match options.quick {
        true => Extent::Quick,
        false => Extent::Whole,
    };
    let mut failed = Vec::new();
    for part in all.into_iter().filter(wanted) {
        let name = part.to_possible_value().expect("no part is hidden");
        println!("\n== {} ==", name.get_name());
        let only = options.engine.as_deref().unwrap_or_default();
        let result = match part {
            Part::Smoke => smoke::run(only, options.limit, extent),
            Part::Modes => modes::run(only),
            Part::Sanitizers => sanitizers::run(only),
        };
        if let Err(error) = result {
            eprintln!("error: {}: {error:#}", name.get_name());
            failed.push(name.get_name().to_string());
        }
    }
    ensure!(failed.is_empty(), "not clean: {}", failed.join(", "));
    Ok(())
}

/// A part of it, with the toolchain that is staged: the quick smoke test.
pub fn share() -> Result<()> {
    setup::engines()?;
    smoke::run("", smoke::SECONDS, Extent::Quick)
}
