//! `cargo xtask test --guards`: programs after the patterns of CWE-190, 191, 194, 195, 197 and 369. Each reads values from
//! its standard input, and has a variant that goes wrong for one of them and variants that do not. What goes wrong is
//! reported, at its line and in its types; nothing else is.

mod arithmetic;
mod case;
mod conversion;
mod division;
mod flow;
pub mod harness;
pub mod integer;
pub mod program;
mod trial;

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail, ensure};
use clap::Args;

use crate::differential::program::Level;
use crate::progress::Progress;
use crate::{build, parallel, repo};
use program::Program;
use trial::{Failure, Trial};

/// Programs in a plain `cargo xtask test`, each at one level.
const SHARE: usize = 100;

#[derive(Args, Default)]
#[group(id = "guard-programs")]
pub struct Options {
    /// Make programs after patterns of CWE, and see that guards report what goes wrong in them, instead; only those with
    /// this in their names
    #[arg(long = "guards", value_name = "NAME", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["real", "differential", "mutations", "engines", "oss_fuzz", "filter"])]
    which: Option<String>,
    /// Only so many of them, spread over all
    #[arg(long, requires = "which", value_name = "N")]
    sample: Option<usize>,
    /// Only at these levels of optimisation
    #[arg(long, requires = "which", value_name = "LEVEL", value_delimiter = ',')]
    at: Vec<Level>,
}

impl Options {
    pub fn is_wanted(&self) -> bool {
        self.which.is_some()
    }
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let which = options.which.as_deref().unwrap_or("");
    let programs = chosen(which, options.sample)?;
    let levels = match &options.at[..] {
        [] => Level::ALL.to_vec(),
        some => some.to_vec(),
    };
    let trials = programs.iter().flat_map(|program| {
        let trial = |&level| Trial { program, level };
        levels.iter().map(trial)
    });
    run(&programs, trials.collect())
}

/// A part of it, with the toolchain that is staged: some of the programs, the levels in turns.
pub fn share() -> Result<()> {
    let programs = chosen("", Some(SHARE))?;
    let levels = Level::ALL.into_iter().cycle();
    let trials = programs.iter().zip(levels);
    let trials = trials.map(|(program, level)| Trial { program, level });
    run(&programs, trials.collect())
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

fn run(programs: &[Program], trials: Vec<Trial>) -> Result<()> {
    let dir = dir();
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(&dir)?;
    for program in programs {
        trial::write(program, &dir)?;
    }
    let count = trials.len();
    let failures: Mutex<Vec<Failure>> = Mutex::default();
    let label = format!("guards: {} programs, {count} builds", programs.len());
    let progress = Progress::start(&label, Some(count), None);
    parallel::each(trials, |_, trial| {
        let failed = trial.run(&dir)?;
        let mut failures = failures.lock().expect("no worker panicked");
        for failure in failed {
            progress.say(&failure.to_string());
            failures.push(failure);
        }
        progress.step(&format!("{} failures", failures.len()));
        Ok(())
    })?;
    progress.end();
    match failures.into_inner().expect("no worker panicked").len() {
        0 => Ok(()),
        failed => bail!(
            "{failed} failures in {count} builds; each is shown above with its command, programs are in {}",
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
