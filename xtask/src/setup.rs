//! `cargo xtask setup`: what the machine needs, installed if missing. Idempotent; every other command calls it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::{apt, proc, repo};

/// Debian packages that building, testing and the demo need.
const PACKAGES: &[&str] = &[
    // The compiler that fz-cc drives and the plugin extends.
    "clang-22",
    "libclang-22-dev",
    "libclang-rt-22-dev",
    "lld-22",
    "llvm-22",
    "llvm-22-dev",
    "libzstd-dev",
    "zlib1g-dev",
    // Linkers (bfd, gold) and the ordinary compilers that instrumented objects must link with.
    "binutils",
    "g++",
    "gcc",
    "libc6-dev",
    // Build systems of the real programs.
    "autoconf",
    "automake",
    "cmake",
    "file",
    "libtool",
    "make",
    "meson",
    "ninja-build",
    "pkg-config",
    "ccache",
    // Sources of real programs, and the fuzzer that drives them.
    "dpkg-dev",
    "afl++",
    "procps",
    // Programs that nobody has written.
    "csmith",
    "libcsmith-dev",
    // An uninstrumented host that loads an instrumented library.
    "python3",
];

/// What building honggfuzz's engine needs besides.
const ENGINE_PACKAGES: &[&str] = &["binutils-dev", "libblocksruntime-dev", "libunwind-dev"];

/// The crate that carries the sources of AFL++ 4.40c.
const AFLPP_CRATE: (&str, &str) = ("cargo-afl-common", "0.18.2");

#[derive(Args)]
pub struct Options {
    /// Also build the other fuzzers that we compare with (AFL++ 4.40c; about two minutes)
    #[arg(long)]
    peers: bool,
    /// Also install what the other engines' builds need (honggfuzz)
    #[arg(long)]
    engines: bool,
}

pub fn main(options: &Options) -> Result<()> {
    packages()?;
    rust_components()?;
    if options.engines {
        apt::ensure_installed(ENGINE_PACKAGES)?;
    }
    if options.peers {
        peers()?;
    }
    eprintln!("fz: everything that was asked for is there");
    Ok(())
}

/// The Debian packages that every command needs.
pub fn packages() -> Result<()> {
    apt::ensure_installed(PACKAGES)
}

/// rustfmt and clippy, which a minimal rustup profile leaves out.
pub fn rust_components() -> Result<()> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let out = repo::cargo(subcommand).arg("--version").output()?;
        if !out.status.success() {
            proc::run(
                &format!("rustup component add {component}"),
                Command::new("rustup").args(["component", "add", component]),
            )
            .with_context(|| format!("install {component} by hand"))?;
        }
    }
    Ok(())
}

/// Where `setup --peers` puts AFL++ 4.40c.
pub fn aflpp() -> PathBuf {
    repo::peers().join("afl++-4.40c")
}

/// Builds AFL++ 4.40c with its compilers, unless it is there.
pub fn peers() -> Result<()> {
    let prefix = aflpp();
    if prefix.join("bin/afl-clang-fast").exists() {
        return Ok(());
    }
    let work = tempfile::Builder::new()
        .prefix("peers")
        .tempdir_in(made_dir()?)?;
    let source = crate_source(AFLPP_CRATE, work.path())?.join("AFLplusplus");
    let build = work.path().join("AFLplusplus");
    // The registry's copy stays clean, and its files may be read-only.
    proc::run(
        "copy AFL++ sources",
        Command::new("cp")
            .args(["-r", "--no-preserve=mode,ownership"])
            .arg(&source)
            .arg(&build),
    )?;
    proc::run(
        "mark AFL++ scripts executable",
        Command::new("find").arg(&build).args(SCRIPTS),
    )?;
    let staged = work.path().join("prefix");
    let settings = [
        "CC=clang-22",
        "CXX=clang++-22",
        "LLVM_CONFIG=llvm-config-22",
        "NO_NYX=1",
        "NO_PYTHON=1",
    ];
    // Its compilers look below PREFIX, so that is the final place; DESTDIR lets a build that fails leave nothing there.
    let prefixed = format!("PREFIX={}", prefix.display());
    let make = |targets: &[&str]| {
        let mut command = Command::new("make");
        command
            .arg("-C")
            .arg(&build)
            .args(settings)
            .arg(&prefixed)
            .args(targets);
        command
    };
    proc::run(
        "build AFL++ 4.40c",
        make(&["all"]).arg(format!("-j{}", repo::jobs())),
    )?;
    proc::run(
        "install AFL++ 4.40c",
        make(&["install"]).arg(format!("DESTDIR={}", staged.display())),
    )?;
    fs::create_dir_all(repo::peers())?;
    fs::rename(staged.join(prefix.strip_prefix("/")?), &prefix)?;
    Ok(())
}

const SCRIPTS: &[&str] = &["-name", "*.sh", "-exec", "chmod", "+x", "{}", "+"];

fn made_dir() -> Result<PathBuf> {
    let dir = repo::made();
    fs::create_dir_all(&dir)?;
    Ok(dir)
}

/// Where cargo unpacked the sources of a crate, fetched through a throw-away manifest in `work`.
fn crate_source((name, version): (&str, &str), work: &Path) -> Result<PathBuf> {
    let manifest = work.join("fetch/Cargo.toml");
    fs::create_dir_all(work.join("fetch/src"))?;
    fs::write(work.join("fetch/src/lib.rs"), "")?;
    let text = "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n";
    fs::write(&manifest, format!("{text}{name} = \"={version}\"\n"))?;
    let mut fetch = repo::cargo("metadata");
    fetch
        .args(["--format-version", "1", "--manifest-path"])
        .arg(&manifest);
    let metadata: serde_json::Value = serde_json::from_str(&proc::output(&mut fetch)?)?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata lists no packages")?;
    let package = packages
        .iter()
        .find(|p| p["name"] == name)
        .with_context(|| format!("cargo fetched no {name}"))?;
    let path = package["manifest_path"]
        .as_str()
        .context("cargo metadata names no manifest")?;
    Ok(Path::new(path)
        .parent()
        .expect("a manifest has a folder")
        .to_path_buf())
}
