//! Lays the installed tree out: `bin`, `lib/fz`, `share`. Everything in it finds the rest relative to itself.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use fz_abi::files;
use walkdir::WalkDir;

use crate::{proc, repo, runtime};

/// The compilers.
const COMPILERS: &[&str] = &["fz-cc", "fz-cxx"];

/// What explains what they have built.
const COMMAND: &str = "fz";

/// All of them.
pub const PROGRAMS: &[&str] = &["fz-cc", "fz-cxx", "fz"];

/// What CMake looks for beside the compilers: other names of one of them.
pub fn beside() -> impl Iterator<Item = String> {
    fz_llvm::BESIDE.iter().map(|(tool, _)| format!("fz-{tool}"))
}

/// What clang loads.
const PLUGINS: &[&str] = &[
    "libfz_passes.so",
    "libfz_capture.so",
    "libfz_casts.so",
    "libfz_conditions.so",
    "libfz_expand.so",
];

/// What afl-fuzz loads.
const MUTATORS: &[&str] = &[files::OD_LIBRARY];

/// Other names of the compilers, under which builds written for AFL++ call them. CMake's archivers stand beside those, too.
const AFL_COMPILERS: &[(&str, &str)] = &[
    ("afl-c++", "fz-cxx"),
    ("afl-cc", "fz-cc"),
    ("afl-clang-fast", "fz-cc"),
    ("afl-clang-fast++", "fz-cxx"),
    ("afl-clang-lto", "fz-cc"),
    ("afl-clang-lto++", "fz-cxx"),
];

/// Brings `target/fz` up to date with what cargo built. Running programs and builds keep the files they opened.
pub fn stage() -> Result<()> {
    locked(|stage, fresh| {
        lay_out(fresh)?;
        add_command(fresh)?;
        sync(fresh, stage)
    })
}

/// The same before the command is built: one that is there stays.
pub fn compilers() -> Result<()> {
    locked(|stage, fresh| {
        lay_out(fresh)?;
        add(fresh, stage)
    })
}

/// What is missing then.
pub fn command() -> Result<()> {
    locked(|stage, fresh| {
        add(stage, fresh)?;
        add_command(fresh)?;
        sync(fresh, stage)
    })
}

/// The command, in a tree that has all the rest; with its man pages, completions and reference, which it writes itself.
fn add_command(tree: &Path) -> Result<()> {
    let command = tree.join("bin").join(COMMAND);
    copy(&release().join(COMMAND), &command)?;
    let share = tree.join("share");
    proc::run(
        "fz reference",
        Command::new(&command).arg("reference").arg(share),
    )?;
    Ok(())
}

/// Does something to the tree, with a folder beside it for what is to become of it.
fn locked(work: impl FnOnce(&Path, &Path) -> Result<()>) -> Result<()> {
    let stage = repo::stage();
    let made = stage.parent().expect("the tree stands in a folder");
    fs::create_dir_all(made)?;
    let lock = File::create(repo::stage_lock())?;
    lock.lock().context("cannot lock the staged tree")?;
    let fresh = tempfile::Builder::new()
        .prefix("fz-stage")
        .tempdir_in(made)?;
    work(&stage, fresh.path())
}

fn release() -> PathBuf {
    repo::cargo_target().join("release")
}

/// All but the command.
fn lay_out(tree: &Path) -> Result<()> {
    let (bin, lib, share) = (tree.join("bin"), tree.join("lib/fz"), tree.join("share/fz"));
    for dir in [
        &bin,
        &lib,
        &share.join("profiles"),
        &share.join("include"),
        &share.join("afl-compat"),
    ] {
        fs::create_dir_all(dir)?;
    }
    let release = release();
    for program in COMPILERS {
        copy(&release.join(program), &bin.join(program))?;
    }
    for name in beside() {
        symlink(COMPILERS[0], bin.join(name))?;
    }
    for library in PLUGINS.iter().chain(MUTATORS) {
        copy(&release.join(library), &lib.join(library))?;
    }
    copy_tree(
        &repo::root().join("profiles"),
        "toml",
        &share.join("profiles"),
    )?;
    runtime::build(&lib, &share.join("include"))?;
    let compilers = AFL_COMPILERS.iter().copied();
    let tools = fz_llvm::BESIDE.map(|(tool, _)| (format!("afl-{tool}"), COMPILERS[0]));
    let names = compilers
        .map(|(name, compiler)| (name.to_owned(), compiler))
        .chain(tools);
    for (name, compiler) in names {
        symlink(
            Path::new("../../../bin").join(compiler),
            share.join("afl-compat").join(name),
        )?;
    }
    let identity = identity(&[&bin, &lib])?;
    fs::write(lib.join(files::IDENTITY), identity)?;
    Ok(())
}

/// A hash of what files of folders contain.
fn identity(folders: &[&Path]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for folder in folders {
        for path in entries(folder)? {
            path.hash(&mut hasher);
            fs::read(folder.join(&path))?.hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Copies the files directly in `from` that end in `.extension`.
pub fn copy_tree(from: &Path, extension: &str, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|x| x == extension) {
            copy(
                &path,
                &to.join(path.file_name().expect("an entry has a name")),
            )?;
        }
    }
    Ok(())
}

/// Makes `to` equal to `from`: changed files are replaced by renaming, surplus ones go.
pub fn sync(from: &Path, to: &Path) -> Result<()> {
    add(from, to)?;
    let wanted = entries(from)?;
    for path in entries(to)?.difference(&wanted) {
        fs::remove_file(to.join(path))?;
    }
    Ok(())
}

/// The same, but for what `from` does not have.
pub fn add(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for path in entries(from)? {
        replace(&from.join(&path), &to.join(&path))?;
    }
    Ok(())
}

/// Makes `target` equal to `source`, by renaming, unless it is already.
pub fn replace(source: &Path, target: &Path) -> Result<()> {
    if same(source, target) {
        return Ok(());
    }
    let dir = target.parent().expect("below the tree's root");
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let partial = target.with_file_name(format!(
        ".{}.new",
        target.file_name().expect("a name").to_string_lossy()
    ));
    if source.is_symlink() {
        let _ = fs::remove_file(&partial);
        symlink(fs::read_link(source)?, &partial)?;
    } else {
        copy(source, &partial)?;
    }
    fs::rename(&partial, target).with_context(|| format!("cannot write {}", target.display()))
}

fn entries(tree: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    for entry in WalkDir::new(tree) {
        let entry = entry?;
        if !entry.file_type().is_dir() {
            found.insert(entry.path().strip_prefix(tree)?.to_path_buf());
        }
    }
    Ok(found)
}

fn same(a: &Path, b: &Path) -> bool {
    match (fs::read_link(a), fs::read_link(b)) {
        (Ok(a), Ok(b)) => a == b,
        (Err(_), Err(_)) => fs::metadata(b).is_ok() && fs::read(a).ok() == fs::read(b).ok(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::sync;

    #[test]
    fn sync_replaces_adds_and_removes() {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        for (path, text) in [
            ("from/a", "1"),
            ("from/b/c", "2"),
            ("to/a", "0"),
            ("to/old", "x"),
        ] {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        std::os::unix::fs::symlink("a", from.join("link")).unwrap();
        sync(&from, &to).unwrap();
        sync(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("a")).unwrap(), "1");
        assert_eq!(fs::read_to_string(to.join("b/c")).unwrap(), "2");
        assert_eq!(fs::read_link(to.join("link")).unwrap().to_str(), Some("a"));
        assert!(!to.join("old").exists());
    }
}
