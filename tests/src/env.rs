//! What tests take from the environment.

use std::process::Command;

/// Whether expectations are to be rewritten.
pub fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
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
