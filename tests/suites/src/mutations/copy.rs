//! A copy of the checkout with a toolchain of its own, into which faults are seeded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::list::Part;
use fz_harness::limited::{End, run_test};
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
    Passed(u64),
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
        // Compiling takes as long as it takes.
        if let Some(said) = refused(&mut self.cargo_test(test, &["--no-run", "-q"]))? {
            return Ok(Said::Unbuilt(said));
        }
        // Those that are killed leave what they have made.
        let scratch = tempfile::tempdir()?;
        let mut command = self.cargo_test(test, &[]);
        command
            .env("RUST_BACKTRACE", "0")
            .env("TMPDIR", scratch.path());
        let run = run_test(&mut command, limit, has_failed)?;
        let out = String::from_utf8_lossy(&run.stdout);
        if run.end == End::TimedOut {
            return Ok(Said::Endless);
        }
        ensure!(
            out.lines()
                .any(|line| has_failed(line) || line.starts_with(RESULT)),
            "`cargo test {test}` did not run: {}",
            String::from_utf8_lossy(&run.stderr)
        );
        Ok(match run.end {
            End::Exited(0) => Said::Passed(passed(&out)),
            _ => Said::Failed,
        })
    }

    fn cargo_test(&self, test: &str, options: &[&str]) -> Command {
        let mut arguments = vec!["test"];
        arguments.extend(options);
        arguments.extend(test.split_whitespace());
        self.cargo(&arguments)
    }
}

/// How a line begins that says what became of the tests of one program.
const RESULT: &str = "test result:";

/// Runs a command that compiles; what it says if it cannot.
fn refused(command: &mut Command) -> Result<Option<String>> {
    let out = command
        .output()
        .with_context(|| format!("cannot start {}", proc::rendered(command)))?;
    let said = || String::from_utf8_lossy(&out.stderr).into_owned();
    Ok((!out.status.success()).then(said))
}

/// Whether a line of their output says that one of them has failed.
fn has_failed(line: &str) -> bool {
    line.starts_with("test ") && line.ends_with("... FAILED")
}

/// How many tests have passed, by what they print at the end.
fn passed(output: &str) -> u64 {
    let count = |line: &str| -> Option<u64> {
        let (before, _) = line.strip_prefix(RESULT)?.split_once(" passed")?;
        before.rsplit(' ').next()?.parse().ok()
    };
    output.lines().filter_map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::{has_failed, passed};

    #[test]
    fn a_test_that_fails_is_seen() {
        assert!(has_failed("test contexts::rows_count ... FAILED"));
        assert!(!has_failed("test contexts::rows_count ... ok"));
        assert!(!has_failed("the message of a test ... FAILED"));
        assert!(!has_failed("test result: FAILED. 1 passed; 1 failed"));
    }

    #[test]
    fn passed_tests_are_counted() {
        let output = "test result: ok. 3 passed; 0 failed\n\nrunning 2\ntest result: ok. 12 passed; 0 failed";
        assert_eq!(passed(output), 15);
        assert_eq!(passed(""), 0);
    }
}
