//! What checks say: a row each with how long it took, and the tests that cargo counted.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use xtask::{proc, table};

use crate::stalled::{self, Running};

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

/// Runs `cargo test` with its output passed on, and counts what it reports. A test program whose tests do not end is
/// ended, and that is a failure.
pub fn tests(cargo: &mut Command, counts: &mut Counts) -> Result<()> {
    tests_within(stalled::LIMIT, cargo, counts)
}

fn tests_within(limit: Duration, cargo: &mut Command, counts: &mut Counts) -> Result<()> {
    let mut child = cargo
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", proc::rendered(cargo)))?;
    let stdout = child.stdout.take().expect("stdout is piped");
    let (sender, lines) = mpsc::channel();
    // It ends with the output, or when nobody listens any more.
    thread::spawn(move || {
        let mut lines = BufReader::new(stdout).lines();
        while lines.next().is_some_and(|line| sender.send(line).is_ok()) {}
    });
    let mut failures = Failures::default();
    let mut running = Running::default();
    let mut ended = Vec::new();
    loop {
        match lines.recv_timeout(limit) {
            Ok(line) => {
                let line = line?;
                println!("{line}");
                std::io::stdout().flush()?;
                counts.add(&line);
                failures.add(&line);
                running.add(&line);
            }
            Err(RecvTimeoutError::Timeout) if running.is_there() => {
                stalled::end_below(child.id().cast_signed());
                ended.push(running.ended(limit));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if !child.wait()?.success() || !ended.is_empty() {
        let ended: String = ended.iter().map(|e| format!("\n{e}")).collect();
        let cargo = proc::rendered(cargo);
        bail!("{cargo} failed{ended}{}", failures.told());
    }
    Ok(())
}

/// Tests that passed, failed and were skipped.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Counts {
    passed: u64,
    failed: u64,
    skipped: u64,
    /// The tests that have said why they do not run, or not all of them, by reason. libtest takes them for passed.
    not_run: BTreeMap<String, BTreeSet<String>>,
}

impl Counts {
    /// Adds a line like `test result: ok. 3 passed; 0 failed; 0 ignored; …`, or one that `fz_tests::not_run` has written.
    fn add(&mut self, line: &str) {
        if let Some((test, why)) = line
            .strip_prefix("not run: ")
            .and_then(|rest| rest.split_once(": "))
        {
            let tests = self.not_run.entry(why.to_string()).or_default();
            tests.insert(test.to_string());
            return;
        }
        let failed = line.strip_prefix("test ");
        if let Some(test) = failed.and_then(|rest| rest.strip_suffix(" ... FAILED")) {
            self.not_run.values_mut().for_each(|tests| {
                tests.remove(test);
            });
            return;
        }
        let Some((_, counts)) = line
            .strip_prefix("test result: ")
            .and_then(|l| l.split_once(". "))
        else {
            return;
        };
        for part in counts.split("; ") {
            let Some((number, what)) = part.split_once(' ') else {
                continue;
            };
            let number: u64 = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.skipped += number,
                _ => {}
            }
        }
    }
}

impl Counts {
    /// The last lines of all: how many, and what was not looked at.
    fn told(&self) -> String {
        let tests: BTreeSet<&String> = self.not_run.values().flatten().collect();
        let not_run = tests.len() as u64;
        let mut text = format!(
            "{} passed, {} failed, {} skipped",
            self.passed.saturating_sub(not_run),
            self.failed,
            self.skipped + not_run
        );
        for (why, tests) in self.not_run.iter().filter(|(_, tests)| !tests.is_empty()) {
            let tests: Vec<&str> = tests.iter().map(String::as_str).collect();
            text += &format!("\nskipped, or in part: {why}\n  {}", tests.join("\n  "));
        }
        text
    }
}

/// Lines of failing tests that an error repeats.
const TOLD_LINES: usize = 200;

/// What tests that failed have printed: each crate's part between `failures:` and the result.
#[derive(Default)]
struct Failures {
    within: bool,
    lines: Vec<String>,
    dropped: usize,
}

impl Failures {
    fn add(&mut self, line: &str) {
        if line == "failures:" {
            self.within = true;
        } else if line.starts_with("test result: ") {
            self.within = false;
        } else if self.within && !line.trim().is_empty() {
            if self.lines.len() < TOLD_LINES {
                self.lines.push(line.to_string());
            } else {
                self.dropped += 1;
            }
        }
    }

    fn told(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text += &format!("\n{line}");
        }
        if self.dropped > 0 {
            text += &format!("\nand {} more lines, above", self.dropped);
        }
        text
    }
}

