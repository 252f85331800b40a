//! A benchmark of several parts: those that are asked for run one behind the other, with one list of goals at the end.

use std::{fs, path::Path};

use anyhow::{Context, Result};
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
    if let Some(path) = json {
        figures.insert("goals".to_string(), goal::json(&goals));
        let text = serde_json::to_string_pretty(&Value::Object(figures))? + "\n";
        fs::write(path, text).with_context(|| format!("cannot write {}", repo::shown(path)))?;
    }
    Ok(())
}
