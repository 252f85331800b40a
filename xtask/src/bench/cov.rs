//! What coverage costs, part by part: goals that the build and the collection of it are held against.

mod build;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum, value_parser};
use serde_json::{Map, Value};

use super::goal::{self, Goal};
use crate::repo;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these parts
    #[arg(long, value_delimiter = ',', value_name = "PART")]
    only: Vec<Part>,
    /// Timed runs; the shortest counts
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u64).range(1..))]
    runs: u64,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench cov                            everything
  cargo xtask bench cov --only build --runs 1";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// How long packages take to build
    Build,
}

/// What a part measured.
struct Measured {
    goals: Vec<Goal>,
    figures: Value,
}

type Measure = fn(&Options) -> Result<Measured>;

/// Each part, by its name in figures.
const PARTS: [(Part, &str, Measure); 1] = [(Part::Build, "build", build::measure)];

pub fn main(options: &Options) -> Result<()> {
    crate::build::ready()?;
    let (mut goals, mut figures) = (Vec::new(), Map::new());
    for (part, name, measure) in PARTS {
        if options.only.is_empty() || options.only.contains(&part) {
            let measured = measure(options)?;
            goals.extend(measured.goals);
            figures.insert(name.to_string(), measured.figures);
        }
    }
    goal::print(&goals);
    if let Some(path) = &options.json {
        figures.insert("goals".to_string(), goal::json(&goals));
        let text = serde_json::to_string_pretty(&Value::Object(figures))? + "\n";
        fs::write(path, text).with_context(|| format!("cannot write {}", repo::shown(path)))?;
    }
    Ok(())
}