/// A check's name, how it ended and how long it took.
type Row = (String, Result<(), String>, Duration);

/// What ran.
#[derive(Default)]
pub struct Report {
    rows: Vec<Row>,
    counts: Counts,
}

impl Report {
    /// A step without which nothing else makes sense.
    pub fn step(&mut self, name: &str, run: impl FnOnce(&mut Counts) -> Result<()>) -> Result<()> {
        let started = Instant::now();
        run(&mut self.counts)?;
        self.rows
            .push((name.to_string(), Ok(()), started.elapsed()));
        Ok(())
    }

    /// A check whose failure does not stop the others.
    pub fn check(&mut self, name: &str, run: impl FnOnce(&mut Counts) -> Result<()>) {
        eprintln!("fz: {name}");
        let started = Instant::now();
        let result = run(&mut self.counts).map_err(|e| format!("{e:#}"));
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
        table::print(
            &["check", "result", "time"],
            &self.rows.iter().map(row).collect::<Vec<_>>(),
        );
        println!("{}", self.counts.told());
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
    use std::process::Command;
    use std::time::Duration;

    use super::{Counts, Failures, TOLD_LINES, not_clean, tests_within};

    #[test]
    fn a_test_that_does_not_end_is_ended_and_the_next_program_runs() {
        let script = "echo 'running 2 tests'; echo 'test a ... ok'
            echo 'test b has been running for over 60 seconds'; sh -c 'sleep 1000; :'
            echo; echo 'running 1 test'; echo 'test c ... ok'; echo 'test result: ok. 1 passed; 0 failed; 0 ignored'";
        let mut counts = Counts::default();
        let mut cargo = Command::new("sh");
        let ran = tests_within(
            Duration::from_secs(2),
            cargo.args(["-c", script]),
            &mut counts,
        );
        let said = ran.unwrap_err().to_string();
        assert!(
            said.ends_with("for 2s none of its tests had ended: b"),
            "{said}"
        );
        assert_eq!(counts.told(), "1 passed, 0 failed, 0 skipped");
    }

    #[test]
    fn what_failing_tests_have_printed_is_told_again() {
        let mut failures = Failures::default();
        let log = "running 2 tests\ntest a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b stdout ----\nboom\n\n\nfailures:\n    b\n\ntest result: FAILED. 1 passed\n\nrunning 1 test";
        log.lines().for_each(|l| failures.add(l));
        assert_eq!(failures.told(), "\n---- b stdout ----\nboom\n    b");
        failures.add("failures:");
        for _ in 0..TOLD_LINES {
            failures.add("more");
        }
        assert!(failures.told().ends_with("more\nand 3 more lines, above"));
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
    fn counts_are_read_from_cargo_test() {
        let mut counts = Counts::default();
        counts.add("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 9 filtered out; finished in 0.00s");
        counts.add("test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        counts.add("test tests::x ... ok");
        assert_eq!(counts.told(), "4 passed, 2 failed, 1 skipped");
    }

    #[test]
    fn tests_that_did_not_run_have_not_passed() {
        let mut counts = Counts::default();
        let log = "test a ... ok\nnot run: b: no AFL++ 5.02c: run it as root\nok\ntest b ... ok\n\
            not run: c: no AFL++ 5.02c: run it as root\nnot run: c: no honggfuzz\nnot run: d: no honggfuzz\n\
            test d ... FAILED\ntest result: FAILED. 3 passed; 1 failed; 0 ignored";
        log.lines().for_each(|l| counts.add(l));
        assert_eq!(
            counts.told(),
            "1 passed, 1 failed, 2 skipped\n\
             skipped, or in part: no AFL++ 5.02c: run it as root\n  b\n  c\n\
             skipped, or in part: no honggfuzz\n  c"
        );
    }
}
