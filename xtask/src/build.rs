//! `cargo xtask build`: the installed tree at `target/fz`.

use std::process::Command;

use anyhow::Result;

use crate::{proc, repo, setup, stage};

/// Sets the machine up, builds everything and stages it.
pub fn main() -> Result<()> {
    ready()?;
    eprintln!("fz: the toolchain is at {}", repo::shown(&repo::stage()));
    Ok(())
}

/// What every command that needs the toolchain calls first.
pub fn ready() -> Result<()> {
    setup::packages()?;
    let mut cargo: Command = repo::cargo("build");
    cargo.args([
        "--release",
        "--package",
        "fz-passes",
        "--package",
        "fz-casts",
        "--package",
        "fz-conditions",
        "--package",
        "fz-expand",
        "--package",
        "fz-od",
        "--package",
        "fz-cli",
        "--package",
        "fz-driver",
    ]);
    proc::run("build the compiler and its passes", &mut cargo)?;
    stage::stage()
}
