//! The drop-in compilers: what they plan (snapshots in `tests/driver/`), what clang makes of it, ccache in front, what
//! they say when something is wrong, and what `fz doctor` and `fz inspect` find in programs.

#[path = "driver/ccache.rs"]
mod ccache;
#[path = "driver/engines.rs"]
mod engines;
#[path = "driver/errors.rs"]
mod errors;
#[path = "driver/plans.rs"]
mod plans;
#[path = "driver/programs.rs"]
mod programs;
#[path = "driver/real.rs"]
mod real;

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz};

/// A program of the staged toolchain, run in `dir`, with nothing in the environment that steers it.
fn program(name: &str, dir: &Path) -> Command {
    let mut command = Command::new(fz().join("bin").join(name));
    env::bare(&mut command)
        .current_dir(dir)
        .stdin(Stdio::null());
    command
}

fn output(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs what has to work.
fn run(command: &mut Command) -> Output {
    let output = output(command);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}",
        output.status,
        stderr(&output)
    );
    output
}
