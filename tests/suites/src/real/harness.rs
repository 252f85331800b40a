//! Harnesses that packages ship: built once with the profile `compares`, linked for each engine, fuzzed for a while.
//! Each fuzzer has to reach more than the seeds do, without a crash.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, ensure};

use super::outcome::{self, Outcome};
use crate::engines::build as linking;
use crate::engines::hunt::{FUZZERS, Fuzzer, Hunt, Shape};
use fz_harness::budget::Deadline;
use fz_harness::progress::Progress;
use xtask::package::{Compiler, Harness, Recipe, copy_seeds};
use xtask::{apt, proc, repo, setup, table};

const PROFILE: &str = "compares";
const TIME: Duration = Duration::from_secs(30);

/// Those of `recipes` that have one.
pub fn run(recipes: &[Recipe], deadline: Deadline) -> Result<()> {
    let with: Vec<(&Recipe, &Harness)> = recipes
        .iter()
        .filter_map(|r| Some((r, r.harness.as_ref()?)))
        .collect();
    if with.is_empty() {
        return Ok(());
    }
    setup::engines()?;
    apt::ensure_installed(with.iter().flat_map(|(one, _)| &one.needs))?;
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    let all = with.len();
    for (recipe, harness) in deadline.cuts(with) {
        eprintln!("fz: {}: {}", recipe.name, harness.sources.join(", "));
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
    println!("executions per second, and edges reached by the seeds and at the end");
    let mut head = vec!["harness of"];
    head.extend(FUZZERS.map(Fuzzer::name));
    table::print(&head, &rows);
    deadline.tell(rows.len(), all, "harnesses");
    ensure!(failed.is_empty(), "harnesses failed: {}", failed.join(", "));
    Ok(())
}

/// Builds the package and its harness, and fuzzes it with each fuzzer; those that could not.
fn package(recipe: &Recipe, harness: &Harness, row: &mut Vec<String>) -> Result<Vec<String>> {
    let src = Compiler::fz(Some(PROFILE)).build(recipe)?;
    let work = src.with_extension("harness");
    repo::fresh(&work)?;
    let objects = compile(&src, harness, &work)?;
    let seeds = match &harness.seeds {
        None => linking::seeds(&work)?,
        Some((folder, extension)) => {
            let seeds = work.join("seeds");
            copy_seeds(&src.join(folder), extension, &seeds)?;
            seeds
        }
    };
    let link = |engine: &str| link(engine, &src, &objects, harness, &work);
    let judge = link(Fuzzer::Libfuzzer.engine())?;
    let before = outcome::replay(&judge, &[&seeds])?;
    let mut failed = Vec::new();
    for fuzzer in FUZZERS {
        let label = format!("{} under {}", recipe.name, fuzzer.name());
        let fuzzed = || -> Result<String> {
            let program = link(fuzzer.engine())?;
            let hunt = Hunt {
                program: &program,
                shape: Shape::Harness,
                seeds: &seeds,
                cmplog: Some(&program),
                limit: TIME,
            };
            let out = work.join(format!("{fuzzer:?}").to_lowercase());
            let run = Progress::during(&label, TIME, || hunt.exercise(fuzzer, &out))?;
            let after = outcome::replay(&judge, &[&seeds, &run.queue])?;
            Outcome { run, before, after }.judged(TIME)
        };
        row.push(fuzzed().unwrap_or_else(|error| {
            eprintln!("error: {label}: {error:#}");
            failed.push(label);
            "FAILED".into()
        }));
    }
    Ok(failed)
}

/// Objects that know no engine.
fn compile(src: &Path, harness: &Harness, work: &Path) -> Result<Vec<PathBuf>> {
    let mut objects = Vec::new();
    for source in &harness.sources {
        let object = work.join(format!("{}.o", objects.len()));
        let name = if source.ends_with(".c") {
            "fz-cc"
        } else {
            "fz-cxx"
        };
        let mut command = linking::compiler(name, "none");
        command
            .current_dir(src)
            .arg(format!("--fz-profile={PROFILE}"))
            .args(["-O2", "-w"])
            .args(&harness.flags)
            .arg("-c")
            .arg(source)
            .arg("-o")
            .arg(&object);
        proc::output(&mut command)?;
        objects.push(object);
    }
    Ok(objects)
}

/// The program for this engine; some serve several fuzzers.
fn link(
    engine: &str,
    src: &Path,
    objects: &[PathBuf],
    harness: &Harness,
    work: &Path,
) -> Result<PathBuf> {
    let program = work.join(format!("fuzzer-{engine}"));
    if !program.exists() {
        let mut command = linking::compiler("fz-cxx", engine);
        command.current_dir(src).args(objects).args(&harness.link);
        proc::output(command.arg("-o").arg(&program))?;
    }
    Ok(program)
}
