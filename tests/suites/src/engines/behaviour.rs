//! What an engine makes of programs that are no ordinary targets: too slow ones, inputs that are rejected, links that
//! have to fail or that only just work.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::build;
use super::hunt::{Fuzzer, Hunt, Shape};
use xtask::proc;

const ENGINES: [&str; 5] = ["afl", "libfuzzer", "honggfuzz", "libafl", "standalone"];

/// Of `late.c` an endless run hinders no other, and the abort of one that was given up is nobody's.
pub fn late(dir: &Path) -> Result<Duration> {
    let (object, program) = (dir.join("late.o"), dir.join("late"));
    build::compile(&build::source("late.c"), "fuzz", &[], &object)?;
    build::linked("libafl", &object, &[], &program)?;
    let seeds = dir.join("seeds");
    fs::create_dir_all(&seeds)?;
    for (name, text) in [("0", "aaaa"), ("1", "Haaa"), ("2", "Laaa")] {
        fs::write(seeds.join(name), text)?;
    }
    let out = dir.join("out");
    let words = format!("-i {} -o {} -t 300 -V 10", seeds.display(), out.display());
    let mut command = Command::new(&program);
    command.arg("@@").env("FZ_FUZZ", words);
    let started = Instant::now();
    let text = proc::output(&mut command)?;
    let executions: u64 = text
        .rfind("executions: ")
        .and_then(|at| text[at..].split([' ', ',']).nth(1)?.parse().ok())
        .with_context(|| format!("no executions: {text}"))?;
    // As one behind the other, without a run between.
    ensure!(
        executions > 200,
        "{executions} executions: each has to wait for the one that hangs: {text}"
    );
    let mut timeouts = 0;
    for entry in fs::read_dir(out.join("crashes"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let input = fs::read(&path)?;
        ensure!(
            name.starts_with("timeout-") && matches!(input.first(), Some(b'H' | b'L')),
            "{name} holds {input:?}, which neither hangs nor is slow"
        );
        timeouts += 1;
    }
    ensure!(timeouts > 1, "{timeouts} time-outs: {text}");
    Ok(started.elapsed())
}

/// With `dies.c`, workers end before they are looked at: the run ends in time nevertheless, and tells how far it is.
pub fn dying(dir: &Path) -> Result<Duration> {
    const TIME: Duration = Duration::from_secs(5);
    /// For a busy machine.
    const LATEST: Duration = Duration::from_secs(15);
    let (object, program) = (dir.join("dies.o"), dir.join("dies"));
    build::compile(&build::source("dies.c"), "fuzz", &[], &object)?;
    build::linked("libafl", &object, &[], &program)?;
    let seeds = build::seeds(dir)?;
    let mut command = Command::new(&program);
    command.arg("-i").arg(&seeds).arg("-o").arg(dir.join("out"));
    command.args(["-V", &TIME.as_secs().to_string()]);
    let started = Instant::now();
    let out = command.output()?;
    let took = started.elapsed();
    let said = String::from_utf8_lossy(&out.stderr);
    ensure!(out.status.success(), "{}: {said}", out.status);
    ensure!(took < LATEST, "it took {took:?} of {TIME:?}: {said}");
    let lines = said.matches("executions: ").count();
    ensure!(lines > 1, "{lines} lines say how far it is: {said}");
    Ok(took)
}

/// Of `parts.cc` no input of less than 3 bytes is kept: it returns -1 for those.
pub fn rejected(fuzzer: Fuzzer, dir: &Path) -> Result<Duration> {
    let program = dir.join("program");
    link_parts(fuzzer.engine(), dir, &[], &program)?;
    let seeds = build::seeds(dir)?;
    let hunt = Hunt {
        program: &program,
        shape: Shape::Harness,
        seeds: &seeds,
        cmplog: None,
        limit: Duration::from_secs(5),
    };
    let out = dir.join("out");
    let started = Instant::now();
    hunt.exercise(fuzzer, &out)?;
    let queue = match fuzzer.engine() {
        "afl" => out.join("afl/default/queue"),
        _ => out.join("queue"),
    };
    let mut kept = 0;
    for entry in fs::read_dir(&queue)? {
        let path = entry?.path();
        if path.is_file() {
            let size = path.metadata()?.len();
            ensure!(size >= 3, "{} has {size} bytes", path.display());
            kept += 1;
        }
    }
    ensure!(kept > 0, "{} is empty", queue.display());
    Ok(started.elapsed())
}

/// The harness `parts.cc` and its library, through the C++ compiler.
fn link_parts(engine: &str, dir: &Path, flags: &[&str], program: &Path) -> Result<()> {
    let mut command = build::compiler("fz-cxx", engine);
    command.arg("--fz-profile=fuzz").args(["-O2", "-g"]);
    command.args(flags).arg(build::source("parts.cc"));
    let object = dir.join("part.o");
    build::compile(&build::source("part.c"), "fuzz", &[], &object)?;
    proc::output(command.arg(&object).arg("-o").arg(program))
        .with_context(|| format!("link for {engine}"))?;
    Ok(())
}

/// A program without `main` and without a harness is none: the link says which name it lacks.
pub fn neither(dir: &Path) -> Result<Duration> {
    let started = Instant::now();
    let object = dir.join("part.o");
    build::compile(&build::source("part.c"), "fuzz", &[], &object)?;
    for engine in ENGINES {
        let out = build::link(engine, &object, &[], &dir.join(engine)).output()?;
        let text = String::from_utf8_lossy(&out.stderr);
        ensure!(!out.status.success(), "the link for {engine} succeeds");
        ensure!(
            text.contains("LLVMFuzzerTestOneInput"),
            "{engine}: the harness is not named: {text}"
        );
    }
    Ok(started.elapsed())
}

/// A harness in C++ with clang's own library, which runs.
pub fn libcxx(dir: &Path) -> Result<Duration> {
    let started = Instant::now();
    let input = dir.join("input");
    fs::write(&input, "aaaa")?;
    for engine in ENGINES {
        let program = dir.join(engine);
        link_parts(engine, dir, &["-stdlib=libc++"], &program)?;
        let out = Command::new(&program).arg(&input).output()?;
        ensure!(
            out.status.success(),
            "{engine}: {}: {}",
            out.status,
            String::from_utf8_lossy(&out.stderr)
        );
        let mut needed = Command::new(fz_llvm::READELF);
        let needed = proc::output(needed.arg("-d").arg(&program))?;
        ensure!(
            needed.contains("libc++.so"),
            "{engine}: not with libc++: {needed}"
        );
    }
    Ok(started.elapsed())
}
