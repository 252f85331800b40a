//! Which engines this machine has, and how to get those that it lacks.

use std::path::PathBuf;

/// A fuzzer's program: on the PATH.
pub fn fuzzer(name: &str) -> Option<PathBuf> {
    which::which(name).ok()
}

/// What to do where an engine is missing.
pub fn how_to_get(engine: &str) -> &'static str {
    match engine {
        "afl" | "afl-classic" => {
            "it is not on the PATH: install AFL++ (`apt-get install afl++`), or name it with --fuzzer"
        }
        _ => {
            "it is not there: run `cargo xtask setup --engines`, or name its folder with FZ_ENGINE_PATH"
        }
    }
}
