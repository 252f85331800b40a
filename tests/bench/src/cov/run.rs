//! Commands that go through a corpus, as a person types them, with what they took.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::edges::mutate;
use fz_harness::measure;
use fz_harness::subject::Subject;
use fz_harness::variant::Around;
use xtask::{proc, repo, setup};

/// Larger seeds are left out.
const LARGEST: u64 = 64 << 10;
/// What one run may take, in milliseconds.
const TIMEOUT: &str = "1000";

pub struct Took {
    pub seconds: f64,
    /// In bytes, of the process or of the largest one that it has started.
    pub memory: u64,
}

/// By the clock, from start to end.
pub fn timed(command: &mut Command) -> Result<Took> {
    let log = tempfile::tempfile()?;
    let before = Instant::now();
    let child = command
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log.try_clone()?)
        .spawn()
        .with_context(|| format!("cannot start {}", proc::rendered(command)))?;
    let used = measure::wait(child.id(), 0)?.context("it is waited for until it ends")?;
    ensure!(
        used.status.success(),
        "{} ended with {}: {}",
        proc::rendered(command),
        used.status,
        said(log)?
    );
    Ok(Took {
        seconds: before.elapsed().as_secs_f64(),
        memory: used.memory,
    })
}

fn said(mut log: fs::File) -> Result<String> {
    use std::io::{Read, Seek};
    let mut text = Vec::new();
    log.rewind()?;
    log.read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).trim().to_string())
}

/// What stands around a library's harness: many inputs in one process.
pub const AROUND: Around = Around::Persistent;

/// Seeds and mutants of them, so many in all, and the folder that they are in.
pub fn inputs(subject: &Subject, count: usize) -> Result<(PathBuf, Vec<PathBuf>)> {
    let dir = subject.dir().join("cov-inputs").join(count.to_string());
    let inputs = mutate::write(&subject.seeds(LARGEST)?, count, &dir)?;
    Ok((dir, inputs))
}

/// `fz cov collect` of everything in a folder into a store that is made anew.
pub fn collect(
    subject: &Subject,
    program: &Path,
    inputs: &Path,
    store: &Path,
    more: &[&str],
) -> Result<Command> {
    if store.exists() {
        fs::remove_file(store)?;
    }
    let mut command = repo::tool("fz");
    command
        .args(["cov", "collect"])
        .arg(program)
        .arg("-i")
        .arg(inputs)
        .arg("-o")
        .arg(store)
        .args(["-t", TIMEOUT])
        .args(more)
        .arg("--")
        .args(subject.under_a_fuzzer())
        .current_dir(subject.src());
    Ok(command)
}

/// `afl-showmap -C`, which leaves what all inputs reach together.
pub fn showmap(subject: &Subject, program: &Path, inputs: &Path, out: &Path) -> Command {
    let mut command = Command::new(setup::aflpp().join("bin/afl-showmap"));
    let words = ["-q", "-C", "-t", TIMEOUT, "-m", "none", "-i"];
    let paths: [OsString; 3] = [inputs.into(), "-o".into(), out.into()];
    command
        .args(words)
        .args(paths)
        .arg("--")
        .arg(program)
        .args(subject.under_a_fuzzer())
        .env("AFL_QUIET", "1")
        .current_dir(subject.src());
    command
}
