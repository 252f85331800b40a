//! What tracking costs in both builds of fz: programs of `tests/bench/taint` take turns, and the shortest of several runs
//! counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use fz_abi::taint::env;

use super::build::tool;
use super::subject::Subject;
use crate::equal::toolchain::Toolchain;
use fz_harness::input;
use fz_harness::measure;
use xtask::{proc, repo};

/// Bytes of the input.
const SIZE: usize = 1 << 20;

/// A run takes about so long.
const RUN: Duration = Duration::from_millis(400);

/// The second build may take this much of the first one's time.
pub const MOST: f64 = 1.03;

/// How many times the first build's time the second takes; `None` where there is no such benchmark.
pub fn ratio(
    subject: &Subject,
    toolchains: [&Toolchain; 2],
    runs: usize,
    work: &Path,
) -> Result<Option<f64>> {
    let text: fn(usize) -> String = match &*subject.name {
        "cjson" => input::json,
        "expat" => input::xml,
        _ => return Ok(None),
    };
    fs::create_dir_all(work)?;
    let file = work.join("input");
    fs::write(&file, text(SIZE))?;
    let programs = [
        program(subject, toolchains[0], &work.join("before"))?,
        program(subject, toolchains[1], &work.join("after"))?,
    ];
    let trace = work.join("trace");
    let command = |at: usize, rounds: u64| {
        let _ = fs::remove_file(&trace);
        let mut command = Command::new(&programs[at]);
        command
            .env(env::INPUT, &file)
            .env(env::OUT, &trace)
            .arg(&file)
            .arg(rounds.to_string());
        command
    };
    let rounds = measure::rounds(RUN, |rounds| command(0, rounds))?;
    let label = format!("{} with labels", subject.name);
    let best = measure::fastest(&label, runs, 2, |at| command(at, rounds))?;
    Ok(Some(best[1].as_secs_f64() / best[0].as_secs_f64()))
}

fn program(subject: &Subject, toolchain: &Toolchain, program: &Path) -> Result<PathBuf> {
    let harness = repo::root().join("tests/bench/taint");
    // The last source is the fuzzers' harness; this one has its own.
    let sources = &subject.sources[..subject.sources.len() - 1];
    let mut command = tool(toolchain, "fz-cc");
    command
        .args(["--fz-profile=taint", "-O2", "-w"])
        .args(&subject.flags)
        .arg("-I")
        .arg(&harness)
        .args(sources)
        .arg(harness.join("main.c"))
        .arg(harness.join(format!("{}.c", subject.name)))
        .arg("-o")
        .arg(program)
        .arg("-lm")
        .current_dir(subject.folder()?);
    proc::output(&mut command)?;
    Ok(program.to_path_buf())
}
