//! Where the runs of a package live: its programs, its seeds, and what each run left.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::configurations::{Build, COVERAGE};
use super::run::Ended;
use fz_harness::subject::Subject;
use fz_harness::variant::Around;
use xtask::repo;

/// Larger seeds only slow a run down.
const SEED_BYTES: u64 = 64 << 10;

pub struct Place {
    pub subject: Subject,
    pub dir: PathBuf,
}

impl Place {
    pub fn new(dir: PathBuf, subject: Subject) -> Place {
        Place { subject, dir }
    }

    /// In a folder of its own, under the package's name: stores and reports show that.
    pub fn program(&self, build: &str) -> PathBuf {
        self.dir.join("builds").join(build).join(&self.subject.name)
    }

    pub fn seeds(&self) -> PathBuf {
        self.dir.join("seeds")
    }

    /// What a run leaves.
    pub fn run(&self, configuration: &str, run: u64) -> PathBuf {
        self.dir.join("runs").join(format!("{configuration}-{run}"))
    }

    pub fn store(&self, configuration: &str, run: u64) -> PathBuf {
        self.run(configuration, run).join("store.fzcov")
    }

    fn ended(&self, configuration: &str, run: u64) -> PathBuf {
        self.run(configuration, run).join("ended.json")
    }

    pub fn has_ended(&self, configuration: &str, run: u64) -> bool {
        self.ended(configuration, run).exists()
    }

    /// The last of what a run leaves: whole or not at all.
    pub fn end(&self, configuration: &str, run: u64, ended: &Ended) -> Result<()> {
        let path = self.ended(configuration, run);
        let partial = path.with_extension("partial");
        fs::write(&partial, serde_json::to_string_pretty(ended)? + "\n")?;
        fs::rename(partial, path)?;
        Ok(())
    }

    pub fn read(&self, configuration: &str, run: u64) -> Result<Ended> {
        let path = self.ended(configuration, run);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", repo::shown(&path)))?;
        serde_json::from_str(&text).with_context(|| format!("in {}", repo::shown(&path)))
    }

    /// The seeds, and those of these programs that are missing: what is there is never built again.
    pub fn build<'a>(&self, builds: impl Iterator<Item = &'a Build>) -> Result<()> {
        let is_missing = |build: &&Build| !self.program(build.name).exists();
        let missing: Vec<&Build> = builds.chain([&COVERAGE]).filter(is_missing).collect();
        if missing.is_empty() && self.seeds().exists() {
            return Ok(());
        }
        self.subject.prepare()?;
        self.copy_seeds()?;
        for build in missing {
            let program = self.program(build.name);
            // Several configurations have it.
            if program.exists() {
                continue;
            }
            eprintln!("   .. {}: building {}", self.subject.name, build.name);
            let built = (build.variant)(build.name).build(&self.subject, Around::Persistent)?;
            copy(&built.program, &program)?;
        }
        Ok(())
    }

    fn copy_seeds(&self) -> Result<()> {
        let partial = self.dir.join("seeds.partial");
        if self.seeds().exists() {
            return Ok(());
        }
        repo::fresh(&partial)?;
        for seed in self.subject.seeds(SEED_BYTES)? {
            let name = seed.file_name().expect("a seed has a name");
            fs::copy(&seed, partial.join(name))?;
        }
        fs::rename(partial, self.seeds())?;
        Ok(())
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let partial = to.with_extension("partial");
    fs::create_dir_all(to.parent().expect("a program has a folder"))?;
    fs::copy(from, &partial)?;
    fs::rename(partial, to)?;
    Ok(())
}
