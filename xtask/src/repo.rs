//! Where things stand: the checkout, and what xtask makes under `target/`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::env;

/// The checkout's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask/ stands in the root")
        .to_path_buf()
}

/// What cargo builds.
pub fn cargo_target() -> PathBuf {
    env::cargo_target_dir().map_or_else(|| root().join("target"), |d| root().join(d))
}

/// What xtask makes. Not cargo's target directory: tests and the README rely on these places.
pub fn made() -> PathBuf {
    root().join("target")
}

/// The installed tree that `cargo xtask build` stages.
pub fn stage() -> PathBuf {
    root().join(fz_llvm::TREE)
}

/// Who holds this file's lock changes the staged tree.
pub fn stage_lock() -> PathBuf {
    stage().with_extension("lock")
}

/// The other fuzzers that we compare with, built by `cargo xtask setup --peers`.
pub fn peers() -> PathBuf {
    made().join("peers")
}

/// The other engines, built by `cargo xtask setup --engines`: what `engine-path` names.
pub fn engines() -> PathBuf {
    made().join("engines")
}

/// Downloads, kept between runs.
pub fn cache() -> PathBuf {
    env::cache_dir().map_or_else(|| made().join("cache"), |d| root().join(d))
}

/// Logs of the commands that xtask runs quietly.
pub fn logs() -> PathBuf {
    made().join("logs")
}

/// A cargo command in the checkout.
pub fn cargo(subcommand: &str) -> Command {
    let mut command = Command::new(env::cargo());
    command.current_dir(root()).arg(subcommand);
    command
}

/// A program of the staged tree, which nothing in the environment steers.
pub fn tool(name: &str) -> Command {
    let mut command = Command::new(stage().join("bin").join(name));
    env::unsteered(&mut command);
    command
}

/// Removes a folder with all in it, if it is there.
pub fn clear(dir: impl AsRef<Path>) -> io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// An empty folder, whatever was there.
pub fn fresh(dir: impl AsRef<Path>) -> io::Result<()> {
    clear(&dir)?;
    fs::create_dir_all(dir)
}

/// The hash of the commit that is checked out. None: this is no checkout, or there is no git to ask.
pub fn commit() -> Option<String> {
    let mut git = Command::new("git");
    let out = git.args(["rev-parse", "HEAD"]).current_dir(root()).output();
    let out = out.ok().filter(|out| out.status.success())?;
    Some(String::from_utf8(out.stdout).ok()?.trim().to_string())
}

/// `path` as a person would type it from the root.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Cores to build with.
pub fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}
