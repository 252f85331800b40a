//! `cargo xtask test --oss-fuzz`: build scripts that packages ship for OSS-Fuzz, run unmodified in the environment that
//! `fz env --oss-fuzz` prints. What they leave in `$OUT` is moved, and has to run.

mod build;
mod fuzzers;
mod recipe;

use anyhow::{Result, bail, ensure};
use clap::Args;

use crate::{apt, build as toolchain, setup, table};
use recipe::Recipe;

#[derive(Args, Default)]
#[group(id = "oss-fuzz-scripts")]
pub struct Options {
    /// Only this package (repeatable); the names are those of tests/oss-fuzz/*.toml
    #[arg(long = "script", requires = "oss_fuzz", value_name = "NAME")]
    scripts: Vec<String>,
}

const ENGINES: [&str; 2] = ["libfuzzer", "afl"];
const SANITIZERS: [&str; 2] = ["address", "undefined"];

pub fn main(options: &Options) -> Result<()> {
    let recipes = recipe::load(&options.scripts)?;
    toolchain::ready()?;
    setup::peers()?;
    let needs = recipes.iter().flat_map(|r| r.needs.iter());
    apt::ensure_installed(&needs.map(String::as_str).collect::<Vec<_>>())?;
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for recipe in &recipes {
        eprintln!("fz: {}: {}", recipe.name, recipe.about);
        for engine in ENGINES {
            for sanitizer in SANITIZERS {
                let label = format!("{} {engine} {sanitizer}", recipe.name);
                let cells = match one(recipe, engine, sanitizer, &label) {
                    Ok(ran) => ["ok".to_string(), ran],
                    Err(error) => {
                        eprintln!("error: {label}: {error:#}");
                        failed.push(label);
                        ["FAILED".to_string(), String::new()]
                    }
                };
                let head = [&recipe.name, engine, sanitizer].map(String::from);
                rows.push([head.to_vec(), cells.to_vec()].concat());
            }
        }
    }
    let head = [
        "package",
        "engine",
        "sanitizer",
        "result",
        "executions of each fuzzer (edges)",
    ];
    table::print(&head, &rows);
    if failed.is_empty() {
        Ok(())
    } else {
        bail!("failed: {}", failed.join(", "))
    }
}

/// One build, and all its fuzzers; what they executed.
fn one(recipe: &Recipe, engine: &str, sanitizer: &str, label: &str) -> Result<String> {
    let out = build::run(recipe, engine, sanitizer, label)?;
    let left = fuzzers::left(&out)?;
    ensure!(
        left == recipe.fuzzers,
        "the script left {left:?}, and not {:?}",
        recipe.fuzzers
    );
    let mut ran = Vec::new();
    for name in &recipe.fuzzers {
        let of = fuzzers::run(&out, name, engine, label)?;
        ran.push(format!("{name} {of}"));
    }
    Ok(ran.join(", "))
}
