//! Builds `runtime/harness`: the mains that drive a harness, one archive per engine, and the objects that go with
//! programs that have a `main` of their own.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use fz_abi::{
    afl, files, guards,
    harness::{DRIVEN, MACROS},
    sections,
};

use crate::{proc, repo};

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
    let quoted = |name: &str, value: &str| format!("-D{name}=\"{value}\"");
    let sources = repo::root().join("runtime/harness");
    // `fz doctor` knows by it whose code it is.
    let scratch = tempfile::tempdir().context("cannot make a scratch directory")?;
    let name = format!("{}{source}", files::SOURCE_PREFIX);
    let named = scratch.path().join(name);
    std::os::unix::fs::symlink(sources.join(source), &named)
        .with_context(|| format!("cannot make {}", named.display()))?;
    let mut clang = Command::new(fz_llvm::CLANG);
    clang
        .args(["-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden"])
        .args(["-fcf-protection", "-Wall", "-Wextra", "-Werror", "-c"])
        .args(MACROS.map(|(name, body)| format!("-D{name}={body}")))
        .arg(quoted("FZ_SHM_ID", &afl::env::SHM_ID.to_string_lossy()))
        .arg(quoted("FZ_COUNTERS", sections::COUNTERS))
        .arg(format!("-DFZ_GUARD_BYTES={}", guards::GUARD))
        .arg(format!("-DFZ_GUARD_NAME_MAX={}", guards::NAME_MAX))
        .arg(format!(
            "-DFZ_GUARD_KINDS=\"{}\"",
            guards::kind::NAMES.join("\",\"")
        ))
        .arg(format!(
            "-DFZ_GUARD_BUILTINS=\"{}\"",
            guards::builtin::NAMES.join("\",\"")
        ))
        .arg(quoted("FZ_GUARD_MODE_ENV", guards::env::MODE))
        .arg(quoted("FZ_GUARD_MAP_ENV", guards::env::MAP))
        .arg(quoted("FZ_GUARD_LOG_ENV", guards::env::LOG))
        .arg(quoted("FZ_HARNESS_MARK", DRIVEN))
        .args(definitions)
        .arg("-I")
        .arg(&sources)
        .arg(named)
        .arg("-o")
        .arg(object);
    proc::output(&mut clang)?;
    Ok(())
}

fn pack(archive: &Path, members: impl IntoIterator<Item = PathBuf>) -> Result<()> {
    let mut ar = Command::new(fz_llvm::AR);
    ar.arg("rcsD").arg(archive).args(members);
    proc::output(&mut ar)?;
    Ok(())
}
