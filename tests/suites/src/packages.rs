//! `cargo xtask test packages`: Debian source packages, unchanged, built with plain clang and with fz-cc, each under its own
//! test suite. Both suites end alike; then one variant of one program is emitted, after the tree has gone, and started.
//!
//! What a package has shown is kept in `target/packages/NAME.json`: a second start goes on where the first stopped.

mod build;
mod emitted;
mod entry;
mod kept;
mod summary;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

use build::Ran;
use entry::Entry;
use fz_harness::budget::{Budget, Deadline};
use fz_harness::toolchain::Toolchain;
use kept::Kept;
use xtask::package::Compiler;
use xtask::{apt, proc, repo, table};

const EXAMPLES: &str = "\
Examples:
  cargo xtask test packages                   all packages, or those that are left
  cargo xtask test packages lzip jansson      these
  cargo xtask test packages --again lzip      whatever it has shown before
  cargo xtask test packages --quick           the six that CI builds";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these packages; the names are those of tests/packages/*.toml
    #[arg(value_name = "PACKAGE")]
    packages: Vec<String>,
    /// Begin anew, and forget what earlier runs have shown
    #[arg(long)]
    again: bool,
    /// Only the quick packages, which CI builds
    #[arg(long, conflicts_with = "packages")]
    quick: bool,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

pub fn main(options: &Options) -> Result<()> {
    let mut entries = entry::load(&options.packages)?;
    entries.retain(|entry| !options.quick || entry.quick);
    let deadline = options.budget.start();
    options.toolchain.ready()?;
    run(&entries, options.again, deadline)
}

/// A part of it, with the toolchain that is staged: the quick ones, begun anew.
pub fn share() -> Result<()> {
    let mut entries = entry::load(&[])?;
    entries.retain(|entry| entry.quick);
    run(&entries, true, Deadline::NONE)
}

/// Everything that is made for the packages.
fn dir() -> PathBuf {
    repo::made().join("packages")
}

fn run(entries: &[Entry], again: bool, deadline: Deadline) -> Result<()> {
    apt::ensure_installed(entries.iter().flat_map(|one| &one.needs))?;
    let toolchain = kept::toolchain()?;
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for (at, entry) in deadline.cuts(entries.iter().enumerate()) {
        eprintln!(
            "fz: [{}/{}] {}: {}",
            at + 1,
            entries.len(),
            entry.name,
            entry.about
        );
        let mut kept = match again {
            true => Kept::new(entry, &toolchain),
            false => Kept::load(entry, &toolchain)?,
        };
        if let Err(error) = package(entry, &mut kept) {
            eprintln!("error: {}: {error:#}", entry.name);
            failed.push(entry.name.as_str());
        }
        rows.push(row(entry, &kept));
    }
    table::under(
        "package | build system | language | clang | fz | suite | variant",
        &rows,
    );
    deadline.tell(rows.len(), entries.len(), "packages");
    println!(
        "{} passed, {} failed",
        rows.len() - failed.len(),
        failed.len()
    );
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

fn package(entry: &Entry, kept: &mut Kept) -> Result<()> {
    let src = dir().join(&entry.name).join("src");
    if kept.clang.is_none() {
        let clang = build::run(entry, &Compiler::clang(), &src)?;
        judged(entry, &clang).context("with plain clang")?;
        kept.clang = Some(clang);
        kept.save()?;
    }
    if kept.variant.is_none() {
        let fz = build::run(entry, &Compiler::fz(Some(PROFILE)), &src)?;
        let clang = kept.clang.as_ref().context("it was built with clang")?;
        compared(clang, &fz)?;
        kept.fz = Some(fz);
        emitted::run(entry, &src)?;
        kept.variant = Some(entry.emit.variant.clone());
        kept.save()?;
    }
    Ok(())
}

const PROFILE: &str = "fuzz";

/// Whether the suite ran at all, and passed.
fn judged(entry: &Entry, clang: &Ran) -> Result<()> {
    ensure!(
        clang.status == 0,
        "the suite fails ({clang}): correct the recipe, or leave out what is no fault of fz, and say why in a comment"
    );
    for says in &entry.suite_says {
        ensure!(
            clang.said.iter().any(|line| line.contains(says)),
            "the suite never said {says:?}: did it run?"
        );
    }
    ensure!(
        !clang.said.is_empty(),
        "the suite says no counts that are known here: name a line of it in `suite-says`"
    );
    Ok(())
}

fn compared(clang: &Ran, fz: &Ran) -> Result<()> {
    ensure!(
        clang.status == fz.status && clang.said == fz.said,
        "the suite ends otherwise than with clang:\n  clang: {clang}\n  fz:    {fz}"
    );
    Ok(())
}

fn row(entry: &Entry, kept: &Kept) -> Vec<String> {
    let took = |ran: &Option<Ran>| ran.as_ref().map_or("-".into(), |r| proc::seconds(r.took()));
    let suite = match &kept.fz {
        Some(_) => "passes",
        None => "FAILED",
    };
    vec![
        entry.name.clone(),
        entry.system.clone(),
        entry.language.to_string(),
        took(&kept.clang),
        took(&kept.fz),
        suite.to_owned(),
        kept.variant.clone().unwrap_or_else(|| "FAILED".into()),
    ]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{build::Ran, compared};

    #[test]
    fn suites_end_alike_in_status_and_counts() {
        let ran = |status, said: &str| Ran {
            build: Duration::ZERO,
            suite: Duration::ZERO,
            status,
            said: vec![said.into()],
        };
        let clang = ran(0, "# PASS:  3");
        assert!(compared(&clang, &ran(0, "# PASS:  3")).is_ok());
        let fewer = compared(&clang, &ran(0, "# PASS:  2")).unwrap_err();
        assert!(fewer.to_string().contains("# PASS:  2"));
        assert!(compared(&clang, &ran(1, "# PASS:  3")).is_err());
    }
}
