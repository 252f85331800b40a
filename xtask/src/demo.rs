//! `cargo xtask demo`: a real program, built with `CC=fz-cc ./configure && make`, fuzzed by Debian's afl-fuzz.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use indicatif::MultiProgress;

use crate::afl::{Limit, Run, Target};
use crate::{build, package, proc, repo, table};

/// Which of `tests/real/` is fuzzed.
pub const PROGRAM: &str = "libpng";

#[derive(Args)]
pub struct Options {
    /// How long to fuzz
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Build with this profile
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let recipe = package::recipe(PROGRAM)?;
    let fuzz = recipe
        .fuzz
        .clone()
        .context("the demo's recipe has no [fuzz]")?;
    eprintln!(
        "fz: {PROGRAM} {}, with CC=fz-cc: {}",
        recipe.source.version,
        recipe.build.join(" && ")
    );
    let src = package::Compiler::fz(options.profile.as_deref()).build(&recipe)?;

    let work = repo::made().join("demo");
    let seeds = work.join("seeds");
    let count = package::seeds(&fuzz, &src, &seeds)?;
    let fuzzer = debian_afl_fuzz();
    eprintln!(
        "fz: {} for {} s, from {count} seeds",
        fuzzer.display(),
        options.seconds
    );
    let target = fuzz.target(&src);
    let limit = Limit::Seconds(options.seconds);
    let run = Run {
        label: "demo",
        fuzzer: &fuzzer,
        target: &target,
        seeds: &seeds,
        out: work.join("out"),
        limit,
        random: None,
        environment: Vec::new(),
        bars: &MultiProgress::new(),
    };
    let stats = run.fuzz()?;

    let rows = [
        (
            "edges found",
            format!(
                "{} of a map of {}",
                stats.text("edges_found"),
                stats.text("total_edges")
            ),
        ),
        (
            "executions",
            format!(
                "{} ({}/s)",
                stats.text("execs_done"),
                stats.text("execs_per_sec")
            ),
        ),
        (
            "queue",
            format!("{} inputs from {count} seeds", stats.text("corpus_count")),
        ),
        ("stability", stats.text("stability").to_string()),
        ("crashes", stats.text("saved_crashes").to_string()),
        (
            "the queue is in",
            repo::shown(&work.join("out/default/queue")),
        ),
    ];
    table::print(
        &["demo", PROGRAM],
        &rows.map(|(name, value)| vec![name.to_string(), value]),
    );
    println!("\n{}", inspect(&target)?);
    Ok(())
}

/// The afl-fuzz of Debian's package, whatever else is on the PATH.
pub fn debian_afl_fuzz() -> PathBuf {
    PathBuf::from("/usr/bin/afl-fuzz")
}

/// What `fz inspect` says of the program and the libraries that it loads.
fn inspect(target: &Target) -> Result<String> {
    let mut fz = Command::new(repo::stage().join("bin/fz"));
    fz.arg("inspect").arg(&target.program);
    if let Some(path) = &target.library_path {
        fz.env("LD_LIBRARY_PATH", path);
    }
    proc::output(&mut fz)
}
