//! Dictionaries: what they find, against those that others wrote and extract, what they cost, and whether they help.

mod constant;
mod lexer;
mod literals;
mod package;
mod peers;
mod recall;
mod token;
mod truth;
mod words;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value};

use super::goal::{self, Goal};
use crate::repo;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these parts
    #[arg(long, value_delimiter = ',', value_name = "PART")]
    only: Vec<Part>,
    /// The packages whose dictionaries count (all of tests/bench/dict/*.toml)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    packages: Vec<String>,
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
  cargo xtask bench dict --only peers";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Tokens of others' dictionaries that occur as literals in the sources, and those of them that fz finds
    Recall,
    /// The same, of what afl-clang-fast extracts
    Peers,
}

/// What a part measured.
struct Measured {
    goals: Vec<Goal>,
    figures: Value,
}

type Measure = fn(&Options) -> Result<Measured>;

/// Each part, by its name in figures.
const PARTS: [(Part, &str, Measure); 2] = [
    (Part::Recall, "recall", recall::measure),
    (Part::Peers, "peers", peers::measure),
];

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
