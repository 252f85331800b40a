//! `cargo xtask test oss-fuzz`: build scripts that packages ship for OSS-Fuzz, run unmodified in the environment that
//! `fz env oss-fuzz` prints. What they leave in `$OUT` is moved, and has to run.

mod build;
mod fuzzers;
mod recipe;

use anyhow::{Result, ensure};
use clap::Args;

use fz_harness::budget::Budget;
use fz_harness::toolchain::Toolchain;
use recipe::Recipe;
use xtask::{apt, setup, table};

#[derive(Args)]
pub struct Options {
    /// Only these packages; the names are those of tests/oss-fuzz/*.toml
    #[arg(value_name = "PACKAGE")]
    packages: Vec<String>,
    /// As `--oss-fuzz` had it.
    #[arg(long = "script", hide = true)]
    scripts: Vec<String>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

const ENGINES: [&str; 2] = ["libfuzzer", "afl"];
const SANITIZERS: [&str; 2] = ["address", "undefined"];

pub fn main(options: &Options) -> Result<()> {
    let recipes = recipe::load(&[&options.packages[..], &options.scripts[..]].concat())?;
    let deadline = options.budget.start();
    options.toolchain.ready()?;
    setup::peers()?;
    apt::ensure_installed(recipes.iter().flat_map(|one| &one.needs))?;
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    let mut begun = 0;
    for recipe in deadline.cuts(&recipes) {
        begun += 1;
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
    table::under(
        "package | engine | sanitizer | result | executions of each fuzzer (edges)",
        &rows,
    );
    deadline.tell(begun, recipes.len(), "packages");
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
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
