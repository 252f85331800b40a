//! `cargo xtask test guards`: programs after the patterns of CWE-190, 191, 194, 195, 197 and 369. Each reads values from
//! its standard input, and has a variant that goes wrong for one of them and variants that do not. What goes wrong is
//! reported, at its line and in its types; nothing else is.

mod trial;

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail, ensure};
use clap::Args;

use fz_harness::budget::{Budget, Deadline};
use fz_harness::guards::program::{self, Program};
use fz_harness::level::Level;
use fz_harness::parallel;
use fz_harness::progress::Progress;
use fz_harness::random::Random;
use fz_harness::toolchain::Toolchain;
use trial::{Failure, Trial};
use xtask::repo;

/// Programs in a plain `cargo xtask test`, each at one level.
const SHARE: usize = 100;
/// What the order follows from in which a budget takes them.
const SEED: u64 = 1;

const EXAMPLES: &str = "\
Examples:
  cargo xtask test guards                all of them, at every level
  cargo xtask test guards cwe197         those with this in their names
  cargo xtask test guards --budget 2m    as many as there is time for, drawn from all";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only the programs with this in their names
    #[arg(value_name = "NAME", default_value = "", hide_default_value = true)]
    which: String,
    /// Only so many of them, spread over all
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Only at these levels of optimisation
    #[arg(long, value_name = "LEVEL", value_delimiter = ',')]
    at: Vec<Level>,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

pub fn main(options: &Options) -> Result<()> {
    options.toolchain.ready()?;
    let programs = chosen(&options.which, options.sample)?;
    let levels = match &options.at[..] {
        [] => Level::ALL.to_vec(),
        some => some.to_vec(),
    };
    let trials = programs.iter().flat_map(|program| {
        let trial = |&level| Trial { program, level };
        levels.iter().map(trial)
    });
    let mut trials: Vec<Trial> = trials.collect();
    let deadline = options.budget.start();
    if deadline.is_set() {
        // Those that are left are of all kinds.
        Random::new(SEED).shuffle(&mut trials);
    }
    run(&programs, trials, deadline)
}

/// A part of it, with the toolchain that is staged: some of the programs, the levels in turns.
pub fn share() -> Result<()> {
    let programs = chosen("", Some(SHARE))?;
    let levels = Level::ALL.into_iter().cycle();
    let trials = programs.iter().zip(levels);
    let trials = trials.map(|(program, level)| Trial { program, level });
    run(&programs, trials.collect(), Deadline::NONE)
}

/// The programs with this in their names; so many of them, evenly spread.
fn chosen(which: &str, sample: Option<usize>) -> Result<Vec<Program>> {
    let mut programs = program::all();
    programs.retain(|p| p.name.contains(which));
    ensure!(
        !programs.is_empty(),
        "no program has {which} in its name; they are called like {}",
        program::all()[0].name
    );
    let all = programs.len();
    let wanted = sample.unwrap_or(all).min(all);
    let mut at = 0;
    programs.retain(|_| {
        at += 1;
        // Where the share of those so far grows.
        at * wanted / all > (at - 1) * wanted / all
    });
    Ok(programs)
}

fn run(programs: &[Program], trials: Vec<Trial>, deadline: Deadline) -> Result<()> {
    let dir = dir();
    repo::fresh(&dir)?;
    for program in programs {
        trial::write(program, &dir)?;
    }
    let count = trials.len();
    let failures: Mutex<Vec<Failure>> = Mutex::default();
    let label = format!("guards: {} programs, {count} builds", programs.len());
    let progress = Progress::start(&label, Some(count), None);
    parallel::each(deadline.cuts(trials), |_, trial| {
        let failed = trial.run(&dir)?;
        let mut failures = failures.lock().expect("no worker panicked");
        for failure in failed {
            progress.say(&failure.to_string());
            failures.push(failure);
        }
        progress.step(&format!("{} failures", failures.len()));
        Ok(())
    })?;
    let done = progress.end();
    deadline.tell(done, count, "builds");
    match failures.into_inner().expect("no worker panicked").len() {
        0 => Ok(()),
        failed => bail!(
            "{failed} failures in {done} builds; each is shown above with its command, programs are in {}",
            repo::shown(&dir)
        ),
    }
}

/// Where programs are written.
fn dir() -> PathBuf {
    repo::made().join("guards")
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn samples_are_spread() {
        let all = chosen("", None).unwrap();
        let some = chosen("", Some(10)).unwrap();
        assert_eq!(some.len(), 10);
        assert_eq!(some[9].name, all[all.len() - 1].name);
        let weaknesses: Vec<u16> = some.iter().map(|p| p.case.cwe).collect();
        assert!(weaknesses.contains(&190) && weaknesses.contains(&369));
        assert!(chosen("nothing", None).is_err());
        assert!(chosen("cwe369", Some(3)).unwrap().len() == 3);
    }
}
