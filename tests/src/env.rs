//! What tests take from the environment.

use std::process::Command;

/// Whether expectations are to be rewritten: those of files, as insta rewrites snapshots.
pub fn bless() -> bool {
    std::env::var_os("INSTA_UPDATE").is_some_and(|v| v == "always")
}

/// The file in which whoever started the tests looks for those that cannot run here.
pub fn not_run() -> Option<std::ffi::OsString> {
    std::env::var_os("FZ_TESTS_NOT_RUN")
}

/// Leaves a command what it needs to find its tools, and nothing that steers them. Compilations are verified.
pub fn bare(command: &mut Command) -> &mut Command {
    command.env_clear();
    for keep in ["PATH", "HOME", "TMPDIR"] {
        if let Some(value) = std::env::var_os(keep) {
            command.env(keep, value);
        }
    }
    command.env("FZ_VERIFY", "1")
}

/// Whether a program is on the PATH.
pub fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).exists())
}

/// The value of `PATH` with `first` in front.
pub fn path_after(first: &std::path::Path) -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(first.to_path_buf()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).expect("no folder has a colon in its name")
}
