//! A benchmark of several parts: those that are asked for run one behind the other, with one list of goals at the end.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{Map, Value};

use super::goal::{self, Goal};
use xtask::repo;

/// What a part measured.
pub struct Measured {
    pub goals: Vec<Goal>,
    pub figures: Value,
}

/// A part, by its name in figures.
pub type Part<P, O> = (P, &'static str, fn(&O) -> Result<Measured>);

/// Runs the parts that `only` has, or all; all figures go to `json`.
pub fn run<P: Copy + PartialEq, O>(
    parts: &[Part<P, O>],
    only: &[P],
    options: &O,
    json: Option<&Path>,
) -> Result<()> {
    xtask::build::ready()?;
    let (mut goals, mut figures) = (Vec::new(), Map::new());
    for (part, name, measure) in parts {
        if only.is_empty() || only.contains(part) {
            let measured = measure(options)?;
            goals.extend(measured.goals);
            figures.insert(name.to_string(), measured.figures);
        }
    }
    goal::print(&goals);
    figures.insert("goals".to_string(), goal::json(&goals));
    write(json, &figures)
}

/// Writes figures to the file for them, if there is one. A long run that is ended early leaves what it has: benches write
/// after each of their steps.
pub fn write(file: Option<&Path>, figures: &impl Serialize) -> Result<()> {
    let Some(file) = file else {
        return Ok(());
    };
    let text = serde_json::to_string_pretty(figures)? + "\n";
    fs::write(file, text).with_context(|| format!("cannot write {}", repo::shown(file)))
}
