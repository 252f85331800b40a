//! `cargo xtask test`: everything that CI runs, with a table of what took how long.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{
    build, differential, engines, flips, guards, llvm, mutations, oss_fuzz, proc, real, repo,
    runtime, setup, table, taint, tidy, truth,
};

/// What the other options look like in use.
const EXAMPLES: &str = "Examples:
  cargo xtask test driver                      the tests whose names contain `driver`
  cargo xtask test --real                      real packages and their own test suites; long
  cargo xtask test --engines                   every fuzzer on programs that it has to solve; long
  cargo xtask test --engines --part smoke      one set of objects under each of them; a minute
  cargo xtask test --oss-fuzz                  OSS-Fuzz build scripts of packages, unmodified; long
  cargo xtask test --guards                    programs that go wrong, each at every level; a quarter of an hour
  cargo xtask test --guards cwe197             those of them with this in their names
  cargo xtask test --taint                     labels of the taint build, held against DFSan's; minutes
  cargo xtask test --taint-flips               inputs with one byte changed, and what taint says of it; ten minutes
  cargo xtask test --taint-flips jhead         those of this program
  cargo xtask test --coverage-truth            what coverage builds count, held against clang's own coverage; minutes
  cargo xtask test --coverage-truth expat      that of this program
  cargo xtask test --mutations                 every fault of tests/mutations.toml; long
  cargo xtask test --mutations byte_split.rs   those in this file
  cargo xtask test --llvm 23                   file tests and a share of the differential with LLVM 23; half an hour";

#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", differential::EXAMPLES))]
pub struct Options {
    /// Build real packages with fz-cc and run their own test suites instead
    #[arg(long)]
    real: bool,
    #[command(flatten)]
    real_options: real::Options,
    /// Compare what programs do with what clang's own builds of them do instead
    #[arg(long, conflicts_with_all = ["real", "filter"])]
    differential: bool,
    #[command(flatten)]
    differential_options: differential::Options,
    /// Fuzz test programs with every engine instead
    #[arg(long, conflicts_with_all = ["real", "differential", "mutations", "filter"])]
    engines: bool,
    #[command(flatten)]
    engines_options: engines::Options,
    /// Run OSS-Fuzz build scripts of packages, unmodified, instead
    #[arg(long, conflicts_with_all = ["real", "differential", "mutations", "engines", "filter"])]
    oss_fuzz: bool,
    #[command(flatten)]
    oss_fuzz_options: oss_fuzz::Options,
    #[command(flatten)]
    guards_options: guards::Options,
    #[command(flatten)]
    flips_options: flips::Options,
    #[command(flatten)]
    taint_options: taint::Options,
    #[command(flatten)]
    truth_options: truth::Options,
    /// Seed faults into the passes instead, and see whether tests catch them; only those whose description or file this is
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["real", "differential", "filter"])]
    mutations: Option<String>,
    /// Build for this release of LLVM, from a root of Debian sid, and run the file tests and a share of the differential
    /// with it instead (as root)
    #[arg(long, value_name = "RELEASE", conflicts_with_all = ["real", "differential", "mutations", "filter"])]
    llvm: Option<u8>,
    /// Run only the tests whose names contain this (skips formatting and lints)
    filter: Option<String>,
    /// Whether engines and peers are set up first, and the engines' smoke test belongs to it.
    #[arg(skip)]
    smoke: bool,
}

impl Options {
    /// Every check, as CI runs them.
    pub fn all() -> Options {
        Options {
            real: false,
            real_options: real::Options::default(),
            differential: false,
            differential_options: differential::Options::of_commit(),
            engines: false,
            engines_options: engines::Options::default(),
            oss_fuzz: false,
            oss_fuzz_options: oss_fuzz::Options::default(),
            guards_options: guards::Options::default(),
            flips_options: flips::Options::default(),
            taint_options: taint::Options::default(),
            truth_options: truth::Options::default(),
            mutations: None,
            llvm: None,
            filter: None,
            smoke: true,
        }
    }
}

