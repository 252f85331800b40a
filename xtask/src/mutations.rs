//! `cargo xtask test --mutations`: faults seeded into the transformations, one at a time. The tests that ask what
//! programs mean have to catch each; file tests are not asked, they would notice any change.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::limited::{End, run};
use crate::progress::bar;
use crate::{build, env, proc, repo, table};

/// `tests/mutations.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(rename = "mutation")]
    mutations: Vec<Mutation>,
}

/// A fault: one piece of text for another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutation {
    /// Below `passes/src`.
    file: PathBuf,
    find: String,
    replace: String,
    /// What it does to programs.
    breaks: String,
}

/// Tests that run programs and compare what they do.
const TESTS: [&str; 3] = ["exhaustive", "split_calls", "exceptions"];
/// Tests that take longer run something endless.
const LIMIT: Duration = Duration::from_secs(600);
/// Where the faults are seeded.
const TRANSFORMS: &str = "passes/src";

/// `which`: part of a fault's description, or its file; all if it is empty.
pub fn main(which: &str) -> Result<()> {
    let list = load()?;
    let chosen: Vec<_> = list
        .mutations
        .iter()
        .filter(|m| m.breaks.contains(which) || m.file.ends_with(which))
        .collect();
    ensure!(
        !chosen.is_empty(),
        "no fault of tests/mutations.toml has `{which}` in its description, or as its file"
    );
    build::ready()?;
    let copy = Copy::make()?;
    if let Built::Not(said) = copy.build()? {
        bail!("the passes as they are do not compile:\n{said}");
    }
    let sound = copy.tests()?;
    ensure!(
        sound == Outcome::Survived,
        "without any fault: {sound}; `cargo xtask test` says why"
    );
    let bar = bar("mutations", chosen.len());
    let mut rows = Vec::new();
    let mut missed = 0;
    for mutation in chosen {
        bar.set_message(mutation.breaks.clone());
        let started = Instant::now();
        let original = copy.seed(mutation)?;
        let outcome = copy.build().and_then(|built| match built {
            Built::Done => copy.tests(),
            Built::Not(_) => Ok(Outcome::Unbuilt),
        });
        fs::write(copy.source(&mutation.file), original)?;
        let outcome = outcome.with_context(|| format!("`{}`", mutation.breaks))?;
        missed += usize::from(!matches!(outcome, Outcome::Caught(_)));
        rows.push(vec![
            mutation.file.display().to_string(),
            mutation.breaks.clone(),
            outcome.to_string(),
            proc::seconds(started.elapsed()),
        ]);
        bar.inc(1);
    }
    bar.finish_and_clear();
    table::print(&["file", "fault", "outcome", "time"], &rows);
    println!("{} faults, {} caught", rows.len(), rows.len() - missed);
    match missed {
        0 => Ok(()),
        _ => bail!(
            "some faults are not caught: where one survived, a test has to ask more; where one does not compile, \
             tests/mutations.toml has to say something else"
        ),
    }
}

/// What became of a fault.
#[derive(PartialEq, Eq)]
enum Outcome {
    /// By this test.
    Caught(&'static str),
    Survived,
    Unbuilt,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Caught(test) => write!(f, "caught by {test}"),
            Outcome::Survived => f.write_str("SURVIVED"),
            Outcome::Unbuilt => f.write_str("DOES NOT COMPILE"),
        }
    }
}

enum Built {
    Done,
    /// What the compiler said.
    Not(String),
}

fn load() -> Result<List> {
    let path = repo::root().join("tests/mutations.toml");
    let text = fs::read_to_string(&path).with_context(|| repo::shown(&path))?;
    toml::from_str(&text).with_context(|| repo::shown(&path))
}

/// A copy of the checkout with a toolchain of its own.
struct Copy {
    root: PathBuf,
}

impl Copy {
    fn make() -> Result<Copy> {
        let copy = Copy {
            root: repo::made().join("mutations/checkout"),
        };
        let mut sync = Command::new("cp");
        if copy.root.exists() {
            fs::remove_dir_all(&copy.root)?;
        }
        fs::create_dir_all(copy.root.join("target"))?;
        let keep = |name: &str| !["target", ".git"].contains(&name);
        for entry in fs::read_dir(repo::root())? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(keep) {
                sync.arg(entry.path());
            }
        }
        proc::output(sync.args(["-a", "-t"]).arg(&copy.root))?;
        let mut stage = Command::new("cp");
        stage.arg("-a").arg(repo::stage());
        proc::output(stage.arg(copy.root.join("target/fz")))?;
        // The sources are older than what the last fault was built into.
        proc::output(&mut copy.cargo(&["clean", "-q", "-p", "fz-passes"]))?;
        Ok(copy)
    }

    fn source(&self, file: &Path) -> PathBuf {
        self.root.join(TRANSFORMS).join(file)
    }

    /// Puts the fault in; what stood there before.
    fn seed(&self, mutation: &Mutation) -> Result<String> {
        let path = self.source(&mutation.file);
        let original =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let found = original.matches(&mutation.find).count();
        ensure!(
            found == 1,
            "`{}`: {} has its text {found} times; a fault is one change: write more of what stands around it",
            mutation.breaks,
            mutation.file.display()
        );
        fs::write(&path, original.replace(&mutation.find, &mutation.replace))?;
        Ok(original)
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env::cargo());
        command
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", repo::made().join("mutations/target"));
        command
    }

    /// Builds the plugin and puts it where the tests look.
    fn build(&self) -> Result<Built> {
        let out = self
            .cargo(&["build", "-q", "-p", "fz-passes"])
            .output()
            .context("cannot start cargo")?;
        if !out.status.success() {
            return Ok(Built::Not(
                String::from_utf8_lossy(&out.stderr).into_owned(),
            ));
        }
        fs::copy(
            repo::made().join("mutations/target/debug/libfz_passes.so"),
            self.root.join("target/fz/lib/fz/libfz_passes.so"),
        )?;
        Ok(Built::Done)
    }

    /// Whether one of the tests notices: it fails, or what it runs does not end.
    fn tests(&self) -> Result<Outcome> {
        for test in TESTS {
            let arguments = ["test", "-q", "-p", "fz-tests", "--test", test];
            let run = run(
                self.cargo(&arguments).env("RUST_BACKTRACE", "0"),
                None,
                LIMIT,
            )?;
            let text = String::from_utf8_lossy(&run.stdout);
            ensure!(
                run.end == End::TimedOut || text.contains("test result:"),
                "{test} did not run: {}",
                String::from_utf8_lossy(&run.stderr)
            );
            if run.end != End::Exited(0) {
                return Ok(Outcome::Caught(test));
            }
        }
        Ok(Outcome::Survived)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_finds_its_place_once() {
        let list = load().unwrap();
        assert!(list.mutations.len() >= 30, "{}", list.mutations.len());
        for mutation in &list.mutations {
            let path = repo::root().join(TRANSFORMS).join(&mutation.file);
            let text = fs::read_to_string(&path).unwrap();
            let found = text.matches(&mutation.find).count();
            assert_eq!(found, 1, "{}: {}", mutation.file.display(), mutation.breaks);
            assert_ne!(mutation.find, mutation.replace);
        }
    }
}
