//! A checkout's staged toolchain, and what it makes of a unit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use walkdir::WalkDir;
use xxhash_rust::xxh3::Xxh3;

use super::package::Unit;
use xtask::{env, proc};

/// What shapes an object: the compilers, the plugins, the profiles.
const SHAPING: &[(&str, &[&str])] = &[
    ("bin", &["fz-cc", "fz-cxx"]),
    ("lib/fz", &[".so", ".list"]),
    ("share/fz/profiles", &[".toml"]),
];

/// A compile that takes longer hangs.
const SECONDS: &str = "1200";

pub struct Toolchain {
    stage: PathBuf,
    /// Of all files that shape objects.
    pub fingerprint: String,
}

/// What became of a unit.
#[derive(PartialEq, Eq)]
pub enum Made {
    Object(Vec<u8>),
    /// What the compiler said.
    Failed(String),
}

impl Toolchain {
    /// Of a checkout that is built.
    pub fn of(checkout: &Path) -> Result<Toolchain> {
        let stage = checkout.join("target/fz");
        ensure!(
            stage.join("bin/fz-cc").exists(),
            "{} has no toolchain: run `cargo xtask build` in {}",
            stage.display(),
            checkout.display()
        );
        let stage = stage.canonicalize()?;
        let fingerprint = fingerprint(&stage)?;
        Ok(Toolchain { stage, fingerprint })
    }

    /// Whether the files are still those that it began with.
    pub fn is_unchanged(&self) -> Result<bool> {
        Ok(fingerprint(&self.stage)? == self.fingerprint)
    }

    pub fn stage(&self) -> &Path {
        &self.stage
    }

    /// Compiles `unit` into `object`, whose path is the same for all toolchains.
    pub fn compile(&self, unit: &Unit, profile: &str, object: &Path) -> Result<Made> {
        let name = if unit.cxx { "fz-cxx" } else { "fz-cc" };
        let mut command = Command::new("timeout");
        command
            .args(["--kill-after=10", SECONDS])
            .arg(self.stage.join("bin").join(name));
        env::unsteered(&mut command);
        command
            .current_dir(&unit.dir)
            .env("LC_ALL", "C.UTF-8")
            // Sources may say when they were compiled.
            .env("SOURCE_DATE_EPOCH", "1")
            .arg(format!("--fz-profile={profile}"))
            .args(&unit.args)
            .args(["-w", "-c"])
            .arg(&unit.source)
            .arg("-o")
            .arg(object);
        let out = command
            .output()
            .with_context(|| format!("cannot start {}", proc::rendered(&command)))?;
        if !out.status.success() {
            let said = String::from_utf8_lossy(&out.stderr);
            let own = self.stage.display().to_string();
            return Ok(Made::Failed(said.replace(&own, "STAGE")));
        }
        let made = fs::read(object).with_context(|| format!("no {}", object.display()))?;
        fs::remove_file(object)?;
        Ok(Made::Object(made))
    }
}

fn fingerprint(stage: &Path) -> Result<String> {
    let mut hash = Xxh3::new();
    for (dir, ends) in SHAPING {
        for entry in WalkDir::new(stage.join(dir)).sort_by_file_name() {
            let entry = entry.with_context(|| format!("no {dir} in {}", stage.display()))?;
            let name = entry.file_name().to_string_lossy();
            if entry.file_type().is_dir() || !ends.iter().any(|end| name.ends_with(end)) {
                continue;
            }
            hash.update(name.as_bytes());
            hash.update(&fs::read(entry.path())?);
        }
    }
    let clang = proc::output(Command::new(fz_llvm::CLANG).arg("--version"))?;
    hash.update(clang.as_bytes());
    Ok(format!("{:032x}", hash.digest128()))
}
