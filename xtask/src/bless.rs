//! `cargo xtask bless`: rewrites the expectations of file tests and snapshots. Read the diff before committing it.

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{build, repo};

/// Tests that have expectations, by the words for them: their program, and what is in their names.
const TESTS: &[(&str, &str, &str)] = &[
    ("passes", "passes", ""),
    ("refactor", "refactor", ""),
    ("documentation", ALL, "documentation::"),
    ("driver", ALL, "driver::plans"),
    ("fuzz", ALL, "fuzz::plans"),
    ("coverage_outcomes", ALL, "coverage_outcomes::regions"),
    (SUITES, SUITES, "the_readme_has_the_table"),
];

/// The program of all tests that are no suite of files.
const ALL: &str = "all";

/// Its expectation is the table in tests/README.md, and its crate is another.
const SUITES: &str = "suites";

const EXAMPLES: &str = "\
Examples:
  cargo xtask bless                  all suites of files, plans and tables
  cargo xtask bless byte-split       file tests of this pass
  cargo xtask bless driver           the driver's snapshots
  cargo xtask bless command_line::   the snapshots of tests with this in their names
  cargo xtask bless documentation    the tables of options in profiles/README.md
  cargo xtask bless suites           the table of suites in tests/README.md";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// One of passes, refactor, documentation, driver, fuzz, coverage_outcomes, suites; or a part of tests' names
    filter: Option<String>,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let is_pass = |name: &str| repo::root().join("tests/passes").join(name).is_dir();
    let chosen: Vec<(&str, &str)> = match options.filter.as_deref() {
        None => TESTS
            .iter()
            .map(|(_, program, tests)| (*program, *tests))
            .collect(),
        Some(filter) => match TESTS.iter().find(|(word, ..)| *word == filter) {
            Some((_, program, tests)) => vec![(program, tests)],
            // The other programs would be built for nothing.
            None if is_pass(filter) => vec![("passes", filter)],
            None => ["passes", "refactor", ALL].map(|p| (p, filter)).into(),
        },
    };
    let mut failed = Vec::new();
    for (program, tests) in chosen {
        let mut cargo = repo::cargo("test");
        cargo.args(match program {
            SUITES => ["-q", "-p", "fz-suites", "--bin", "fz-suites", "--"],
            _ => ["-q", "-p", "fz-tests", "--test", program, "--"],
        });
        let status = cargo.arg(tests).env("INSTA_UPDATE", "always").status();
        if !status.context("cannot start cargo test")?.success() {
            failed.push(format!("{program} {tests}"));
        }
    }
    if !failed.is_empty() {
        bail!(
            "tests of {} fail for other reasons than their expectations",
            failed.join(", ")
        );
    }
    eprintln!("fz: blessed; `git diff` shows what changed");
    Ok(())
}
