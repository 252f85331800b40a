//! Fuzzers' programs on this machine, and how to get those that it lacks.

use std::path::PathBuf;

/// A fuzzer's program: of a folder of engines, whose runtime is linked too, or on the PATH.
pub fn fuzzer(engine: &str, name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    folders
        .iter()
        .map(|folder| folder.join(engine).join(name))
        .find(|path| path.is_file())
        .or_else(|| which::which(name).ok())
}

/// What to do where it is missing.
pub fn how_to_get(engine: &str) -> &'static str {
    match engine {
        "afl" => {
            "it is not on the PATH: install AFL++ (`apt-get install afl++`), or name it with --fuzzer"
        }
        _ => {
            "it is neither on the PATH nor in a folder of engines: build it (`cargo xtask setup --engines`), or name the \
             folder with FZ_ENGINE_PATH or `engine-path = […]` in fz.toml"
        }
    }
}
