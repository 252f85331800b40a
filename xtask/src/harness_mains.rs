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
        &["main/afl.c", "files.c", "mutate.c", "run.c"],
    ),
    (
        files::HARNESS_HONGGFUZZ,
        &[
            "main/honggfuzz.c",
            "files.c",
            "main/honggfuzz_iterate.c",
            "mutate.c",
            "run.c",
        ],
    ),
    (
        files::HARNESS_LIBAFL,
        &["main/libafl.c", "files.c", "mutate.c", "run.c"],
    ),
    (files::HARNESS_LIBFUZZER, &["main/libfuzzer.c"]),
    (
        files::HARNESS_STANDALONE,
        &["main/standalone.c", "files.c", "mutate.c", "run.c"],
    ),
];

/// Objects and their sources. What an engine has to do itself comes with its compares.
const OBJECTS: [(&str, &[&str]); 7] = [
    (files::COMPARES_LIBAFL, &["compares.c", "engine/libafl.c"]),
    (
        files::COMPARES_LIBFUZZER,
        &["compares.c", "engine/libfuzzer.c"],
    ),
    (files::GUARDS_OBJECT, &["guards.c"]),
    (files::PROGRAM_HONGGFUZZ, &["engine/honggfuzz.c"]),
    (files::PROGRAM_LIBAFL, &["program.c"]),
    (files::PROGRAM_LIBFUZZER, &["program.c"]),
    (files::THREADS_OBJECT, &["threads.c"]),
];

/// Builds them all into `lib`.
pub fn build(lib: &Path) -> Result<()> {
    let scratch = tempfile::tempdir().context("cannot make a scratch directory")?;
    let object = |source: &&str| {
        let name = flat(source);
        scratch.path().join(name).with_extension("o")
    };
    let sources = ARCHIVES.iter().chain(&OBJECTS);
    let sources: BTreeSet<_> = sources.flat_map(|(_, sources)| *sources).collect();
    for source in sources {
        compile(source, &object(source))?;
    }
    for (archive, members) in ARCHIVES {
        pack(&lib.join(archive), members.iter().map(object))?;
    }
    for (file, sources) in OBJECTS {
        join(&lib.join(file), sources.iter().map(object))?;
    }
    let dir = lib.join(files::ENGINE_LIBRARY_DIR);
    fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
    pack(&dir.join(files::ENGINE_LIBRARY), [])
}

/// A source's path as the name of a file.
fn flat(source: &str) -> String {
    source.replace('/', "_")
}

fn compile(source: &str, object: &Path) -> Result<()> {
    let sources = repo::root().join("runtime/harness");
    // `fz doctor` knows by it whose code it is.
    let scratch = tempfile::tempdir().context("cannot make a scratch directory")?;
    let name = format!("{}{}", files::SOURCE_PREFIX, flat(source));
    let named = scratch.path().join(name);
    runtime::write_header(scratch.path())?;
    std::os::unix::fs::symlink(sources.join(source), &named)
        .with_context(|| format!("cannot make {}", named.display()))?;
    let mut clang = Command::new(fz_llvm::CLANG);
    clang
        .args(["-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden"])
        .args(["-fcf-protection", "-Wall", "-Wextra", "-Werror", "-c"])
        .args(MACROS.map(|(name, body)| format!("-D{name}={body}")))
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

/// Makes one object of some.
fn join(object: &Path, parts: impl IntoIterator<Item = PathBuf>) -> Result<()> {
    let mut link = Command::new(fz_llvm::LLD);
    link.arg("-r").args(parts).arg("-o").arg(object);
    proc::output(&mut link)?;
    Ok(())
}

fn pack(archive: &Path, members: impl IntoIterator<Item = PathBuf>) -> Result<()> {
    let mut ar = Command::new(fz_llvm::AR);
    ar.arg("rcsD").arg(archive).args(members);
    proc::output(&mut ar)?;
    Ok(())
}
