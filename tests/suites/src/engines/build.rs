//! Compiles and links the programs of `tests/engines`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use xtask::{proc, repo};

/// A folder of this test's own, empty.
pub fn fresh(name: &str) -> Result<PathBuf> {
    let dir = repo::made().join("engines-test").join(name);
    repo::fresh(&dir)?;
    Ok(dir)
}

pub fn source(name: &str) -> PathBuf {
    repo::root().join("tests/engines").join(name)
}

/// A folder with one trivial input.
pub fn seeds(dir: &Path) -> Result<PathBuf> {
    let seeds = dir.join("seeds");
    fs::create_dir_all(&seeds)?;
    fs::write(seeds.join("seed"), [b'a'; 24])?;
    Ok(seeds)
}

/// `fz-cc`, as it stands in the staged tree, for this engine.
pub fn compiler(name: &str, engine: &str) -> Command {
    let mut command = repo::tool(name);
    command
        .env("FZ_ENGINE", engine)
        .env("FZ_ENGINE_PATH", repo::engines());
    command
}

/// Compiles with a profile: objects know no engine.
pub fn compile(source: &Path, profile: &str, flags: &[&str], object: &Path) -> Result<()> {
    let mut command = compiler("fz-cc", "none");
    command
        .arg(format!("--fz-profile={profile}"))
        .args(["-O2", "-g"])
        .args(flags)
        .arg("-c")
        .arg(source)
        .arg("-o")
        .arg(object);
    proc::output(&mut command)?;
    Ok(())
}

/// The link of one object for an engine.
pub fn link(engine: &str, object: &Path, flags: &[&str], program: &Path) -> Command {
    let mut command = compiler("fz-cc", engine);
    command.arg(object).args(flags).arg("-o").arg(program);
    command
}

/// Links, or says for which engine it did not work.
pub fn linked(engine: &str, object: &Path, flags: &[&str], program: &Path) -> Result<()> {
    proc::output(&mut link(engine, object, flags, program))
        .with_context(|| format!("link for {engine}"))?;
    Ok(())
}
