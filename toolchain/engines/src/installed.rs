//! Fuzzers' programs on this machine.

use std::path::PathBuf;

/// A fuzzer's program: of a folder of engines, whose runtime is linked too, or on the PATH.
pub fn fuzzer(engine: &str, name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    folders
        .iter()
        .map(|folder| folder.join(engine).join(name))
        .find(|path| path.is_file())
        .or_else(|| which::which(name).ok())
}
