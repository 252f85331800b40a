//! LibAFL's fuzzers, `runtime/libafl`: the one in the harness's process becomes one object in an archive that shows
//! nothing but its ABI, so that a program may bring other Rust code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use fz_abi::libafl::{ARCHIVE, EXPORTS, FORK_SERVER_FUZZER, WEAK};

use super::fingerprint::Fingerprint;
use crate::{proc, repo};

/// The workspace.
fn room() -> PathBuf {
    repo::root().join("runtime/libafl")
}

/// Builds both, unless they are there and of the same sources.
pub fn build() -> Result<()> {
    let words: Vec<&str> = EXPORTS.iter().chain(WEAK).copied().collect();
    let fingerprint = Fingerprint::of(&words).with_files(&room())?;
    let dir = repo::engines().join("libafl");
    if fingerprint.made(&dir) {
        return Ok(());
    }
    proc::run(
        "build LibAFL's fuzzers",
        cargo("build").arg("--release").arg("--locked"),
    )?;
    let work = tempfile::Builder::new()
        .prefix("engine")
        .tempdir_in(super::made_dir()?)?;
    fs::create_dir_all(work.path().join("libafl"))?;
    let release = target().join("release");
    archive(&release.join("libfz_libafl.a"), &work.path().join(ARCHIVE))?;
    fs::copy(
        release.join("fz-libafl"),
        work.path().join(FORK_SERVER_FUZZER),
    )?;
    fingerprint.place(&work.path().join("libafl"), &dir)
}

/// A cargo command for the workspace, which is no part of ours.
pub fn cargo(subcommand: &str) -> Command {
    let mut cargo = repo::cargo(subcommand);
    cargo
        .arg("--manifest-path")
        .arg(manifest())
        .arg("--target-dir")
        .arg(target());
    cargo
}

pub fn manifest() -> PathBuf {
    room().join("Cargo.toml")
}

fn target() -> PathBuf {
    repo::cargo_target().join("libafl")
}

/// An archive of one object. All members are in it: some are reached by their constructors alone.
fn archive(built: &Path, archive: &Path) -> Result<()> {
    let object = archive.with_extension("o");
    let whole = archive.with_extension("whole.o");
    let mut link = Command::new(fz_llvm::LLD);
    link.args(["-r", "--whole-archive"]).arg(built);
    proc::output(link.arg("-o").arg(&whole))?;
    let mut localise = Command::new(fz_llvm::OBJCOPY);
    localise
        .args(["--strip-debug", "--remove-section=.comment"])
        .args(EXPORTS.iter().map(|s| format!("--keep-global-symbol={s}")))
        .args(WEAK.iter().map(|s| format!("--weaken-symbol={s}")));
    proc::output(localise.arg(&whole).arg(&object))?;
    let mut nm = Command::new(fz_llvm::NM);
    let shown = proc::output(
        nm.args(["-g", "--defined-only", "--format=just-symbols"])
            .arg(&object),
    )?;
    let shown: BTreeSet<&str> = shown.lines().collect();
    ensure!(
        shown == EXPORTS.iter().copied().collect(),
        "LibAFL's object shows {shown:?}; runtime/abi/src/libafl.rs says what it has to"
    );
    let mut pack = Command::new(fz_llvm::AR);
    proc::output(pack.arg("rcsD").arg(archive).arg(&object))?;
    fs::remove_file(whole)?;
    fs::remove_file(object)?;
    Ok(())
}
