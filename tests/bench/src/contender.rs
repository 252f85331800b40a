//! The builds that the benches of compare splitting set against each other.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use xtask::{env, repo, setup};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contender {
    /// Clang alone: what a program means.
    Clang,
    /// afl-clang-fast as it is.
    Pcguard,
    /// afl-clang-fast with all of its splitting: switches, compares, floats, string functions.
    LafAll,
    /// fz-cc with a profile.
    Fz(String),
}

impl Contender {
    pub fn name(&self) -> &str {
        match self {
            Contender::Clang => "clang",
            Contender::Pcguard => "PCGUARD",
            Contender::LafAll => "LAF_ALL",
            Contender::Fz(profile) => profile,
        }
    }

    /// The compiler with what makes this build, but without inputs.
    pub fn compiler(&self) -> Command {
        let mut command = Command::new(match self {
            Contender::Clang => PathBuf::from(fz_llvm::CLANG),
            Contender::Pcguard | Contender::LafAll => setup::aflpp().join("bin/afl-clang-fast"),
            Contender::Fz(_) => repo::stage().join("bin/fz-cc"),
        });
        env::unsteered(&mut command);
        match self {
            Contender::Clang => {}
            Contender::Pcguard => {
                command.env("AFL_QUIET", "1");
            }
            Contender::LafAll => {
                command.env("AFL_QUIET", "1").env("AFL_LLVM_LAF_ALL", "1");
            }
            Contender::Fz(profile) => {
                command.arg(format!("--fz-profile={profile}"));
            }
        }
        command.args(["-O2", "-w"]);
        command
    }
}

/// Our builds, one for each profile.
pub fn ours(profiles: &[String]) -> Result<Vec<Contender>> {
    let dir = repo::stage().join("share/fz/profiles");
    for profile in profiles {
        if !dir.join(format!("{profile}.toml")).exists() {
            let mut known = Vec::new();
            for entry in fs::read_dir(&dir)? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                known.extend(name.strip_suffix(".toml").map(str::to_string));
            }
            known.sort();
            ensure!(
                known.contains(profile),
                "no profile {profile}; there are: {}",
                known.join(", ")
            );
        }
    }
    Ok(profiles.iter().cloned().map(Contender::Fz).collect())
}
