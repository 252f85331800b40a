//! `cargo xtask setup`: what the machine needs, installed if missing. Idempotent; every other command calls it.

mod aflpp_root;
pub mod debian_root;
mod fingerprint;
mod honggfuzz;
pub mod libafl;
mod source;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use fz_abi::peers;

use crate::{apt, proc, repo};

/// Debian packages that building fz needs, beside LLVM's own ([`fz_llvm::PACKAGES`]).
const TO_BUILD: &[&str] = &[
    // What LLVM's own packages are linked with.
    "libzstd-dev",
    "zlib1g-dev",
    // Linkers, and the ordinary compilers that instrumented objects must link with.
    "binutils",
    "g++",
    "gcc",
    "libc6-dev",
];

/// What the demo needs besides: the source of a real program, what builds it, and the fuzzer that drives it.
const FOR_THE_DEMO: &[&str] = &["afl++", "dpkg-dev", "file", "make"];

/// What testing needs besides.
const TO_TEST: &[&str] = &[
    // Build systems of the real programs.
    "autoconf",
    "automake",
    "cmake",
    "libtool",
    "meson",
    "ninja-build",
    "pkg-config",
    // What stands in front of compilers.
    "ccache",
    "distcc",
    "sccache",
    "procps",
    // One of the four linkers whose options are listed.
    "mold",
    // Programs that nobody has written.
    "csmith",
    "libcsmith-dev",
    // An uninstrumented host that loads an instrumented library.
    "python3",
    // A shell whose completions of fz are tried out, beside bash.
    "zsh",
    // A browser without a screen, in which reports are looked at.
    "chromium",
    "chromium-driver",
];

/// The crate that carries the sources of AFL++ 4.40c.
const AFLPP_CRATE: (&str, &str) = ("cargo-afl-common", "0.18.2");

#[derive(Args)]
pub struct Options {
    /// Also get the other fuzzers that we compare with: AFL++ 4.40c, and 5.02c in a root of Debian sid if this is run by
    /// root (about four minutes)
    #[arg(long)]
    peers: bool,
    /// Also build the engines that programs are linked with or fuzzed by: honggfuzz, LibAFL, and what --peers gets (about
    /// seven minutes); and get npm, if there is none
    #[arg(long)]
    engines: bool,
}

pub fn main(options: &Options) -> Result<()> {
    packages()?;
    rust_components()?;
    if options.engines {
        for_tests()?;
    } else if options.peers {
        peers()?;
        aflpp_root::make_if_possible()?;
    }
    eprintln!("fz: everything that was asked for is there");
    if options.engines {
        eprintln!(
            "fz: tell fz where the engines are, now and in ~/.bashrc: export FZ_ENGINE_PATH={}",
            repo::engines().display()
        );
    }
    Ok(())
}

/// The Debian packages that building and testing need. Another release of LLVM than the pinned one has to be there.
pub fn packages() -> Result<()> {
    installed(&[TO_BUILD, FOR_THE_DEMO, TO_TEST].concat())
}

/// Those that building needs.
pub fn packages_to_build() -> Result<()> {
    installed(TO_BUILD)
}

/// Those that building and the demo need.
pub fn of_the_demo() -> Vec<&'static str> {
    [fz_llvm::PACKAGES, TO_BUILD, FOR_THE_DEMO].concat()
}

fn installed(packages: &[&str]) -> Result<()> {
    if fz_llvm::RELEASE == fz_llvm::PINNED {
        return apt::ensure_installed([fz_llvm::PACKAGES, packages].concat());
    }
    for tool in fz_llvm::TOOLS {
        which::which(tool).with_context(|| {
            format!(
                "{tool} is not on the PATH; `cargo xtask test llvm {release}` makes a root of Debian that has LLVM \
                 {release}, and uses it",
                release = fz_llvm::RELEASE
            )
        })?;
    }
    apt::ensure_installed(packages)
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

/// Builds every engine that is missing or older than its sources.
pub fn engines() -> Result<()> {
    honggfuzz::build()?;
    libafl::build()?;
    peers()
}

/// What tests can use of the other engines and fuzzers: as much as there can be on this machine.
pub fn for_tests() -> Result<()> {
    // Gets what looks at pages as a screen reader does. Debian's package is large, and other ways to have it are usual.
    if which::which("npm").is_err() {
        apt::ensure_installed(["npm"])?;
    }
    engines()?;
    aflpp_root::make_if_possible()
}

/// Where `setup --peers` puts AFL++ 4.40c.
pub fn aflpp() -> PathBuf {
    repo::peers().join(peers::AFLPP_440)
}

/// The folder of AFL++ 5.02c's programs, if `setup --peers` could make its root.
pub fn newest_aflpp() -> Option<PathBuf> {
    let root = repo::peers().join(peers::AFLPP_502);
    let programs = root.join(peers::PROGRAMS);
    programs.join("afl-fuzz").exists().then_some(programs)
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
    let source = source::of_crate(AFLPP_CRATE, work.path())?.join("AFLplusplus");
    let build = work.path().join("AFLplusplus");
    source::copy(&source, &build)?;
    proc::run(
        "mark AFL++ scripts executable",
        Command::new("find").arg(&build).args(SCRIPTS),
    )?;
    let staged = work.path().join("prefix");
    let settings = [
        &format!("CC={}", fz_llvm::CLANG),
        &format!("CXX={}", fz_llvm::CLANGXX),
        &format!("LLVM_CONFIG={}", fz_llvm::CONFIG),
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
