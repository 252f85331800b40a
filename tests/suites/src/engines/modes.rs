//! What `fz fuzz` does with more than one build of a program: a log of compares, a sanitizer that looks on, companions
//! that share a queue; what it does with other engines than AFL++; and what `behaviour` has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::hunt::{self, Catch, Fuzzer};
use super::{behaviour, build};
use xtask::{proc, repo, setup, table};

/// What a solved compare may take, and what an unsolved one is given.
const LIMIT: Duration = Duration::from_secs(60);
/// For companions: to start, and to see each other.
const SHARED: Duration = Duration::from_secs(120);

/// A row of the table, which runs in a folder of its own.
type Case = (&'static str, fn(&Path) -> Result<Duration>);

const CASES: [Case; 16] = [
    ("-c solves transformed.c, afl-fuzz 4.40c", |dir| {
        compares_solved(&new(), dir)
    }),
    ("-c solves transformed.c, afl-fuzz 4.04c", |dir| {
        compares_solved(&debian(), dir)
    }),
    ("the plain build does not, afl-fuzz 4.40c", |dir| {
        plain_unsolved(&new(), dir)
    }),
    ("-c aims at exploit predicates, afl-fuzz 4.40c", |dir| {
        divisor_found(&new(), dir)
    }),
    ("without them no compare tells, afl-fuzz 4.40c", |dir| {
        divisor_missed(&new(), dir)
    }),
    ("-w finds overflow.c, afl-fuzz 4.40c", |dir| {
        sanitized(&new(), dir)
    }),
    ("--companion auto share a queue, afl-fuzz 4.40c", |dir| {
        companions(&new(), dir)
    }),
    ("fz fuzz, honggfuzz", |dir| {
        driven(dir, "honggfuzz", "part.c", "SIG")
    }),
    ("fz fuzz, LibAFL in process", |dir| {
        driven(dir, "libafl", "part.c", "crash-")
    }),
    (
        "a program's time-out is over for the next run, LibAFL in process",
        behaviour::late,
    ),
    (
        "workers that die young do not make it late, LibAFL in process",
        behaviour::dying,
    ),
    ("a rejected input is not kept, LibAFL in process", |dir| {
        behaviour::rejected(Fuzzer::LibAfl, dir)
    }),
    ("a rejected input is not kept, libFuzzer", |dir| {
        behaviour::rejected(Fuzzer::Libfuzzer, dir)
    }),
    ("a rejected input is not kept, afl-fuzz 4.40c", |dir| {
        behaviour::rejected(Fuzzer::NewAfl, dir)
    }),
    (
        "neither harness nor main: no link, every engine",
        behaviour::neither,
    ),
    ("-stdlib=libc++, every engine", behaviour::libcxx),
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
    for (at, (name, run)) in CASES.into_iter().enumerate() {
        if !name.contains(only) {
            continue;
        }
        eprintln!("   .. {name}");
        let dir = build::fresh(&format!("modes/{at}"))?;
        let cells = match run(&dir) {
            Ok(took) => ["ok".to_string(), proc::seconds(took)],
            Err(error) => {
                eprintln!("error: {name}: {error:#}");
                failed.push(name);
                ["FAILED".to_string(), String::new()]
            }
        };
        rows.push([vec![name.to_string()], cells.to_vec()].concat());
    }
    table::under("mode | result | time", &rows);
    ensure!(
        failed.is_empty(),
        "not as they should be: {}",
        failed.join("; ")
    );
    Ok(())
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
    // Minutes; a leader looks at its companions' queues after half of it, which else are ten.
    command.env("AFL_SYNC_TIME", "1");
    command.arg("fuzz").arg("-i").arg(build::seeds(dir)?);
    command
        .arg("-o")
        .arg(&out)
        .arg("--engine")
        .arg(format!("afl={}", fuzzer.display()));
    command.env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1");
    command.args(words).arg("--").arg(program).arg("@@");
    let (found, mark) = found;
    hunt::watch(command, &out.join(found), mark, limit, &dir.join("log"))
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
    solved_by_log(fuzzer, dir, &program, &cmplog)
}

fn solved_by_log(fuzzer: &Path, dir: &Path, program: &Path, cmplog: &Path) -> Result<Duration> {
    let cmplog = cmplog.display().to_string();
    let mut took = Duration::ZERO;
    // It looks at the compares of an input once only: what it has missed then, other random numbers may not.
    for seed in ["1", "2", "3"] {
        let words = ["-s", seed, "-c", &cmplog, "--engine-args", "-l 3AT"];
        let turn = dir.join(seed);
        fs::create_dir_all(&turn)?;
        let catch = fuzz(fuzzer, &turn, &words, program, SOLVED, LIMIT)?;
        took += catch.took;
        if catch.found.is_some() {
            return Ok(took);
        }
    }
    bail!("nothing found in {}", proc::seconds(took))
}

/// Of one instance: the folder, and what its files' names have in them.
const CRASHES: (&str, &str) = ("default/crashes", "id:");
/// Of the instance that solves compares.
const SOLVED: (&str, &str) = ("cmplog/crashes", "id:");

fn plain_unsolved(fuzzer: &Path, dir: &Path) -> Result<Duration> {
    let program = build(dir, "transformed.c", "fuzz", &[], "program")?;
    unsolved(fuzzer, dir, &[], &program, CRASHES)
}

fn unsolved(
    fuzzer: &Path,
    dir: &Path,
    words: &[&str],
    program: &Path,
    found: (&str, &str),
) -> Result<Duration> {
    let catch = fuzz(fuzzer, dir, words, program, found, LIMIT)?;
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

/// A division of 64 bits.
const DIVISION: &[&str] = &["-DREMAINDER"];

fn divisor_found(fuzzer: &Path, dir: &Path) -> Result<Duration> {
    let profile = build::source("logged-guards.toml").display().to_string();
    let program = build(dir, "exploit.c", "guards", DIVISION, "program")?;
    let cmplog = build(dir, "exploit.c", &profile, DIVISION, "program.cmplog")?;
    solved_by_log(fuzzer, dir, &program, &cmplog)
}

fn divisor_missed(fuzzer: &Path, dir: &Path) -> Result<Duration> {
    let program = build(dir, "exploit.c", "guards", DIVISION, "program")?;
    let cmplog = build(dir, "exploit.c", "cmplog", DIVISION, "program.cmplog")?;
    let cmplog = cmplog.display().to_string();
    let words = ["-c", &cmplog, "--engine-args", "-l 3AT"];
    unsolved(fuzzer, dir, &words, &program, SOLVED)
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
    let program = build(dir, "shared.c", "fuzz", &[], "program")?;
    for profile in ["vanilla", "split"] {
        let name = format!("program.{profile}");
        build(dir, "shared.c", profile, &[], &name)?;
    }
    // What `split` alone solves is in the leader's queue.
    let taken = ("fuzz/queue", "sync:split");
    let catch = fuzz(
        fuzzer,
        dir,
        &["--companion", "auto"],
        &program,
        taken,
        SHARED,
    )?;
    let took = solved(&catch)?;
    for instance in ["fuzz", "vanilla", "split"] {
        let folder = dir.join("out").join(instance);
        let stats = fs::read_to_string(folder.join("fuzzer_stats"))
            .with_context(|| format!("{instance} has not run: {}", hunt::tail(&catch.log)))?;
        let build = match instance {
            "fuzz" => "program".to_string(),
            other => format!("program.{other}"),
        };
        let command = stats.lines().find(|l| l.starts_with("command_line"));
        let runs = command.and_then(|l| l.split_whitespace().rev().nth(1));
        ensure!(
            runs.is_some_and(|p| Path::new(p).file_name() == Some(build.as_ref())),
            "{instance} does not run {build}: {stats}"
        );
    }
    Ok(took)
}

/// `fz fuzz` finds the fuzzer of the engine that the program was linked for, and the crash of a harness; and says so.
fn driven(dir: &Path, engine: &str, part: &str, crash: &str) -> Result<Duration> {
    let (object, harness) = (dir.join("part.o"), dir.join("parts.o"));
    build::compile(&build::source(part), "compares", &["-DSHORT"], &object)?;
    build::compile(&build::source("parts.cc"), "compares", &[], &harness)?;
    let program = dir.join("program");
    let both = [harness.to_string_lossy(), "-lstdc++".into()];
    let both: Vec<&str> = both.iter().map(|w| &**w).collect();
    build::linked(engine, &object, &both, &program)?;
    let out = dir.join("out");
    let mut command = repo::tool("fz");
    command.env("FZ_ENGINE_PATH", repo::engines());
    command.arg("fuzz").arg("-i").arg(build::seeds(dir)?);
    command.arg("-o").arg(&out).args(["-V", "20"]);
    command.arg("--").arg(&program);
    let started = Instant::now();
    let text = proc::output(&mut command)?;
    let found = out.join(match engine {
        "libafl" => "main/crashes",
        _ => "crashes",
    });
    let inputs = fs::read_dir(&found)?.filter_map(Result::ok);
    let crashes: Vec<_> = inputs
        .filter(|e| e.file_name().to_string_lossy().starts_with(crash))
        .collect();
    let first = crashes
        .first()
        .with_context(|| format!("no crash in {}: {text}", repo::shown(&found)))?;
    ensure!(
        fs::read(first.path())?.starts_with(b"Q7"),
        "{} leads nowhere",
        first.path().display()
    );
    Ok(started.elapsed())
}
