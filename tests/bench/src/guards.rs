//! What guards find and cost.

mod cost;
mod hunt;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum, value_parser};
use serde_json::{Map, Value};

use super::parts;
use xtask::{build, setup};

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
    /// Libraries whose cost is measured (all of tests/bench/subjects/*.toml)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    subjects: Vec<String>,
    /// Timed runs of each build; the shortest counts
    #[arg(long, default_value_t = 7, value_parser = value_parser!(u64).range(1..))]
    runs: u64,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench guards                                   everything
  cargo xtask bench guards --only cost --subjects expat,libpng
  cargo xtask bench guards --only hunt --trials 3 --json hunt.json
  cargo xtask bench guards --only hunt --programs cwe369     a first look; a minute";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// What operations with guards there are, and what they cost to run and to compile
    Cost,
    /// Executions until afl-fuzz has what goes wrong behind a parser, in programs of `cargo xtask test guards`
    Hunt,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    setup::peers()?;
    let wanted = |part| options.only.is_empty() || options.only.contains(&part);
    if let Some(file) = options.json.as_ref().filter(|f| f.exists()) {
        fs::remove_file(file).with_context(|| format!("cannot replace {}", file.display()))?;
    }
    if wanted(Part::Cost) {
        cost::run(options)?;
    }
    if wanted(Part::Hunt) {
        hunt::run(options)?;
    }
    Ok(())
}

impl Options {
    /// Writes what a part has so far beside what others have.
    fn write(&self, part: &str, figures: Value) -> Result<()> {
        let Some(file) = &self.json else {
            return Ok(());
        };
        let mut all: Map<String, Value> = match fs::read(file) {
            Ok(text) => serde_json::from_slice(&text)?,
            Err(_) => Map::new(),
        };
        all.insert(part.to_owned(), figures);
        parts::write(Some(file), &all)
    }
}
