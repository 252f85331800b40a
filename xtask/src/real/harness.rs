//! Harnesses that packages ship: built once with the profile `compares`, linked for each engine, fuzzed for a while.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use super::recipe::{Harness, Recipe};
use super::{Compiler, copy_seeds};
use crate::engines::build as linking;
use crate::engines::hunt::{FUZZERS, Fuzzer, Hunt, Shape};
use crate::{apt, build, proc, setup, table};

const PROFILE: &str = "compares";
const TIME: Duration = Duration::from_secs(30);

/// Those of `recipes` that have one.
pub fn run(recipes: &[Recipe]) -> Result<()> {
    let with: Vec<(&Recipe, &Harness)> = recipes
        .iter()
        .filter_map(|r| Some((r, r.harness.as_ref()?)))
        .collect();
    if with.is_empty() {
        return Ok(());
    }
    build::ready()?;
    setup::engines()?;
    let needs = with.iter().flat_map(|(r, _)| r.needs.iter());
    apt::ensure_installed(&needs.map(String::as_str).collect::<Vec<_>>())?;
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for (recipe, harness) in with {
        eprintln!("fz: {}: {}", recipe.name, harness.source);
        let mut row = vec![recipe.name.clone()];
        match package(recipe, harness, &mut row) {
            Ok(missed) => failed.extend(missed),
            Err(error) => {
                eprintln!("error: {}: {error:#}", recipe.name);
                failed.push(recipe.name.clone());
            }
        }
        rows.push(row);
    }
    let mut head = vec!["executions of"];
    head.extend(FUZZERS.map(Fuzzer::name));
    table::print(&head, &rows);
    if failed.is_empty() {
        Ok(())
    } else {
        bail!("harnesses failed: {}", failed.join(", "))
    }
}

/// Builds the package and its harness, and fuzzes it with each fuzzer; those that could not.
fn package(recipe: &Recipe, harness: &Harness, row: &mut Vec<String>) -> Result<Vec<String>> {
    let src = Compiler::fz(Some(PROFILE)).build(recipe)?;
    let work = src.with_extension("harness");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    let object = work.join("harness.o");
    let mut compile = linking::compiler("fz-cxx", "none");
    compile
        .current_dir(&src)
        .arg(format!("--fz-profile={PROFILE}"))
        .args(["-O2", "-w"])
        .args(&harness.flags)
        .arg("-c")
        .arg(&harness.source)
        .arg("-o")
        .arg(&object);
    proc::output(&mut compile)?;
    let seeds = match &harness.seeds {
        None => linking::seeds(&work)?,
        Some((folder, extension)) => {
            let seeds = work.join("seeds");
            copy_seeds(&src.join(folder), extension, &seeds)?;
            seeds
        }
    };
    let mut failed = Vec::new();
    for fuzzer in FUZZERS {
        eprintln!("   .. {} {}", recipe.name, fuzzer.name());
        let program = work.join(format!("fuzzer-{}", fuzzer.engine()));
        let ran = link(fuzzer, &src, &object, harness, &program).and_then(|()| {
            let hunt = Hunt {
                program: &program,
                shape: Shape::Harness,
                seeds: &seeds,
                cmplog: Some(&program),
                limit: TIME,
            };
            hunt.exercise(fuzzer, &work.join(format!("{fuzzer:?}").to_lowercase()))
        });
        row.push(match ran {
            Ok(executions) => executions.to_string(),
            Err(error) => {
                eprintln!("error: {} {}: {error:#}", recipe.name, fuzzer.name());
                failed.push(format!("{} under {}", recipe.name, fuzzer.name()));
                "FAILED".into()
            }
        });
    }
    Ok(failed)
}

fn link(
    fuzzer: Fuzzer,
    src: &Path,
    object: &Path,
    harness: &Harness,
    program: &Path,
) -> Result<()> {
    if program.exists() {
        return Ok(());
    }
    let mut link: Command = linking::compiler("fz-cxx", fuzzer.engine());
    link.current_dir(src).arg(object).args(&harness.link);
    proc::output(link.arg("-o").arg(program))?;
    Ok(())
}
