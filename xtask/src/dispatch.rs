//! What stands in a crate of its own, because it needs more than a first `cargo xtask demo` should wait for: the suites,
//! the benches and tidy. cargo builds and runs it.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Result, bail};

use crate::{env, proc, repo};

/// A program of the workspace, started here: its arguments may be paths.
pub fn command(package: &str) -> Command {
    let mut cargo = Command::new(env::cargo());
    cargo.args(["run", "--quiet", "--manifest-path"]);
    cargo.arg(repo::root().join("Cargo.toml"));
    cargo.args(["--package", package, "--"]);
    cargo
}

/// Becomes it. Returns only if that cannot be.
pub fn run(package: &str, arguments: &[OsString]) -> Result<()> {
    let mut command = command(package);
    let error = command.args(arguments).exec();
    bail!("cannot start {}: {error}", proc::rendered(&command))
}
