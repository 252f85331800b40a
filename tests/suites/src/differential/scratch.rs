//! A folder for what a run makes and throws away: its copy of the toolchain, sources, builds.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use xtask::{proc, repo};

/// A run's folder. Whoever finds one that nobody holds may remove it: an interrupted run does not come to that.
pub struct Scratch {
    dir: TempDir,
    _held: File,
}

impl Scratch {
    pub fn new(above: &Path) -> Result<Scratch> {
        fs::create_dir_all(above)?;
        // Those who look for folders that nobody holds must not find one before it is held.
        let lock = File::create(above.join("lock"))?;
        lock.lock()
            .with_context(|| format!("cannot lock {}", above.display()))?;
        for entry in fs::read_dir(above)? {
            let path = entry?.path();
            let held = File::open(path.join("held"));
            if held.is_ok_and(|f| f.try_lock().is_ok()) {
                fs::remove_dir_all(path)?;
            }
        }
        let dir = tempfile::Builder::new().prefix("run").tempdir_in(above)?;
        let held = File::create(dir.path().join("held"))?;
        held.lock()?;
        Ok(Scratch { dir, _held: held })
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// A folder in here for one program.
    pub fn sub(&self) -> Result<TempDir> {
        Ok(tempfile::tempdir_in(self.path())?)
    }

    /// A copy of the staged toolchain, which stays as it is when someone builds another one meanwhile.
    pub fn toolchain(&self) -> Result<PathBuf> {
        let stage = repo::stage();
        ensure!(
            stage.join("lib/fz").is_dir(),
            "{} is not there: run `cargo xtask build` first",
            repo::shown(&stage)
        );
        let copy = self.path().join("fz");
        // Whoever stages a new one holds this lock.
        let lock = File::create(repo::stage_lock())?;
        lock.lock().context("cannot lock the staged tree")?;
        proc::output(Command::new("cp").arg("-a").args([&stage, &copy]))?;
        drop(lock);
        Ok(copy)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Scratch;

    #[test]
    fn what_interrupted_runs_left_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        let abandoned = dir.path().join("run0");
        fs::create_dir(&abandoned).unwrap();
        fs::write(abandoned.join("held"), "").unwrap();
        let one = Scratch::new(dir.path()).unwrap();
        let two = Scratch::new(dir.path()).unwrap();
        assert!(!abandoned.exists());
        assert!(one.path().exists() && two.path().exists());
    }
}
