//! Starting what was built: fz's programs, and those that they made. What goes wrong is told with the command.

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use crate::{env, fz};

/// A program of the staged toolchain, in `dir`. Nothing outside steers it.
pub fn tool(name: &str, dir: &Path) -> Command {
    let mut command = Command::new(fz().join("bin").join(name));
    env::bare(&mut command)
        .current_dir(dir)
        .stdin(Stdio::null());
    command
}

/// What a command leaves behind, however it ends. It has no input, unless it was given some.
#[track_caller]
pub fn output(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

/// The same of one that has to work.
#[track_caller]
pub fn run(command: &mut Command) -> Output {
    let output = output(command);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        stderr(&output)
    );
    output
}

/// What one that has to work prints.
#[track_caller]
pub fn printed(command: &mut Command) -> String {
    String::from_utf8_lossy(&run(command).stdout).into_owned()
}

/// What was said besides.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
