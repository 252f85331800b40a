//! What `fz fuzz` does with more than one build of a program: a log of compares, a sanitizer that looks on, companions
//! that share a queue.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::build;
use super::hunt::{self, Catch};
use crate::{proc, repo, setup, table};

/// What a solved compare may take, and what an unsolved one is given.
const LIMIT: Duration = Duration::from_secs(60);
/// For companions: to start, and to see each other.
const SHARED: Duration = Duration::from_secs(120);

/// A row of the table.
struct Case {
    name: &'static str,
    /// The afl-fuzz.
    fuzzer: fn() -> PathBuf,
    run: fn(&Path, &Path) -> Result<Duration>,
}

const CASES: [Case; 5] = [
    Case {
        name: "-c solves transformed.c, afl-fuzz 4.40c",
        fuzzer: new,
        run: compares_solved,
    },
    Case {
        name: "-c solves transformed.c, afl-fuzz 4.04c",
        fuzzer: debian,
        run: compares_solved,
    },
    Case {
        name: "the plain build does not, afl-fuzz 4.40c",
        fuzzer: new,
        run: plain_unsolved,
    },
    Case {
        name: "-w finds overflow.c, afl-fuzz 4.40c",
        fuzzer: new,
        run: sanitized,
    },
    Case {
        name: "--companions share a queue, afl-fuzz 4.40c",
        fuzzer: new,
        run: companions,
    },
];

fn new() -> PathBuf {
    setup::aflpp().join("bin/afl-fuzz")
}

fn debian() -> PathBuf {
    PathBuf::from("/usr/bin/afl-fuzz")
}

/// Those cases whose names contain `only`.
pub fn run(only: &str) -> Result<()> {
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for (at, case) in CASES.iter().enumerate() {
        if !case.name.contains(only) {
            continue;
        }
        eprintln!("   .. {}", case.name);
        let dir = build::fresh(&format!("modes/{at}"))?;
        let cells = match (case.run)(&(case.fuzzer)(), &dir) {
            Ok(took) => ["ok".to_string(), proc::seconds(took)],
            Err(error) => {
                eprintln!("error: {}: {error:#}", case.name);
                failed.push(case.name);
                ["FAILED".to_string(), String::new()]
            }
        };
        rows.push([vec![case.name.to_string()], cells.to_vec()].concat());
    }
    table::print(&["mode", "result", "time"], &rows);
    if failed.is_empty() {
        Ok(())
    } else {
        bail!("not as they should be: {}", failed.join("; "))
    }
}

/// A build of a program of `tests/engines` for `afl`.
fn build(dir: &Path, source: &str, profile: &str, flags: &[&str], name: &str) -> Result<PathBuf> {
    let (object, program) = (dir.join(format!("{name}.o")), dir.join(name));
    build::compile(&build::source(source), profile, flags, &object)?;
    build::linked("afl", &object, flags, &program)?;
    Ok(program)
}

/// `fz fuzz` with these words, until something is found, or the time is over.
fn fuzz(
    fuzzer: &Path,
    dir: &Path,
    words: &[&str],
    program: &Path,
    found: (&str, &str),
    limit: Duration,
) -> Result<Catch> {
    let out = dir.join("out");
    let mut command = Command::new(repo::stage().join("bin/fz"));
    hunt::settle_afl(&mut command);
    command.arg("fuzz").arg("-i").arg(build::seeds(dir)?);
    command.arg("-o").arg(&out).arg("--fuzzer").arg(fuzzer);
    command.arg("--ignore-core-pattern");
    command.args(words).arg("--").arg(program).arg("@@");
    let (found, beginning) = found;
    hunt::watch(
        command,
        &out.join(found),
        beginning,
        limit,
        &dir.join("log"),
    )
}

fn solved(catch: &Catch) -> Result<Duration> {
    match &catch.found {
        Some(_) => Ok(catch.took),
        None => bail!(
            "nothing found in {}: {}",
            proc::seconds(catch.took),
            hunt::tail(&catch.log)
        ),
    }
}

fn compares_solved(fuzzer: &Path, dir: &Path) -> Result<Duration> {
    let program = build(dir, "transformed.c", "fuzz", &[], "program")?;
    let cmplog = build(dir, "transformed.c", "cmplog", &[], "program.cmplog")?;
    let cmplog = cmplog.display().to_string();
    let words = ["-c", &cmplog, "--engine-args", "-l 3AT"];
    solved(&fuzz(fuzzer, dir, &words, &program, CRASHES, LIMIT)?)
}

/// Of one instance: the folder, and how its files' names begin.
const CRASHES: (&str, &str) = ("default/crashes", "id:");

fn plain_unsolved(fuzzer: &Path, dir: &Path) -> Result<Duration> {
    let program = build(dir, "transformed.c", "fuzz", &[], "program")?;
    let catch = fuzz(fuzzer, dir, &[], &program, CRASHES, LIMIT)?;
    ensure!(
        catch.found.is_none(),
        "found in {}: the test is too easy",
        proc::seconds(catch.took)
    );
    ensure!(
        catch.took >= LIMIT,
        "the fuzzer ended early: {}",
        hunt::tail(&catch.log)
    );
    Ok(catch.took)
}

fn sanitized(fuzzer: &Path, dir: &Path) -> Result<Duration> {
    let program = build(dir, "overflow.c", "fuzz", &[], "program")?;
    let address = ["-fsanitize=address"];
    let asan = build(dir, "overflow.c", "fuzz", &address, "program.asan")?;
    let asan = asan.display().to_string();
    let catch = fuzz(fuzzer, dir, &["-w", &asan], &program, CRASHES, LIMIT)?;
    let took = solved(&catch)?;
    let input = fs::read(catch.found.expect("solved"))?;
    ensure!(
        input.starts_with(b"o"),
        "the input does not lead to the overflow"
    );
    Ok(took)
}

fn companions(fuzzer: &Path, dir: &Path) -> Result<Duration> {
    let program = build(dir, "program.c", "fuzz", &[], "program")?;
    for profile in ["vanilla", "split"] {
        build(
            dir,
            "program.c",
            profile,
            &[],
            &format!("program.{profile}"),
        )?;
    }
    // The leader notes how far it has read each of the others.
    let noted = ("fuzz/.synced", "split");
    let catch = fuzz(fuzzer, dir, &["--companions"], &program, noted, SHARED)?;
    let took = solved(&catch)?;
    for instance in ["fuzz", "vanilla", "split"] {
        let folder = dir.join("out").join(instance);
        let stats = fs::read_to_string(folder.join("fuzzer_stats"))
            .with_context(|| format!("{instance} has not run: {}", hunt::tail(&catch.log)))?;
        ensure!(
            stats.contains(&format!("program.{instance}")) || instance == "fuzz",
            "{instance} does not run its build: {stats}"
        );
    }
    Ok(took)
}
