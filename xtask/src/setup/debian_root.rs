//! A root of Debian sid with chosen packages, made by root, and programs of it for use on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{apt, proc, repo};

/// What makes a root, and what makes its programs run outside of it.
const PACKAGES: &[&str] = &["debian-archive-keyring", "mmdebstrap", "patchelf"];

/// Makes a root of sid with `packages` (as apt names them, with versions where that matters) in the folder `root`.
/// `label` says what for. Where it fails there is no such folder.
pub fn make(root: &Path, label: &str, packages: &[impl AsRef<str>]) -> Result<()> {
    // SAFETY: geteuid has no preconditions and cannot fail.
    let is_root = unsafe { libc::geteuid() } == 0;
    ensure!(
        is_root,
        "only root can make a root of Debian: run this again with sudo -E"
    );
    apt::ensure_installed(PACKAGES)?;
    // The release of this machine need not be sid's, but the place that it comes from has both.
    let mirror = apt::mirror()?;
    let partial = root.with_extension("partial");
    remove(&partial)?;
    fs::create_dir_all(root.parent().expect("a root stands in a folder"))?;
    let packages: Vec<&str> = packages.iter().map(AsRef::as_ref).collect();
    let mut mmdebstrap = Command::new("mmdebstrap");
    mmdebstrap
        .args(["--variant=minbase", "--mode=root", "--components=main"])
        .arg("--keyring=/usr/share/keyrings/debian-archive-keyring.gpg")
        // Signatures are checked. A mirror that lags has an old release file, and that does not matter here.
        .arg("--aptopt=Acquire::Check-Valid-Until \"false\"")
        .arg("--aptopt=APT::Install-Recommends \"false\"")
        .arg("--dpkgopt=force-unsafe-io")
        .arg(format!("--include={}", packages.join(",")))
        .arg("sid")
        .arg(&partial)
        .arg(mirror);
    let log = proc::log_for(label);
    let done = proc::run_to_log(label, &mut mmdebstrap, &log)?;
    if !done.status.success() {
        remove(&partial)?;
        let is_error = |line: &&str| line.starts_with("E: ");
        let said = done.output.lines().find(is_error);
        bail!(
            "{} (the whole log: {})",
            said.unwrap_or("mmdebstrap failed"),
            repo::shown(&log)
        );
    }
    fs::rename(&partial, root)?;
    Ok(())
}

fn remove(partial: &Path) -> Result<()> {
    if partial.exists() {
        fs::remove_dir_all(partial)
            .with_context(|| format!("cannot remove {}", partial.display()))?;
    }
    Ok(())
}

/// The root's libraries.
pub fn libraries(root: &Path) -> Result<PathBuf> {
    Ok(root.canonicalize()?.join("usr/lib/x86_64-linux-gnu"))
}

/// The root's dynamic loader.
pub fn loader(root: &Path) -> Result<PathBuf> {
    Ok(libraries(root)?.join("ld-linux-x86-64.so.2"))
}

/// Whether the program names the root's loader, as it does after [`adapt`].
pub fn is_adapted(root: &Path, program: &Path) -> Result<bool> {
    let named = Command::new("patchelf")
        .arg("--print-interpreter")
        .arg(program)
        .output()?;
    let named = String::from_utf8_lossy(&named.stdout).into_owned();
    Ok(named.trim() == loader(root)?.to_string_lossy())
}

/// Makes a program or library of the root, or a copy of it, find the root's libraries on this machine, whose own are
/// older; libraries that it loads later do as well. A program starts by the root's loader.
pub fn adapt(root: &Path, file: &Path, is_program: bool) -> Result<()> {
    let mut patchelf = Command::new("patchelf");
    if is_program {
        patchelf.arg("--set-interpreter").arg(loader(root)?);
    }
    patchelf
        .args(["--force-rpath", "--set-rpath"])
        .arg(libraries(root)?);
    proc::output(patchelf.arg(file))?;
    Ok(())
}
