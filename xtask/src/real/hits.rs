//! Which counters a test suite hit, observed from outside: every process of the suite preloads `tests/real/hits.c`,
//! which knows nothing of our runtime and only looks at the counter sections when the process ends.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::{proc, repo};

pub struct Hits {
    dir: PathBuf,
    library: PathBuf,
}

impl Hits {
    /// Makes `dir` anew and compiles the observer into it.
    pub fn watch(dir: &Path) -> Result<Hits> {
        if dir.exists() {
            fs::remove_dir_all(dir)?;
        }
        fs::create_dir_all(dir)?;
        let library = dir.join("libhits.so");
        let source = repo::root().join("tests/real/hits.c");
        let mut cc = Command::new("clang-22");
        cc.args(["-O1", "-Wall", "-Werror", "-fPIC", "-shared", "-o"])
            .arg(&library)
            .arg(source);
        proc::output(&mut cc)?;
        Ok(Hits {
            dir: dir.to_path_buf(),
            library,
        })
    }

    pub fn preload(&self, command: &mut Command) {
        command
            .env("LD_PRELOAD", &self.library)
            .env("HITS_DIR", &self.dir);
    }

    /// How many of an object's counters were hit in any process, and how many it has.
    pub fn of(&self, object: &Path) -> Result<(u64, u64)> {
        let metadata = fs::metadata(object)?;
        let record = self
            .dir
            .join(format!("{:x}-{:x}", metadata.dev(), metadata.ino()));
        if !record.exists() {
            return Ok((0, 0));
        }
        let bytes = fs::read(record)?;
        Ok((
            bytes.iter().filter(|b| **b != 0).count() as u64,
            bytes.len() as u64,
        ))
    }
}
