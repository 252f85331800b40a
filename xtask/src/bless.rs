//! `cargo xtask bless`: rewrites the expectations of file tests and snapshots. Read the diff before committing it.

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{build, repo};

/// Tests that have expectations: their name, their program, and which of its tests they are. `suites` is a crate of its
/// own.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("passes", "passes", ""),
    ("refactor", "refactor", ""),
    ("documentation", "all", "documentation::"),
    ("driver", "all", "driver::plans"),
    ("fuzz", "all", "fuzz::plans"),
    ("coverage_outcomes", "all", "coverage_outcomes::regions"),
    (SUITES, SUITES, "the_readme_has_the_table"),
];

/// Its expectation is the table in tests/README.md.
const SUITES: &str = "suites";

const EXAMPLES: &str = "\
Examples:
  cargo xtask bless                  all of them
  cargo xtask bless byte-split       file tests of this pass
  cargo xtask bless driver           the driver's snapshots
  cargo xtask bless documentation    the tables of options in profiles/README.md
  cargo xtask bless suites           the table of suites in tests/README.md";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// A program of tests (passes, refactor, documentation, driver, fuzz, coverage_outcomes, suites), or a part of tests' names
    filter: Option<String>,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let filter = options.filter.as_deref();
    let named: Vec<_> = PROGRAMS
        .iter()
        .filter(|(p, ..)| Some(*p) == filter)
        .collect();
    let is_pass = filter.is_some_and(|name| repo::root().join("tests/passes").join(name).is_dir());
    let (chosen, filter) = match named.is_empty() {
        // The other programs would be built for nothing.
        true if is_pass => (vec![&PROGRAMS[0]], filter),
        true => (PROGRAMS.iter().collect(), filter),
        false => (named, None),
    };
    let mut failed = Vec::new();
    for (name, program, tests) in chosen {
        let mut cargo = repo::cargo("test");
        cargo.args(match *program {
            SUITES => ["-q", "-p", "fz-suites", "--bin", "fz-suites", "--"],
            _ => ["-q", "-p", "fz-tests", "--test", program, "--"],
        });
        cargo.arg(filter.unwrap_or(tests)).env("BLESS", "1");
        let status = cargo.status().context("cannot start cargo test")?;
        if !status.success() {
            failed.push(*name);
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
