//! A copy of the checkout with a toolchain of its own, into which faults are seeded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::list::Part;
use crate::runner::{self, How, Outcome};
use fz_harness::limited::bound_tests;
use xtask::{env, proc, repo, stage};

/// Tests that take longer run something endless, even beside much else.
pub const LIMIT: Duration = Duration::from_secs(3600);

/// What cargo builds for a part, and where the staged tree has it.
const PLUGIN: &[(&str, &str)] = &[("libfz_passes.so", "lib/fz")];
const PROGRAMS: &[(&str, &str)] = &[("fz-cc", "bin"), ("fz-cxx", "bin"), ("fz", "bin")];

pub struct Copy {
    root: PathBuf,
}

/// What a test says.
#[derive(PartialEq, Eq)]
pub enum Said {
    /// It passed, so many of it.
    Passed(usize),
    Failed,
    /// It, or what it runs, does not end.
    Endless,
    /// It does not compile: what the compiler said.
    Unbuilt(String),
}

impl Copy {
    pub fn make() -> Result<Copy> {
        let copy = Copy {
            root: repo::made().join("mutations/checkout"),
        };
        fs::create_dir_all(copy.root.join("target"))?;
        // What is as it was keeps its time, and is not built again; what a run that was stopped has left is put right.
        let fresh = tempfile::Builder::new()
            .prefix("fresh")
            .tempdir_in(repo::made().join("mutations"))?;
        let mut cp = Command::new("cp");
        let keep = |name: &str| !["target", ".git"].contains(&name);
        for entry in fs::read_dir(repo::root())? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(keep) {
                cp.arg(entry.path());
            }
        }
        proc::output(cp.args(["-r", "-t"]).arg(fresh.path()))?;
        let mut staged = Command::new("cp");
        staged.arg("-a").arg(repo::stage());
        let target = fresh.path().join("target");
        fs::create_dir_all(&target)?;
        proc::output(staged.arg(target.join("fz")))?;
        stage::sync(fresh.path(), &copy.root)?;
        Ok(copy)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    fn target() -> PathBuf {
        repo::made().join("mutations/target")
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env::cargo());
        command
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", Copy::target())
            // What is built again and again is built in parts, whatever is best for the rest.
            .env_remove("CARGO_INCREMENTAL");
        command
    }

    /// Builds a part and puts it where the tests look; what the compiler says if it cannot.
    pub fn build(&self, part: Part) -> Result<Option<String>> {
        let staged = self.root.join("target/fz");
        let (lib, include) = (staged.join("lib/fz"), staged.join("share/fz/include"));
        let mut command = match part {
            Part::Plugin => self.cargo(&["build", "-q", "-p", "fz-passes"]),
            Part::Toolchain => self.cargo(&["build", "-q", "-p", "fz-cli", "-p", "fz-driver"]),
            Part::Runtime => {
                let mut own = self.cargo(&["run", "-q", "-p", "xtask", "--", "build-runtime"]);
                own.arg(&lib).arg(&include);
                own
            }
        };
        if let Some(said) = refused(&mut command)? {
            return Ok(Some(said));
        }
        let files = match part {
            Part::Plugin => PLUGIN,
            Part::Toolchain => PROGRAMS,
            Part::Runtime => &[],
        };
        for (file, folder) in files {
            let built = Copy::target().join("debug").join(file);
            stage::replace(&built, &staged.join(folder).join(file))?;
        }
        Ok(None)
    }

    /// Runs one, which is given as arguments of `cargo test`, until something in it fails.
    pub fn test(&self, test: &str, limit: Duration) -> Result<Said> {
        let (programs, filter) = asked(test);
        let mut cargo = self.cargo(&["test", "-q"]);
        // Those that are killed leave what they have made.
        let scratch = tempfile::tempdir()?;
        cargo
            .args(&programs)
            .env("RUST_BACKTRACE", "0")
            .env("TMPDIR", scratch.path());
        // Compiling takes as long as it takes.
        let mut build = self.cargo(&["test", "-q", "--no-run"]);
        if let Some(said) = refused(build.args(programs))? {
            return Ok(Said::Unbuilt(said));
        }
        let how = How {
            filter: &filter,
            limit,
            prepare: bound_tests,
            is_shown: false,
            is_first_enough: true,
        };
        let tests = runner::run(&mut cargo, &how)?;
        let bad = tests.iter().find(|test| test.failure().is_some());
        Ok(match bad.map(|test| &test.outcome) {
            None => Said::Passed(tests.len()),
            Some(Outcome::Hung(_)) => Said::Endless,
            Some(_) => Said::Failed,
        })
    }
}

/// Arguments of `cargo test`: which programs, and which of their tests.
fn asked(test: &str) -> (Vec<&str>, Vec<String>) {
    let (programs, named) = test.split_once(" -- ").unwrap_or((test, ""));
    let words: Vec<&str> = programs.split_whitespace().collect();
    let is_filter = |at: usize| {
        let is_value = at > 0 && ["-p", "--test", "--bin"].contains(&words[at - 1]);
        !is_value && !words[at].starts_with('-')
    };
    let own = (0..words.len()).find(|at| is_filter(*at));
    let (programs, own) = words.split_at(own.unwrap_or(words.len()));
    let filter = own.iter().copied().chain(named.split_whitespace());
    (programs.to_vec(), filter.map(str::to_owned).collect())
}

/// Runs a command that compiles; what it says if it cannot.
fn refused(command: &mut Command) -> Result<Option<String>> {
    let out = command
        .output()
        .with_context(|| format!("cannot start {}", proc::rendered(command)))?;
    let said = || String::from_utf8_lossy(&out.stderr).into_owned();
    Ok((!out.status.success()).then(said))
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn arguments_name_programs_and_tests() {
        let of = |text| {
            let (programs, filter) = asked(text);
            (programs.join(" "), filter.join(" "))
        };
        let is = |programs: &str, filter: &str| (programs.to_owned(), filter.to_owned());
        assert_eq!(of("-p a --test b"), is("-p a --test b", ""));
        assert_eq!(of("-p a --lib prune"), is("-p a --lib", "prune"));
        assert_eq!(of("-p a --test b -- c d::"), is("-p a --test b", "c d::"));
    }
}
