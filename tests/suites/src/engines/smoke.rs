//! One set of objects, compiled once with the profile `tests/engines/any.toml`, relinked for each engine: a harness and
//! a program. Each fuzzer has to find the abort from one trivial input; `standalone` has to report what the others found.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::build;
use super::hunt::{self, FUZZERS, Fuzzer, Hunt, Shape};
use fz_harness::limited::{self, End};
use xtask::{proc, repo, table};

/// Each fuzzer's time; most need seconds.
pub const SECONDS: u64 = 600;
const PROFILE: &str = "tests/engines/any.toml";

const SHAPES: [(Shape, &str, &str); 3] = [
    (Shape::Harness, "harness", "harness"),
    (Shape::File, "program", "program, @@"),
    (Shape::Stdin, "program", "program, stdin"),
];

/// How much of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The harness under every engine; the program under all but honggfuzz.
    Quick,
    /// The program under honggfuzz too: it starts it anew for each input, a few hundred times in a second, and learns
    /// no constants from processes that short.
    Whole,
}

/// With those fuzzers whose names contain `only`.
pub fn run(only: &str, seconds: u64, extent: Extent) -> Result<()> {
    let limit = Duration::from_secs(seconds);
    let dir = build::fresh("smoke")?;
    let seeds = build::seeds(&dir)?;
    let profile = repo::root().join(PROFILE);
    let profile = profile.to_string_lossy();
    for name in ["harness", "program"] {
        let source = build::source(&format!("{name}.c"));
        build::compile(&source, &profile, &[], &dir.join(name).with_extension("o"))?;
    }
    let standalone = program(&dir, "standalone", "harness")?;
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    let mut solved = None;
    for fuzzer in FUZZERS {
        if !fuzzer.name().to_lowercase().contains(&only.to_lowercase()) {
            continue;
        }
        let is_quick = |shape| shape == Shape::Harness || fuzzer != Fuzzer::Honggfuzz;
        for (shape, name, label) in SHAPES {
            if extent == Extent::Quick && !is_quick(shape) {
                continue;
            }
            eprintln!("   .. {}, {label}", fuzzer.name());
            let result = one(&dir, &seeds, fuzzer, (shape, name), &standalone, limit);
            let (cell, took) = match result {
                Ok((input, took)) => {
                    solved = Some(input);
                    ("found", proc::seconds(took))
                }
                Err(error) => {
                    eprintln!("error: {}, {label}: {error:#}", fuzzer.name());
                    failed.push(format!("{}, {label}", fuzzer.name()));
                    ("FAILED", String::new())
                }
            };
            let cells = [fuzzer.name(), fuzzer.engine(), label, cell, &took];
            rows.push(cells.map(String::from).to_vec());
        }
    }
    if let Some(input) = solved {
        reports(&standalone, &input)?;
        let cells = ["(files)", "standalone", "harness", "reported", ""];
        rows.push(cells.map(String::from).to_vec());
    }
    table::under("fuzzer | engine | shape | result | time", &rows);
    ensure!(failed.is_empty(), "not found by: {}", failed.join("; "));
    Ok(())
}

/// The object `name`, linked for `engine` unless that was done.
fn program(dir: &Path, engine: &str, name: &str) -> Result<PathBuf> {
    let program = dir.join(format!("{name}-{engine}"));
    if !program.exists() {
        build::linked(engine, &dir.join(name).with_extension("o"), &[], &program)?;
    }
    Ok(program)
}

/// Lets one fuzzer hunt; the input that it found.
fn one(
    dir: &Path,
    seeds: &Path,
    fuzzer: Fuzzer,
    (shape, name): (Shape, &str),
    standalone: &Path,
    limit: Duration,
) -> Result<(PathBuf, Duration)> {
    let program = program(dir, fuzzer.engine(), name)?;
    let hunt = Hunt {
        program: &program,
        shape,
        seeds,
        // The same program: its objects tell compares to whoever listens.
        cmplog: Some(&program),
        limit,
    };
    let out = dir.join(format!("{:?}-{:?}", fuzzer, shape).to_lowercase());
    let catch = hunt.run(fuzzer, &out)?;
    let Some(found) = catch.found else {
        bail!(
            "nothing found in {}: {}",
            proc::seconds(catch.took),
            hunt::tail(&catch.log)
        );
    };
    reports(standalone, &found)?;
    Ok((found, catch.took))
}

/// `standalone` dies of the input, and says of which, and not of the seed.
fn reports(standalone: &Path, input: &Path) -> Result<()> {
    let run = |file: &Path| {
        let mut command = Command::new(standalone);
        limited::run(command.arg(file), None, Duration::from_secs(60))
    };
    let crash = run(input)?;
    ensure!(
        crash.end == End::Signalled(libc::SIGABRT),
        "standalone {} on {}",
        crash.end,
        repo::shown(input)
    );
    let text = String::from_utf8_lossy(&crash.stderr).into_owned();
    let name = input.file_name().expect("an input has a name");
    ensure!(
        text.contains(&*name.to_string_lossy()),
        "standalone does not say which input it died of: {text}"
    );
    let seed = input.with_file_name("harmless");
    fs::write(&seed, "aaaa")?;
    let harmless = run(&seed)?;
    fs::remove_file(&seed)?;
    ensure!(
        harmless.end == End::Exited(0),
        "standalone {} on a harmless input",
        harmless.end
    );
    Ok(())
}
