//! What guards find and cost.

mod hunt;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum, value_parser};

use crate::{build, setup};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these parts
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    only: Vec<Part>,
    /// Only programs with one of these in their names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    programs: Vec<String>,
    /// Campaigns of each build on each program, with different random seeds
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    trials: u64,
    /// Executions after which a campaign gives up
    #[arg(long, default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    executions: u64,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench guards                                   everything
  cargo xtask bench guards --only hunt --trials 3 --json hunt.json
  cargo xtask bench guards --only hunt --programs cwe369     a first look; a minute";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Executions until afl-fuzz has what goes wrong behind a parser, in programs of `cargo xtask test --guards`
    Hunt,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    setup::peers()?;
    let wanted = |part| options.only.is_empty() || options.only.contains(&part);
    if wanted(Part::Hunt) {
        hunt::run(options)?;
    }
    Ok(())
}
