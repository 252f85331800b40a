//! `cargo xtask demo`: a real program, built with `CC=fz-cc ./configure && make`, fuzzed by Debian's afl-fuzz; and what
//! the fuzzer reached in it, on a page.
//!
//! A fuzzer keeps one processor busy. Meanwhile the others build `fz`, and the program once more for coverage.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};
use clap::Args;

use crate::afl::{Limit, Run, Stats, Target};
use crate::package::{Compiler, Fuzz, Recipe};
use crate::parts::{Kind, Parts};
use crate::{apt, build, package, proc, repo, setup, table};

/// Which of `tests/real/` is fuzzed.
pub const PROGRAM: &str = "libpng";

/// The profile of the second build.
const COVERAGE: &str = "coverage";

/// How many conditions are shown of those where inputs get no further.
const FRONTIER: &str = "5";

#[derive(Args)]
pub struct Options {
    /// How long to fuzz
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Build with this profile
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

/// What is made below `target/demo`.
struct Places {
    seeds: PathBuf,
    out: PathBuf,
    store: PathBuf,
    page: PathBuf,
}

pub fn main(options: &Options) -> Result<()> {
    let parts = Parts::start();
    packages(&parts)?;
    let recipe = package::recipe(PROGRAM)?;
    let fuzz = recipe
        .fuzz
        .clone()
        .context("the demo's recipe has no [fuzz]")?;
    parts.time("source of the program", Kind::Network, || {
        recipe.source.fetch()
    })?;
    parts.time(
        "compile the compilers and the passes",
        Kind::Work,
        build::compilers,
    )?;

    let work = repo::made().join("demo");
    let places = Places {
        seeds: work.join("seeds"),
        out: work.join("out"),
        store: work.join("demo.fzcov"),
        page: work.join("report.html"),
    };
    let (stats, covered, count) = thread::scope(|scope| {
        let meanwhile = scope.spawn(|| {
            parts.time("compile fz", Kind::Meanwhile, build::command)?;
            parts.time("build the program for coverage", Kind::Meanwhile, || {
                Compiler::fz(Some(COVERAGE)).build(&recipe)
            })
        });
        let fuzzed = fuzzed(options, &recipe, &fuzz, &places, &parts);
        let covered = parts
            .time("wait for the coverage build", Kind::Work, || {
                meanwhile.join()
            })
            .expect("no panic");
        let (stats, count) = fuzzed?;
        Ok::<_, anyhow::Error>((stats, covered?, count))
    })?;
    let covered = fuzz.target(&covered);
    let summary = parts.time("see what the inputs reach", Kind::Work, || {
        report(&covered, &fuzz, &places)
    })?;

    print(&stats, count, &places);
    println!("\nWhat these inputs reach in {PROGRAM}:\n\n{summary}");
    println!(
        "\nThe same on a page, line by line, with the conditions that no input has got past:\n  {}\n",
        places.page.display()
    );
    parts.print();
    Ok(())
}

/// The packages that are missing on this machine.
fn packages(parts: &Parts) -> Result<()> {
    if fz_llvm::RELEASE != fz_llvm::PINNED {
        return setup::packages_to_build();
    }
    let missing = apt::missing(&setup::of_the_demo())?;
    if missing.is_empty() {
        return Ok(());
    }
    parts.time("packages, fetched", Kind::Network, || apt::fetch(&missing))?;
    parts.time("packages, installed", Kind::Work, || apt::install(&missing))
}

/// Builds the program, and fuzzes it from so many seeds.
fn fuzzed(
    options: &Options,
    recipe: &Recipe,
    fuzz: &Fuzz,
    places: &Places,
    parts: &Parts,
) -> Result<(Stats, usize)> {
    eprintln!(
        "fz: {PROGRAM} {}, with CC=fz-cc: {}",
        recipe.source.version,
        recipe.build.join(" && ")
    );
    let compiler = Compiler::fz(options.profile.as_deref());
    let src = parts.time("build the program with fz-cc", Kind::Work, || {
        compiler.build(recipe)
    })?;
    let count = package::seeds(fuzz, &src, &places.seeds)?;
    let fuzzer = debian_afl_fuzz();
    eprintln!(
        "fz: {} for {} s, from {count} seeds",
        fuzzer.display(),
        options.seconds
    );
    let target = fuzz.target(&src);
    let run = Run {
        label: "demo",
        fuzzer: &fuzzer,
        target: &target,
        seeds: &places.seeds,
        out: places.out.clone(),
        limit: Limit::Seconds(options.seconds),
        random: None,
        environment: Vec::new(),
        bars: proc::bars(),
    };
    let stats = parts.time("fuzz it", Kind::Work, || run.fuzz())?;
    Ok((stats, count))
}

/// Runs the fuzzer's inputs in the build for coverage, writes the page, and returns the summary.
fn report(target: &Target, fuzz: &Fuzz, places: &Places) -> Result<String> {
    if places.store.exists() {
        fs::remove_file(&places.store)?;
    }
    let mut collect = fz(target, "cov");
    collect.arg("collect").arg(&target.program);
    collect.arg("-i").arg(&places.out);
    collect.arg("-o").arg(&places.store);
    collect.arg("--").args(&fuzz.arguments);
    proc::run("fz cov collect", &mut collect)?;
    let mut page = fz(target, "cov");
    page.arg("report").arg(&places.store);
    page.arg("-o").arg(&places.page);
    page.arg("--source").arg(&target.dir);
    proc::run("fz cov report", &mut page)?;
    let mut summary = fz(target, "cov");
    summary.arg("report").arg(&places.store);
    proc::output(summary.args(["--limit", FRONTIER]))
}

fn fz(target: &Target, subcommand: &str) -> Command {
    let mut fz = Command::new(repo::stage().join("bin/fz"));
    fz.arg(subcommand).current_dir(&target.dir);
    if let Some(path) = &target.library_path {
        fz.env("LD_LIBRARY_PATH", path);
    }
    fz
}

fn print(stats: &Stats, count: usize, places: &Places) {
    let executions = format!(
        "{} ({}/s)",
        stats.text("execs_done"),
        stats.text("execs_per_sec")
    );
    let edges = format!(
        "{} of a map of {}",
        stats.text("edges_found"),
        stats.text("total_edges")
    );
    let queue = format!("{} inputs from {count} seeds", stats.text("corpus_count"));
    let rows = [
        ("executions", executions),
        ("edges found", edges),
        ("queue", queue),
        ("stability", stats.text("stability").to_owned()),
        ("crashes", stats.text("saved_crashes").to_owned()),
        (
            "the queue is in",
            repo::shown(&places.out.join("default/queue")),
        ),
    ];
    table::print(
        &["fuzzed", PROGRAM],
        &rows.map(|(name, value)| vec![name.to_owned(), value]),
    );
}

/// The afl-fuzz of Debian's package, whatever else is on the PATH.
pub fn debian_afl_fuzz() -> PathBuf {
    PathBuf::from("/usr/bin/afl-fuzz")
}
