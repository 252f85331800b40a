//! One build of a package, and its suite.

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::summary;
use xtask::package::Compiler;
use xtask::{apt, proc};

/// What came of it. The times are those of processors: others use the machine, too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ran {
    /// Under `dpkg-buildpackage` the suite is part of it.
    pub build: Duration,
    pub suite: Duration,
    /// The status of the suite, or the first that is not 0 of its scripts.
    pub status: i32,
    /// What the suite counts.
    pub said: Vec<String>,
}

impl Ran {
    pub fn took(&self) -> Duration {
        self.build + self.suite
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "status {}, {}", self.status, self.said.join("; "))
    }
}

/// Builds from the pristine source, in the folder `src`, and runs the suite there.
pub fn run(entry: &Entry, compiler: &Compiler, src: &Path) -> Result<Ran> {
    entry.source.unpack(src)?;
    let label = |what: &str| format!("packages {} {} {what}", entry.name, compiler.label);
    if entry.debian {
        apt::install_build_dependencies(src)?;
        let mut command = compiler.shell("dpkg-buildpackage -b -us -uc -j$JOBS", src);
        command
            // As a person does it who wants the programs to carry their sources.
            .env("FZ_CAPTURE", "embed")
            // Debian's dwz reads nothing newer of what clang writes.
            .env("DEB_CFLAGS_APPEND", "-gdwarf-4")
            .env("DEB_CXXFLAGS_APPEND", "-gdwarf-4")
            // The symbols of C++ that packages list are those that g++ makes.
            .env("DPKG_GENSYMBOLS_CHECK_LEVEL", "0");
        let before = proc::cpu_of_children();
        let (status, output) = step(&label("dpkg-buildpackage"), &mut command)?;
        return Ok(Ran {
            build: proc::cpu_of_children() - before,
            suite: Duration::ZERO,
            status,
            said: summary::of(&output, &entry.suite_says),
        });
    }
    let before = proc::cpu_of_children();
    for (at, script) in entry.build.iter().enumerate() {
        let mut command = compiler.shell(script, src);
        proc::run(&label(&format!("build {}", at + 1)), &mut command)?;
    }
    let built = proc::cpu_of_children();
    let mut ran = Ran {
        build: built - before,
        suite: Duration::ZERO,
        status: 0,
        said: Vec::new(),
    };
    let mut output = String::new();
    for (at, script) in entry.suite.iter().enumerate() {
        let mut command = compiler.shell(script, src);
        let (status, said) = step(&label(&format!("suite {}", at + 1)), &mut command)?;
        output += &said;
        if ran.status == 0 {
            ran.status = status;
        }
    }
    ran.suite = proc::cpu_of_children() - built;
    ran.said = summary::of(&output, &entry.suite_says);
    Ok(ran)
}

/// `timeout`'s own statuses.
const HANGS: [i32; 2] = [124, 137];

/// Runs a step whose failure may be as it should be.
fn step(label: &str, command: &mut Command) -> Result<(i32, String)> {
    command.env_remove("DEB_BUILD_OPTIONS");
    let log = proc::log_for(label);
    let done = proc::run_to_log(label, command, &log)?;
    let status = done.status.code();
    ensure!(
        status.is_some_and(|status| !HANGS.contains(&status)),
        "{}",
        proc::failure(label, command, &done, &log)
    );
    Ok((status.unwrap_or_default(), done.output))
}
