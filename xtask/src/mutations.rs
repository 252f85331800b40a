//! `cargo xtask test --mutations`: faults seeded into the transformations, one at a time. The tests that ask what programs
//! mean have to catch each; file tests are not asked, they would notice any change.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::bench::edges::measure::bar;
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
    /// Below `passes/src/transform`.
    file: PathBuf,
    find: String,
    replace: String,
    /// What it does to programs.
    breaks: String,
}

/// Tests that run programs and compare what they do.
const TESTS: [&str; 3] = ["exhaustive", "split_calls", "exceptions"];
/// Where the faults are seeded.
const TRANSFORMS: &str = "passes/src/transform";

/// `which`: part of a fault's description, or its file; all if it is empty.
pub fn main(which: &str) -> Result<()> {
    let list = load()?;
    build::ready()?;
    let copy = Copy::make()?;
    copy.build().context("the passes as they are")?;
    ensure!(
        copy.tests()?.is_none(),
        "the tests fail without any fault; `cargo xtask test` says why"
    );
    let chosen: Vec<_> = list
        .mutations
        .iter()
        .filter(|m| m.breaks.contains(which) || m.file.ends_with(which))
        .collect();
    ensure!(!chosen.is_empty(), "no fault's description or file is `{which}`");
    let bar = bar("mutations", chosen.len());
    let mut rows = Vec::new();
    let mut survived = 0;
    for mutation in chosen {
        bar.set_message(mutation.breaks.clone());
        let started = Instant::now();
        let original = copy.seed(mutation)?;
        let caught = copy.build().and_then(|()| copy.tests());
        fs::write(copy.source(&mutation.file), original)?;
        let caught = caught.with_context(|| format!("`{}`", mutation.breaks))?;
        survived += usize::from(caught.is_none());
        rows.push(vec![
            mutation.file.display().to_string(),
            mutation.breaks.clone(),
            caught.unwrap_or("SURVIVED").to_string(),
            proc::seconds(started.elapsed()),
        ]);
        bar.inc(1);
    }
    bar.finish_and_clear();
    table::print(&["file", "fault", "caught by", "time"], &rows);
    println!("{} faults, {survived} survived", rows.len());
    match survived {
        0 => Ok(()),
        _ => bail!("some faults are not caught: the tests need to ask more"),
    }
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
        Ok(copy)
    }

    fn source(&self, file: &Path) -> PathBuf {
        self.root.join(TRANSFORMS).join(file)
    }

    /// Puts the fault in; what stood there before.
    fn seed(&self, mutation: &Mutation) -> Result<String> {
        let path = self.source(&mutation.file);
        let original = fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
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
    fn build(&self) -> Result<()> {
        proc::output(&mut self.cargo(&["build", "-q", "-p", "fz-passes"]))?;
        fs::copy(
            repo::made().join("mutations/target/debug/libfz_passes.so"),
            self.root.join("target/fz/lib/fz/libfz_passes.so"),
        )?;
        Ok(())
    }

    /// The first of the tests that fails.
    fn tests(&self) -> Result<Option<&'static str>> {
        for test in TESTS {
            let arguments = ["test", "-q", "-p", "fz-tests", "--test", test];
            let out = self.cargo(&arguments).env("RUST_BACKTRACE", "0").output()?;
            let text = String::from_utf8_lossy(&out.stdout);
            ensure!(
                text.contains("test result:"),
                "{test} did not run: {}",
                String::from_utf8_lossy(&out.stderr)
            );
            if !out.status.success() {
                return Ok(Some(test));
            }
        }
        Ok(None)
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
