//! `cargo xtask test mutations`: faults seeded into the passes, the toolchain and the runtime, one at a time. Each has to
//! be caught by one of the tests that its area names. Those ask what programs do and what is said of them; file tests of
//! passes would notice any change of the code, and are asked where text is what the pass makes.

mod copy;
mod list;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use self::copy::{Copy, LIMIT, Said};
use self::list::{Fault, List, Part, is_staged};
use fz_harness::budget::{Budget, Deadline};
use fz_harness::progress::bar;
use fz_harness::toolchain::Toolchain;
use xtask::{proc, table};

const EXAMPLES: &str = "\
Examples:
  cargo xtask test mutations                   every fault of tests/mutations.toml; hours
  cargo xtask test mutations byte_split.rs     those in this file
  cargo xtask test mutations --budget 1h       as many as there is time for";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only faults with this in their descriptions or the names of their files
    #[arg(default_value = "", hide_default_value = true)]
    which: String,
    /// Only those that CI seeds, asking only what it asks
    #[arg(long, conflicts_with = "which")]
    ci: bool,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

pub fn main(options: &Options) -> Result<()> {
    let list = List::load()?;
    let chosen = match options.ci {
        true => list.of_ci()?,
        false => list.chosen(&options.which)?,
    };
    options.toolchain.ready()?;
    run(chosen, options.budget.start())
}

/// A part of it, with the toolchain that is staged: the faults that the list marks for CI.
pub fn share() -> Result<()> {
    let list = List::load()?;
    run(list.of_ci()?, Deadline::NONE)
}

fn run(faults: Vec<Fault>, deadline: Deadline) -> Result<()> {
    let copy = Copy::make()?;
    let limits = sound(&copy, &faults)?;
    let all = faults.len();
    let bar = bar("mutations", all);
    let mut rows = Vec::new();
    let mut missed = 0;
    let mut staged = None;
    for fault in deadline.cuts(faults) {
        let Fault { mutation, part, .. } = fault;
        bar.set_message(mutation.breaks.clone());
        if let Some(other) = staged.filter(|other| *other != part) {
            // What the last fault was built into.
            copy.build(other)?;
            staged = None;
        }
        let started = Instant::now();
        let original = mutation.seed(copy.root())?;
        let outcome = ask(&copy, &fault, &limits, &mut staged);
        fs::write(copy.root().join(&mutation.file), original)?;
        let outcome = outcome.with_context(|| format!("`{}`", mutation.breaks))?;
        missed += usize::from(!matches!(outcome, Outcome::Caught(_)));
        let row = vec![
            mutation.file.display().to_string(),
            mutation.breaks.clone(),
            outcome.to_string(),
            proc::seconds(started.elapsed()),
        ];
        if bar.is_hidden() {
            println!("   {}", row.join(": "));
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    table::print(&["file", "fault", "outcome", "time"], &rows);
    deadline.tell(rows.len(), all, "faults");
    println!("{} faults, {} caught", rows.len(), rows.len() - missed);
    match missed {
        0 => Ok(()),
        _ => bail!(
            "some faults are not caught: where one survived, a test has to ask more; where one does not compile, \
             tests/mutations.toml has to say something else"
        ),
    }
}

/// How long each test may take before it is said to be endless.
type Limits = BTreeMap<String, Duration>;

/// What a test may take that took this long without any fault: the machine may have more to do now.
fn limit(took: Duration) -> Duration {
    (3 * took + Duration::from_secs(60)).min(LIMIT)
}

/// Without any fault all tests that are asked pass, and there are some. How long each may take with one.
fn sound(copy: &Copy, faults: &[Fault]) -> Result<Limits> {
    let staged = faults
        .iter()
        .filter(|fault| fault.tests.iter().any(|test| is_staged(test)));
    let parts: BTreeSet<Part> = staged.map(|fault| fault.part).collect();
    for part in parts {
        if let Some(said) = copy.build(part)? {
            bail!("the sources as they are do not compile:\n{said}");
        }
    }
    let tests: BTreeSet<&str> = faults
        .iter()
        .flat_map(|f| f.tests.iter().copied())
        .collect();
    let bar = bar("the tests, without any fault", tests.len());
    let mut limits = Limits::new();
    for test in tests {
        bar.set_message(test.to_owned());
        let started = Instant::now();
        match copy.test(test, LIMIT)? {
            Said::Passed(count) => ensure!(count > 0, "`cargo test {test}` has no test in it"),
            Said::Failed => bail!("without any fault `cargo test {test}` fails; it says why"),
            Said::Endless => bail!("without any fault `cargo test {test}` does not end"),
            Said::Unbuilt(said) => bail!("`cargo test {test}` does not compile:\n{said}"),
        }
        limits.insert(test.to_owned(), limit(started.elapsed()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(limits)
}

/// Asks the tests in their order, until one notices. What is staged is built when the first test looks at it, and then
/// `staged` says which part has the fault.
fn ask(copy: &Copy, fault: &Fault, limits: &Limits, staged: &mut Option<Part>) -> Result<Outcome> {
    let mut is_built = false;
    for test in &fault.tests {
        if is_staged(test) && !is_built {
            *staged = Some(fault.part);
            if copy.build(fault.part)?.is_some() {
                return Ok(Outcome::Unbuilt);
            }
            is_built = true;
        }
        match copy.test(test, limits[*test])? {
            Said::Passed(_) => {}
            Said::Failed => return Ok(Outcome::Caught(test.to_string())),
            Said::Endless => return Ok(Outcome::Caught(format!("{test}, which does not end"))),
            Said::Unbuilt(_) => return Ok(Outcome::Unbuilt),
        }
    }
    Ok(Outcome::Survived)
}

/// What became of a fault.
#[derive(PartialEq, Eq)]
enum Outcome {
    /// By this test.
    Caught(String),
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
