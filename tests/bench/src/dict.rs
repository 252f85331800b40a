//! Dictionaries: what they find, against those that others wrote and extract, what they cost, and whether they help.

mod campaigns;
mod constant;
mod cost;
mod lexer;
mod literals;
mod package;
mod peers;
mod recall;
mod taint;
mod token;
mod truth;
mod words;

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
    /// The packages whose dictionaries count (all of tests/bench/dict/*.toml)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    packages: Vec<String>,
    /// Timed runs of each build; the shortest counts
    #[arg(long, default_value_t = 7, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    runs: usize,
    /// Executions of each campaign
    #[arg(long, default_value_t = 2_000_000, value_parser = value_parser!(u64).range(1..))]
    executions: u64,
    /// Campaigns of each kind, with the random seeds from 1 on
    #[arg(long, default_value_t = 5, value_parser = value_parser!(u64).range(1..))]
    seeds: u64,
    /// Campaigns at a time
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    jobs: usize,
    /// Name each token that is not found, and where it stands
    #[arg(long)]
    verbose: bool,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench dict                                       everything
  cargo xtask bench dict --only recall --packages libpng --verbose
  cargo xtask bench dict --only campaigns --executions 200000 --seeds 3";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Tokens of others' dictionaries that occur as literals in the sources, and those of them that fz finds
    Recall,
    /// The same, of what afl-clang-fast extracts
    Peers,
    /// Of each package's best words, those at whose site a taint build sees bytes of its inputs
    Taint,
    /// Time to compile and to run, and room, with words and without
    Cost,
    /// What afl-fuzz reaches without words, with the program's, and with the optimised dictionary; goes on where it was
    /// stopped
    Campaigns,
}

/// Each part, by its name in figures.
const PARTS: [parts::Part<Part, Options>; 5] = [
    (Part::Recall, "recall", recall::measure),
    (Part::Peers, "peers", peers::measure),
    (Part::Taint, "taint", taint::measure),
    (Part::Cost, "cost", cost::measure),
    (Part::Campaigns, "campaigns", campaigns::measure),
];

pub fn main(options: &Options) -> Result<()> {
    parts::run(&PARTS, &options.only, options, options.json.as_deref())
}
