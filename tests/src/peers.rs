//! The fuzzers and engines that tests drive, as far as this machine has them. Whoever asks for one that is not there is
//! noted as a test that cannot run.

use std::fs;
use std::path::PathBuf;

use fz_abi::{honggfuzz, peers};

use crate::not_run::cannot_run;
use crate::rooms;

/// A release of AFL++.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aflpp {
    /// 4.04c, which `cargo xtask setup` installs.
    Debian,
    /// 4.40c, which `cargo xtask setup --peers` builds.
    V440,
    /// 5.02c, for which `cargo xtask setup --peers` makes a root.
    V502,
}

impl Aflpp {
    pub const ALL: [Aflpp; 3] = [Aflpp::Debian, Aflpp::V440, Aflpp::V502];
    /// Those that speak the new protocol.
    pub const NEW: [Aflpp; 2] = [Aflpp::V440, Aflpp::V502];

    /// One of its programs. `None` if the calling test cannot run.
    pub fn program(self, name: &str) -> Option<PathBuf> {
        let folder = rooms().join("target/peers");
        let program = match self {
            Aflpp::Debian => return Some(name.into()),
            Aflpp::V440 => folder.join(peers::AFLPP_440).join("bin").join(name),
            Aflpp::V502 => folder
                .join(peers::AFLPP_502)
                .join(peers::PROGRAMS)
                .join(name),
        };
        if program.exists() {
            return Some(program);
        }
        let release = if self == Aflpp::V440 {
            "4.40c"
        } else {
            "5.02c"
        };
        let why = match fs::read_to_string(folder.join(peers::NOT_MADE)) {
            Ok(why) if self == Aflpp::V502 => why,
            _ => "run `cargo xtask setup --peers`".into(),
        };
        cannot_run(&format!("no AFL++ {release}: {why}"));
        None
    }

    /// The program of this name in every release that is there.
    pub fn programs(name: &str) -> Vec<PathBuf> {
        let programs = Aflpp::ALL
            .into_iter()
            .filter_map(|aflpp| aflpp.program(name));
        programs.collect()
    }
}

/// The folder of engines and honggfuzz's own program in it. `None` if the calling test cannot run.
pub fn honggfuzz() -> Option<(PathBuf, PathBuf)> {
    let folder = rooms().join("target/engines");
    let fuzzer = folder.join(honggfuzz::FUZZER);
    if !fuzzer.exists() {
        cannot_run("no honggfuzz: run `cargo xtask setup --engines`");
        return None;
    }
    Some((folder, fuzzer))
}
