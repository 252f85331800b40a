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
  cargo xtask test mutations guards/ taint/    those in these folders
  cargo xtask test mutations --budget 1h       as many as there is time for";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only faults with this in their descriptions or the names of their files
    which: Vec<String>,
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
    let mut judge = Judge::new(Copy::make()?);
    let all = faults.len();
    let bar = bar("mutations", all);
    let mut rows = Vec::new();
    let mut missed = 0;
    for fault in deadline.cuts(faults) {
        let mutation = fault.mutation;
        bar.set_message(mutation.breaks.clone());
        let started = Instant::now();
        let outcome = judge.of(&fault);
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
    table::under("file | fault | outcome | time", &rows);
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

/// Asks tests about faults.
struct Judge {
    copy: Copy,
    /// How long each test may take before it is said to be endless: those that pass without any fault.
    limits: BTreeMap<String, Duration>,
    /// The parts that were built of the copy.
    built: BTreeSet<Part>,
    /// The part that was built with a fault last, unless it was built without one since.
    broken: Option<Part>,
}

impl Judge {
    fn new(copy: Copy) -> Judge {
        Judge {
            copy,
            limits: BTreeMap::new(),
            built: BTreeSet::new(),
            broken: None,
        }
    }

    /// Asks the tests of a fault in their order, until one notices.
    fn of(&mut self, fault: &Fault) -> Result<Outcome> {
        if self.broken.is_some_and(|part| part != fault.part) {
            self.mend()?;
        }
        let mut is_built = false;
        for test in &fault.tests {
            if !self.limits.contains_key(*test) {
                self.is_sound(test, fault.part)?;
                is_built = false;
            }
            let original = fault.mutation.seed(self.copy.root())?;
            let said = self.ask(test, fault.part, &mut is_built);
            fs::write(self.copy.root().join(&fault.mutation.file), original)?;
            match said? {
                Said::Passed(_) => {}
                Said::Failed => return Ok(Outcome::Caught(test.to_string())),
                Said::Endless => return Ok(Outcome::Caught(format!("{test}, which does not end"))),
                Said::Unbuilt(_) => return Ok(Outcome::Unbuilt),
            }
        }
        Ok(Outcome::Survived)
    }

    /// Asks one test, with a fault in `part`, which is built when the first test looks at what is staged.
    fn ask(&mut self, test: &str, part: Part, is_built: &mut bool) -> Result<Said> {
        if is_staged(test) && !*is_built {
            self.broken = Some(part);
            if let Some(said) = self.copy.build(part)? {
                return Ok(Said::Unbuilt(said));
            }
            *is_built = true;
        }
        self.copy.test(test, self.limits[test])
    }

    /// Without any fault a test passes, and it has something to ask. How long it takes.
    fn is_sound(&mut self, test: &str, part: Part) -> Result<()> {
        self.mend()?;
        if is_staged(test) && self.built.insert(part) {
            self.build(part)?;
        }
        let started = Instant::now();
        match self.copy.test(test, LIMIT)? {
            Said::Passed(count) => ensure!(count > 0, "`cargo test {test}` has no test in it"),
            Said::Failed => bail!("without any fault `cargo test {test}` fails; it says why"),
            Said::Endless => bail!("without any fault `cargo test {test}` does not end"),
            Said::Unbuilt(said) => bail!("`cargo test {test}` does not compile:\n{said}"),
        }
        self.limits
            .insert(test.to_owned(), limit(started.elapsed()));
        Ok(())
    }

    /// Builds what has a fault without it.
    fn mend(&mut self) -> Result<()> {
        match self.broken.take() {
            Some(part) => self.build(part),
            None => Ok(()),
        }
    }

    fn build(&self, part: Part) -> Result<()> {
        match self.copy.build(part)? {
            Some(said) => bail!("the sources as they are do not compile:\n{said}"),
            None => Ok(()),
        }
    }
}

/// What a test may take that took this long without any fault, compiling included: the machine may have more to do now.
fn limit(took: Duration) -> Duration {
    (3 * took + Duration::from_secs(60)).min(LIMIT)
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
