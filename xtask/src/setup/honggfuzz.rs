//! honggfuzz's runtime and fuzzer, from the sources that a crate bundles.

use std::fs;
use std::process::Command;

use anyhow::Result;
use fz_abi::honggfuzz::{COMMON, FUZZER, RUNTIME};

use super::fingerprint::Fingerprint;
use super::source;
use crate::{apt, proc, repo};

/// The crate that carries the sources.
const CRATE: (&str, &str) = ("honggfuzz", "0.5.62");

const PACKAGES: &[&str] = &["binutils-dev", "libblocksruntime-dev", "libunwind-dev"];

/// What is built of them, and where it goes.
const PARTS: [(&str, &str); 3] = [
    ("honggfuzz", FUZZER),
    ("libhfuzz/libhfuzz.a", RUNTIME),
    ("libhfcommon/libhfcommon.a", COMMON),
];

/// The runtime's member with a harness and a `main` that do nothing: with them a link without either would succeed.
const LEFT_OUT: &str = "persistent.o";

/// Builds them, unless they are there.
pub fn build() -> Result<()> {
    let fingerprint = Fingerprint::of(&[CRATE.0, CRATE.1, LEFT_OUT]);
    let dir = repo::engines().join("honggfuzz");
    if fingerprint.made(&dir) {
        return Ok(());
    }
    apt::ensure_installed(PACKAGES)?;
    let work = tempfile::Builder::new()
        .prefix("engine")
        .tempdir_in(super::made_dir()?)?;
    let sources = work.path().join("sources");
    source::copy(
        &source::of_crate(CRATE, work.path())?.join("honggfuzz"),
        &sources,
    )?;
    let mut make = Command::new("make");
    make.arg("-C")
        .arg(&sources)
        .arg(format!("CC={}", fz_llvm::CLANG));
    make.args(PARTS.map(|(part, _)| part))
        .arg(format!("-j{}", repo::jobs()));
    proc::run("build honggfuzz", &mut make)?;
    let staged = work.path().join("engines");
    fs::create_dir_all(staged.join("honggfuzz"))?;
    for (part, place) in PARTS {
        fs::copy(sources.join(part), staged.join(place))?;
    }
    let mut leave_out = Command::new(fz_llvm::AR);
    leave_out.arg("d").arg(staged.join(RUNTIME)).arg(LEFT_OUT);
    proc::output(&mut leave_out)?;
    fingerprint.place(&staged.join("honggfuzz"), &dir)
}
