//! Runs a program over an input and over copies of it with one byte changed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use fz_abi::taint::env;
use fz_taint::Trace;

use super::subject::Program;
use super::walk::{self, End, Operand, Walk};
use fz_harness::limited;
use fz_harness::random::Random;

/// One run. What a changed byte makes endless is compared as far as it came.
const LIMIT: Duration = Duration::from_secs(20);
/// So many events, and nodes: what comes later is not compared. The trace must fit what a program may write here.
const EVENTS: u64 = 1 << 20;
const NODES: u64 = 1 << 22;

/// A byte that becomes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flip {
    pub offset: usize,
    pub from: u8,
    pub to: u8,
}

impl Flip {
    /// Any byte: one of its bits changes, or it becomes one more, one less, or anything.
    pub fn random(bytes: &[u8], random: &mut Random) -> Flip {
        let offset = random.below(bytes.len());
        let from = bytes[offset];
        let to = match random.below(4) {
            0 => from ^ 1 << random.below(8),
            1 => from.wrapping_add(1),
            2 => from.wrapping_sub(1),
            _ => from.wrapping_add(random.within(1, 255) as u8),
        };
        Flip { offset, from, to }
    }
}

/// One input, and what the program does with it.
pub struct Runner<'a> {
    program: &'a Program,
    dir: tempfile::TempDir,
    bytes: Vec<u8>,
    pub original: Trace,
    /// What differs between two runs over the same bytes.
    pub varying: BTreeSet<Operand>,
}

impl Runner<'_> {
    pub fn start<'a>(program: &'a Program, input: &Path) -> Result<Runner<'a>> {
        let dir = scratch()?;
        let bytes = fs::read(input)?;
        let mut original = run(program, dir.path(), &bytes)?;
        let mut again = run(program, dir.path(), &bytes)?;
        let about = || format!("{} {}", program.name, input.display());
        ensure!(
            !original.events.is_empty(),
            "{}: nothing was compared",
            about()
        );
        let control = walk::compare(&mut original, &mut again, None).with_context(about)?;
        ensure!(
            matches!(control.end, End::Same),
            "{}: two runs over the same bytes take different ways: {:?}",
            about(),
            control.end
        );
        let varying = control.missed.into_iter().map(|m| m.operand);
        Ok(Runner {
            program,
            dir,
            bytes,
            original,
            varying: varying.collect(),
        })
    }

    pub fn flip(&mut self, flip: Flip) -> Result<Walk> {
        let mut bytes = self.bytes.clone();
        bytes[flip.offset] = flip.to;
        let mut flipped = run(self.program, self.dir.path(), &bytes)?;
        let offset = Some(flip.offset as u32);
        let mut walk = walk::compare(&mut self.original, &mut flipped, offset)?;
        walk.missed.retain(|m| !self.varying.contains(&m.operand));
        Ok(walk)
    }
}

/// In memory, if there is a place: traces are mapped and soon gone.
fn scratch() -> Result<tempfile::TempDir> {
    let memory = PathBuf::from("/dev/shm");
    let mut named = tempfile::Builder::new();
    // Addresses of a stack follow from the lengths of names.
    let named = named.prefix("fz-flips-").rand_bytes(6);
    match memory.is_dir() {
        true => named.tempdir_in(memory),
        false => named.tempdir(),
    }
    .context("cannot make a scratch directory")
}

/// Addresses are the same in each run, as is all that a file has besides its bytes.
fn run(program: &Program, dir: &Path, bytes: &[u8]) -> Result<Trace> {
    let (input, out) = (dir.join("input"), dir.join("trace"));
    fs::write(&input, bytes)?;
    File::open(&input)?.set_modified(UNIX_EPOCH + Duration::from_secs(1_000_000_000))?;
    if out.exists() {
        fs::remove_file(&out)?;
    }
    let mut command = Command::new("setarch");
    command
        .arg("-R")
        .arg(&program.program)
        .args(&program.arguments)
        .arg("input")
        .current_dir(dir)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env(env::INPUT, &input)
        .env(env::OUT, &out)
        .env(env::HITS, u32::MAX.to_string())
        .env(env::EVENTS, EVENTS.to_string())
        .env(env::NODES, NODES.to_string());
    let run = limited::run(&mut command, None, LIMIT)?;
    Trace::read(&out).with_context(|| {
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        format!("{} {} and left no trace: {said}", program.name, run.end)
    })
}
