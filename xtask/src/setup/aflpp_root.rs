//! AFL++ 5.02c, which Debian has only in sid: a root of sid with nothing but that, and programs for use outside of it.
//!
//! The fuzzers run on this machine, so they can start this machine's programs: they are copies that name the root's loader
//! and libraries, for this machine's are older. The compilers are scripts that enter the root. Where the root cannot be
//! made, [`fz_abi::peers::NOT_MADE`] says why.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::Result;
use fz_abi::peers;

use super::debian_root;
use crate::repo;

/// What the root consists of: the fuzzer, and what its compilers compile and link with.
const INCLUDED: &[&str] = &[
    "afl++=5.02c*",
    "clang-21",
    "libc6-dev",
    "libclang-rt-21-dev",
    "lld-21",
    "llvm-21",
];

/// What runs outside.
const FUZZERS: &[&str] = &["afl-analyze", "afl-fuzz", "afl-showmap", "afl-tmin"];

/// What runs inside, and the script that does it.
const COMPILERS: &[&str] = &[
    "afl-c++",
    "afl-cc",
    "afl-clang-fast",
    "afl-clang-fast++",
    "afl-clang-lto",
    "afl-clang-lto++",
];
const ENTER: &str = include_str!("aflpp_root/enter.sh");

/// Makes the root unless it is there. Where that fails a note for the tests says why, and so does this.
pub fn make_if_possible() -> Result<()> {
    let note = repo::peers().join(peers::NOT_MADE);
    fs::create_dir_all(repo::peers())?;
    match make() {
        Ok(()) if note.exists() => Ok(fs::remove_file(note)?),
        Ok(()) => Ok(()),
        Err(error) => {
            eprintln!("fz: there will be no AFL++ 5.02c: {error:#}");
            let why = format!("{error:#}");
            Ok(fs::write(note, why.lines().next().unwrap_or_default())?)
        }
    }
}

fn make() -> Result<()> {
    let root = root();
    if !root.join("usr/bin/afl-fuzz").exists() {
        debian_root::make(&root, "make a Debian sid with AFL++ 5.02c", INCLUDED)?;
    }
    let programs = root.join(peers::PROGRAMS);
    for name in FUZZERS {
        for_outside(&root, name, &programs.join(name))?;
    }
    for name in COMPILERS {
        let script = programs.join(name);
        if !fs::read_to_string(&script).is_ok_and(|old| old == ENTER) {
            replace(&script, |new| Ok(fs::write(new, ENTER)?))?;
        }
    }
    Ok(())
}

/// A copy of the root's program that runs on this machine. (A script that starts it by the root's loader would not do:
/// custom mutators read their fuzzer's command line.)
fn for_outside(root: &Path, name: &str, to: &Path) -> Result<()> {
    if debian_root::is_adapted(root, to)? {
        return Ok(());
    }
    replace(to, |new| {
        fs::copy(root.join("usr/bin").join(name), new)?;
        debian_root::adapt(root, new, true)
    })
}

/// Puts a program in its place at once: another command may be running the old one.
fn replace(place: &Path, write: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let new = place.with_extension("new");
    write(&new)?;
    fs::set_permissions(&new, fs::Permissions::from_mode(0o755))?;
    Ok(fs::rename(&new, place)?)
}

fn root() -> PathBuf {
    repo::peers().join(peers::AFLPP_502)
}
