//! What checks say: a row each with how long it took, and what became of the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use xtask::{proc, repo, table};

use crate::runner::{self, How, Outcome, Test};

/// What became of each test, for machines, below `target`.
const JUNIT: &str = "junit.xml";

/// Runs a command whose status says it all.
pub fn run(cargo: &mut Command) -> Result<()> {
    let status = cargo
        .status()
        .with_context(|| format!("cannot start {}", proc::rendered(cargo)))?;
    if !status.success() {
        bail!("{} failed", proc::rendered(cargo));
    }
    Ok(())
}

/// Runs the tests of `cargo test …` with one of `filter` in their names, and remembers what became of them.
pub fn tests(cargo: &mut Command, filter: &[String], ran: &mut Ran) -> Result<()> {
    let tests = runner::run(cargo, &How::shown(filter))?;
    let failures = failures(&tests);
    ran.0.extend(tests);
    match failures {
        None => Ok(()),
        Some(failures) => bail!("{} failed{failures}", proc::rendered(cargo)),
    }
}

/// The tests that ran.
#[derive(Default)]
pub struct Ran(Vec<Test>);

impl Ran {
    /// The last lines of all: how many, and what was not looked at.
    fn told(&self) -> String {
        let mut counts = [0; 3];
        let mut skipped: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for test in &self.0 {
            let count = match &test.outcome {
                Outcome::Passed => 0,
                Outcome::Failed(_) | Outcome::Hung(_) => 1,
                Outcome::Skipped(why) => {
                    for why in why {
                        skipped.entry(why).or_default().insert(&test.name);
                    }
                    2
                }
            };
            counts[count] += 1;
        }
        let [passed, failed, count] = counts;
        let mut text = format!("{passed} passed, {failed} failed, {count} skipped");
        for (why, tests) in skipped {
            let tests = Vec::from_iter(tests).join("\n  ");
            text += &format!("\nskipped, or in part: {why}\n  {tests}");
        }
        text
    }
}

/// Lines of failing tests that an error repeats.
const TOLD_LINES: usize = 200;

/// What tests that failed have printed, if any did.
fn failures(tests: &[Test]) -> Option<String> {
    let failed = tests
        .iter()
        .filter_map(|test| Some((test, test.failure()?)));
    let lines = failed.flat_map(|(test, said)| {
        let head = format!("---- {} {} ----", test.program, test.name);
        let said = said.lines().filter(|line| !line.trim().is_empty());
        iter::once(head).chain(said.map(str::to_owned))
    });
    let mut lines: Vec<String> = lines.collect();
    let dropped = lines.len().saturating_sub(TOLD_LINES);
    lines.truncate(TOLD_LINES);
    if dropped > 0 {
        lines.push(format!("and {dropped} more lines, above"));
    }
    (!lines.is_empty()).then(|| format!("\n{}", lines.join("\n")))
}

/// A check's name, how it ended and how long it took.
type Row = (String, Result<(), String>, Duration);

/// What ran.
#[derive(Default)]
pub struct Report {
    rows: Vec<Row>,
    ran: Ran,
}

impl Report {
    /// A step without which nothing else makes sense.
    pub fn step(&mut self, name: &str, run: impl FnOnce(&mut Ran) -> Result<()>) -> Result<()> {
        let started = Instant::now();
        run(&mut self.ran)?;
        self.rows
            .push((name.to_string(), Ok(()), started.elapsed()));
        Ok(())
    }

    /// A check whose failure does not stop the others.
    pub fn check(&mut self, name: &str, run: impl FnOnce(&mut Ran) -> Result<()>) {
        eprintln!("fz: {name}");
        let started = Instant::now();
        let result = run(&mut self.ran).map_err(|e| format!("{e:#}"));
        if let Err(error) = &result {
            // The rest of it stands above, and again at the end.
            eprintln!("error: {}", error.lines().next().unwrap_or_default());
        }
        self.rows
            .push((name.to_string(), result, started.elapsed()));
    }

    pub fn finish(self) -> Result<()> {
        let row = |(name, result, took): &Row| {
            vec![
                name.clone(),
                if result.is_ok() { "ok" } else { "FAILED" }.to_string(),
                proc::seconds(*took),
            ]
        };
        table::under(
            "check | result | time",
            &self.rows.iter().map(row).collect::<Vec<_>>(),
        );
        println!("{}", self.ran.told());
        if !self.ran.0.is_empty() {
            let file = repo::made().join(JUNIT);
            runner::write_junit(&self.ran.0, &file)?;
            println!("each of them: {}", repo::shown(&file));
        }
        match not_clean(&self.rows) {
            None => Ok(()),
            Some(errors) => bail!(errors),
        }
    }
}

/// What the failed checks said, again: of a long log people and CI see the end.
fn not_clean(rows: &[Row]) -> Option<String> {
    let bad: Vec<(&str, &str)> = rows
        .iter()
        .filter_map(|(name, result, _)| Some((name.as_str(), result.as_ref().err()?.as_str())))
        .collect();
    if bad.is_empty() {
        return None;
    }
    let names: Vec<&str> = bad.iter().map(|(name, _)| *name).collect();
    let mut text = format!("not clean: {}", names.join(", "));
    for (name, error) in bad {
        text += &format!("\n\n{name}: {error}");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Ran, TOLD_LINES, failures, not_clean};
    use crate::runner::{Outcome, Test};

    fn test(name: &str, outcome: Outcome) -> Test {
        Test {
            program: "a.rs".to_owned(),
            name: name.to_owned(),
            outcome,
            took: None,
        }
    }

    #[test]
    fn what_failing_tests_have_printed_is_told_again() {
        let passed = test("a", Outcome::Passed);
        assert_eq!(failures(&[passed]), None);
        let failed = |lines: usize| {
            let said = format!("boom\n{}", "\nmore".repeat(lines));
            failures(&[test("b", Outcome::Failed(said))]).unwrap()
        };
        assert_eq!(failed(1), "\n---- a.rs b ----\nboom\nmore");
        assert!(failed(TOLD_LINES).ends_with("more\nand 2 more lines, above"));
    }

    #[test]
    fn the_end_says_what_failed_and_why() {
        let row = |name: &str, result: Result<(), &str>| {
            let result = result.map_err(str::to_string);
            (name.to_string(), result, Duration::ZERO)
        };
        let fine = row("tidy", Ok(()));
        assert_eq!(not_clean(std::slice::from_ref(&fine)), None);
        let lints = row("lints", Err("clippy failed"));
        let differential = row("differential", Err("1 difference:\na.c"));
        assert_eq!(
            not_clean(&[fine, lints, differential]).unwrap(),
            "not clean: lints, differential\n\nlints: clippy failed\n\ndifferential: 1 difference:\na.c"
        );
    }

    #[test]
    fn tests_that_did_not_run_have_not_passed() {
        let [afl, hongg] = ["no AFL++ 5.02c: run it as root", "no honggfuzz"].map(str::to_owned);
        let ran = Ran(vec![
            test("a", Outcome::Passed),
            test("b", Outcome::Skipped(vec![afl.clone()])),
            test("c", Outcome::Skipped(vec![afl, hongg])),
            test("d", Outcome::Failed(String::new())),
            test("e", Outcome::Hung(String::new())),
        ]);
        assert_eq!(
            ran.told(),
            "1 passed, 2 failed, 2 skipped\n\
             skipped, or in part: no AFL++ 5.02c: run it as root\n  b\n  c\n\
             skipped, or in part: no honggfuzz\n  c"
        );
    }
}