pub fn main(options: &Options) -> Result<()> {
    if options.real {
        return real::main(&options.real_options);
    }
    if options.differential {
        return differential::main(&options.differential_options);
    }
    if options.engines {
        return engines::main(&options.engines_options);
    }
    if options.oss_fuzz {
        return oss_fuzz::main(&options.oss_fuzz_options);
    }
    if options.guards_options.is_wanted() {
        return guards::main(&options.guards_options);
    }
    if options.flips_options.is_wanted() {
        return flips::main(&options.flips_options);
    }
    if options.taint_options.is_wanted() {
        return taint::main(&options.taint_options);
    }
    if options.truth_options.is_wanted() {
        return truth::main(&options.truth_options);
    }
    if let Some(which) = &options.mutations {
        return mutations::main(which);
    }
    if let Some(release) = options.llvm {
        return with_llvm(release);
    }
    let mut report = Report::default();
    report.step("set up and build", |_| build::ready())?;
    if options.smoke {
        report.step("set up engines and peers", |_| setup::for_tests())?;
    }
    if options.filter.is_none() {
        setup::rust_components()?;
        report.check("tidy", |_| tidy::main());
        report.check("formatting", |_| {
            lint(repo::cargo("fmt").args(["--all", "--check"]))
        });
        report.check("lints", |_| {
            lint(repo::cargo("clippy").args([
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]))
        });
        // Outside the workspace, because it needs a panic strategy of its own; `tests` tests it.
        let fmt = |_: &mut Counts| {
            lint(repo::cargo("fmt").args([
                "--all",
                "--check",
                "--manifest-path",
                runtime::MANIFEST,
            ]))
        };
        report.check("formatting, runtime", fmt);
        report.check("lints, runtime", |_| {
            lint(runtime::cargo("clippy").args(["--", "-D", "warnings"]))
        });
        let fmt = |_: &mut Counts| {
            let mut fmt = repo::cargo("fmt");
            let fmt = fmt.args(["--all", "--check", "--manifest-path"]);
            lint(fmt.arg(setup::libafl::manifest()))
        };
        report.check("formatting, LibAFL's fuzzers", fmt);
    }
    let filter = options.filter.as_slice();
    report.check("tests", |counts| {
        tests(
            repo::cargo("test")
                .args(["--workspace", "--no-fail-fast"])
                .args(filter),
            counts,
        )
    });
    let differential = &options.differential_options;
    if options.filter.is_none() && differential.in_plain_test() {
        report.check("differential", |_| differential::share(differential));
    }
    if options.filter.is_none() {
        report.check("guards", |_| guards::share());
        report.check("taint, byte by byte", |_| flips::share());
        report.check("taint", |_| taint::share());
    }
    if options.smoke {
        // Another workspace, which takes minutes to build from nothing: only CI does.
        report.check("lints, LibAFL's fuzzers", |_| {
            let mut clippy = setup::libafl::cargo("clippy");
            lint(clippy.args(["--release", "--all-targets", "--", "-D", "warnings"]))
        });
        report.check("tests of LibAFL's fuzzers", |counts| {
            tests(setup::libafl::cargo("test").arg("--release"), counts)
        });
        report.check("engines", |_| engines::smoke());
    }
    report.finish()
}

/// What shows that fz works with another release of LLVM: unit tests of what knows the release, the file tests, and
/// programs that behave as clang's own builds of them.
fn with_llvm(release: u8) -> Result<()> {
    let mut report = Report::default();
    let release = llvm::Release::ready(release)?;
    report.step("build", |_| {
        proc::run(
            "build the compiler and its passes",
            &mut release.xtask(&["build"])?,
        )?;
        Ok(())
    })?;
    report.check("unit tests", |counts| {
        let packages = UNITS_WITH_LLVM.iter().flat_map(|p| ["--package", p]);
        let mut cargo = release.cargo("test")?;
        tests(
            cargo.args(["--no-fail-fast", "--lib"]).args(packages),
            counts,
        )
    });
    report.check("file tests", |counts| {
        let files = FILES_WITH_LLVM.iter().flat_map(|test| ["--test", test]);
        let mut cargo = release.cargo("test")?;
        let cargo = cargo.args(["--no-fail-fast", "--package", "fz-tests"]);
        tests(cargo.args(files), counts)
    });
    report.check("differential", |_| {
        let minutes = MINUTES_WITH_LLVM.to_string();
        lint(&mut release.xtask(&["test", "--differential", "--minutes", &minutes])?)
    });
    report.finish()
}

/// Crates that know the release of LLVM, or are built on those that do.
const UNITS_WITH_LLVM: &[&str] = &["fz-llvm", "fz-ir", "fz-passes", "fz-refactor"];

/// Test programs of `tests/tests` that hold files against what passes, plans and refactorings make of them.
const FILES_WITH_LLVM: &[&str] = &["passes", "driver", "refactor"];

/// How long programs are compared with another release of LLVM.
const MINUTES_WITH_LLVM: u32 = 3;

fn lint(cargo: &mut Command) -> Result<()> {
    let status = cargo
        .status()
        .with_context(|| format!("cannot start {}", proc::rendered(cargo)))?;
    if !status.success() {
        bail!("{} failed", proc::rendered(cargo));
    }
    Ok(())
}

/// Runs `cargo test` with its output passed on, and counts what it reports.
fn tests(cargo: &mut Command, counts: &mut Counts) -> Result<()> {
    let mut child = cargo
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", proc::rendered(cargo)))?;
    let stdout = child.stdout.take().expect("stdout is piped");
    let mut failures = Failures::default();
    for line in BufReader::new(stdout).lines() {
        let line = line?;
        println!("{line}");
        std::io::stdout().flush()?;
        counts.add(&line);
        failures.add(&line);
    }
    if !child.wait()?.success() {
        bail!("{} failed{}", proc::rendered(cargo), failures.told());
    }
    Ok(())
}

/// Tests that passed, failed and were skipped.
#[derive(Default, Debug, PartialEq, Eq)]
struct Counts {
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
struct Report {
    rows: Vec<Row>,
    counts: Counts,
}

impl Report {
    /// A step without which nothing else makes sense.
    fn step(&mut self, name: &str, run: impl FnOnce(&mut Counts) -> Result<()>) -> Result<()> {
        let started = Instant::now();
        run(&mut self.counts)?;
        self.rows
            .push((name.to_string(), Ok(()), started.elapsed()));
        Ok(())
    }

    /// A check whose failure does not stop the others.
    fn check(&mut self, name: &str, run: impl FnOnce(&mut Counts) -> Result<()>) {
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

    fn finish(self) -> Result<()> {
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
    use std::time::Duration;

    use super::{Counts, Failures, TOLD_LINES, not_clean};

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
