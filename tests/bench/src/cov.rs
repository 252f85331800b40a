//! What coverage costs, part by part: goals that the build and the collection of it are held against.

mod build;
mod compare;
mod cores;
mod lines;
mod run;
mod scale;
mod speed;

use std::path::PathBuf;

use anyhow::Result;
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum, value_parser};

use super::parts::{self, Measured};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these parts
    #[arg(long, value_delimiter = ',', value_name = "PART")]
    only: Vec<Part>,
    /// Timed runs; the shortest counts
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u64).range(1..))]
    runs: u64,
    /// The programs to measure the speed of (all of tests/bench/subjects/*.toml that have a part in it)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    subjects: Vec<String>,
    /// Inputs of each program for `speed`, and for `cores`
    #[arg(long, default_value_t = 5_000, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    inputs: usize,
    /// The largest number of inputs for `scale`
    #[arg(long, default_value_t = 100_000, value_parser = RangedU64ValueParser::<usize>::new().range(100..))]
    scale: usize,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench cov                            everything
  cargo xtask bench cov --only build --runs 1
  cargo xtask bench cov --only speed --subjects jhead,expat";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// How long packages take to build
    Build,
    /// Inputs per second, against afl-showmap -C and llvm-cov
    Speed,
    /// A hundred thousand inputs: time, memory, the store, shards
    Scale,
    /// Comparing 100 runs of 20,000 inputs: time and memory
    Compare,
    /// What a second core is worth to commands that run a corpus
    Cores,
    /// How many conditions share a line with another, before and after
    Lines,
}

/// Each part, by its name in figures.
const PARTS: [parts::Part<Part, Options>; 6] = [
    (Part::Build, "build", build::measure),
    (Part::Speed, "speed", speed::measure),
    (Part::Scale, "scale", scale::measure),
    (Part::Compare, "compare", compare::measure),
    (Part::Cores, "cores", cores::measure),
    (Part::Lines, "lines", lines::measure),
];

pub fn main(options: &Options) -> Result<()> {
    parts::run(&PARTS, &options.only, options, options.json.as_deref())
}
