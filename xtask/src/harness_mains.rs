//! Builds `runtime/harness`: the mains that drive a harness, one archive per engine, and the objects that go with
//! programs that have a `main` of their own.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use fz_abi::{files, harness::MACROS};

use crate::{proc, repo, runtime};

/// Archives and the sources of their members. libFuzzer reads files, and mutates, by itself.
const ARCHIVES: [(&str, &[&str]); 5] = [
    (
        files::HARNESS_AFL,
        &["afl.c", "files.c", "mutate.c", "run.c"],
    ),
    (
        files::HARNESS_HONGGFUZZ,
        &["honggfuzz.c", "files.c", "iterate.c", "mutate.c", "run.c"],
    ),
    (
        files::HARNESS_LIBAFL,
        &["libafl.c", "files.c", "mutate.c", "run.c"],
    ),
    (files::HARNESS_LIBFUZZER, &["libfuzzer.c"]),
    (
        files::HARNESS_STANDALONE,
        &["standalone.c", "files.c", "mutate.c", "run.c"],
    ),
];

/// Objects, their sources and definitions for these.
const OBJECTS: [(&str, &str, &[&str]); 7] = [
    (files::COMPARES_LIBAFL, "compares.c", &["-DFZ_LIBAFL"]),
    (files::COMPARES_LIBFUZZER, "compares.c", &[]),
    (files::GUARDS_OBJECT, "guards.c", &[]),
    (files::PROGRAM_HONGGFUZZ, "program_honggfuzz.c", &[]),
    (files::PROGRAM_LIBAFL, "program.c", &["-DFZ_LIBAFL"]),
    (files::PROGRAM_LIBFUZZER, "program.c", &[]),
    (files::THREADS_OBJECT, "threads.c", &[]),
];

/// Builds them all into `lib`.
pub fn build(lib: &Path) -> Result<()> {
    let scratch = tempfile::tempdir().context("cannot make a scratch directory")?;
    let object = |source: &&str| scratch.path().join(source).with_extension("o");
    let sources: BTreeSet<_> = ARCHIVES.iter().flat_map(|(_, members)| *members).collect();
    for source in sources {
        compile(source, &[], &object(source))?;
    }
    for (archive, members) in ARCHIVES {
        pack(&lib.join(archive), members.iter().map(object))?;
    }
    for (file, source, definitions) in OBJECTS {
        compile(source, definitions, &lib.join(file))?;
    }
    let dir = lib.join(files::ENGINE_LIBRARY_DIR);
    fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
    pack(&dir.join(files::ENGINE_LIBRARY), [])
}

fn compile(source: &str, definitions: &[&str], object: &Path) -> Result<()> {
    let sources = repo::root().join("runtime/harness");
    // `fz doctor` knows by it whose code it is.
    let scratch = tempfile::tempdir().context("cannot make a scratch directory")?;
    let name = format!("{}{source}", files::SOURCE_PREFIX);
    let named = scratch.path().join(name);
    runtime::write_header(scratch.path())?;
    std::os::unix::fs::symlink(sources.join(source), &named)
        .with_context(|| format!("cannot make {}", named.display()))?;
    let mut clang = Command::new("clang-22");
    clang
        .args(["-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden"])
        .args(["-fcf-protection", "-Wall", "-Wextra", "-Werror", "-c"])
        .args(MACROS.map(|(name, body)| format!("-D{name}={body}")))
        .args(definitions)
        .arg("-I")
        .arg(&sources)
        .arg("-I")
        .arg(scratch.path())
        .arg(named)
        .arg("-o")
        .arg(object);
    proc::output(&mut clang)?;
    Ok(())
}

fn pack(archive: &Path, members: impl IntoIterator<Item = PathBuf>) -> Result<()> {
    let mut ar = Command::new("llvm-ar-22");
    ar.arg("rcsD").arg(archive).args(members);
    proc::output(&mut ar)?;
    Ok(())
}
