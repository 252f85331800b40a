//! Sources of other engines: crates bundle them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{proc, repo};

/// Where cargo unpacked the sources of a crate, fetched through a throw-away manifest in `work`.
pub fn of_crate((name, version): (&str, &str), work: &Path) -> Result<PathBuf> {
    let manifest = work.join("fetch/Cargo.toml");
    fs::create_dir_all(work.join("fetch/src"))?;
    fs::write(work.join("fetch/src/lib.rs"), "")?;
    let text = "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n";
    fs::write(&manifest, format!("{text}{name} = \"={version}\"\n"))?;
    let mut fetch = repo::cargo("metadata");
    fetch
        .args(["--format-version", "1", "--manifest-path"])
        .arg(&manifest);
    let metadata: serde_json::Value = serde_json::from_str(&proc::output(&mut fetch)?)?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata lists no packages")?;
    let package = packages
        .iter()
        .find(|p| p["name"] == name)
        .with_context(|| format!("cargo fetched no {name}"))?;
    let path = package["manifest_path"]
        .as_str()
        .context("cargo metadata names no manifest")?;
    Ok(Path::new(path)
        .parent()
        .expect("a manifest has a folder")
        .to_path_buf())
}

/// Copies a folder of sources: the registry's copy stays clean, and its files may be read-only.
pub fn copy(source: &Path, build: &Path) -> Result<()> {
    let mut copy = Command::new("cp");
    copy.args(["-r", "--no-preserve=mode,ownership"]);
    proc::run("copy sources", copy.arg(source).arg(build))?;
    Ok(())
}
