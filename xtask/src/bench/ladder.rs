//! Whether compare splitting helps a fuzzer over compares that it cannot guess: small programs, one for each kind, that
//! crash behind five compares in a row. Counted are executions, so campaigns may share the machine.

mod campaign;
mod report;
mod rung;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::contender::{self, Contender};
use super::edges::measure;
use crate::{build, proc, repo, setup};
use campaign::{Campaign, Outcome};
use report::{Results, Row};
use rung::Rung;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The rungs to climb (all of tests/bench/ladder/)
    #[arg(long, value_name = "RUNG", value_delimiter = ',')]
    only: Vec<String>,
    /// Profiles of our builds
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values_t = ["split".to_string(), "vanilla".to_string()])]
    profiles: Vec<String>,
    /// Also climb with afl-clang-fast's build without splitting
    #[arg(long)]
    plain: bool,
    /// Campaigns of each build on each rung, with different random seeds
    #[arg(long, default_value_t = 5)]
    trials: u64,
    /// Executions after which a campaign gives up
    #[arg(long, default_value_t = 3_000_000)]
    executions: u64,
    /// What changes inputs, for all builds alike
    #[arg(long, value_enum, default_value_t = Mutator::Walk)]
    mutator: Mutator,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench ladder                                   all rungs; hours
  cargo xtask bench ladder --only eq32,strcmp --trials 1     a first look; a minute
  cargo xtask bench ladder --profiles fuzz --plain --json ladder.json

Each rung needs five conditions to hold, one behind the other. There is no dictionary and no logging of compares: only \
the counters of a build can tell that a byte is right.";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mutator {
    /// Every byte of a new entry set to every value, once: costs what the feedback costs, with little luck
    Walk,
    /// afl-fuzz's own mutators (few rungs within 3 million executions)
    Afl,
}

impl Options {
    /// Writes what was found, with what it was asked for, to the file for it.
    fn write(&self, results: &Value) -> Result<()> {
        let Some(file) = &self.json else {
            return Ok(());
        };
        let mutator = self.mutator.to_possible_value();
        let report = json!({
            "executions": self.executions,
            "trials": self.trials,
            "mutator": mutator.expect("no mutator is hidden").get_name(),
            "results": results,
        });
        fs::write(file, serde_json::to_string_pretty(&report)?)
            .with_context(|| format!("cannot write {}", file.display()))
    }
}

pub fn main(options: &Options) -> Result<()> {
    let rungs = rung::load(&options.only)?;
    build::ready()?;
    setup::peers()?;
    let peer = Contender::LafAll;
    let mut contenders: Vec<Contender> = Vec::new();
    contenders.extend(options.plain.then_some(Contender::Pcguard));
    contenders.push(peer.clone());
    contenders.extend(contender::ours(&options.profiles)?);

    let place = repo::made().join("bench/ladder");
    fs::create_dir_all(&place)?;
    let mutator = match options.mutator {
        Mutator::Walk => Some(walk(&place)?),
        Mutator::Afl => None,
    };
    let bar = measure::bar("ladder: builds", rungs.len());
    let mut built = Vec::new();
    for rung in &rungs {
        bar.set_message(rung.name.clone());
        built.push(Built::of(rung, &contenders, &place)?);
        bar.inc(1);
    }
    bar.finish_and_clear();

    let results = Mutex::new(Results {
        builds: contenders.iter().map(|c| c.name().to_string()).collect(),
        rows: rungs
            .iter()
            .map(|rung| Row {
                rung: rung.name.clone(),
                outcomes: vec![Vec::new(); contenders.len()],
            })
            .collect(),
    });
    // The builds of a rung take turns, so that what else the machine does hits all of them.
    let mut campaigns = Vec::new();
    for rung in 0..rungs.len() {
        for trial in 1..=options.trials {
            campaigns.extend((0..contenders.len()).map(|at| (rung, trial, at)));
        }
    }
    let bar = measure::bar("ladder: campaigns", campaigns.len());
    bar.enable_steady_tick(Duration::from_secs(1));
    let run = |core: usize, (rung, trial, at): (usize, u64, usize)| -> Result<()> {
        let label = format!("{} {} {trial}", rungs[rung].name, contenders[at].name());
        bar.set_message(label.clone());
        let campaign = Campaign {
            program: &built[rung].programs[at],
            referee: &built[rung].referee,
            seeds: &built[rung].seeds,
            out: place.join(format!("out-{core}")),
            mutator: mutator.as_deref(),
            executions: options.executions,
            random: trial,
            core,
        };
        let outcome = campaign.run().with_context(|| label.clone())?;
        if bar.is_hidden() {
            eprintln!("      {label}: {}", shown(outcome));
        }
        bar.inc(1);
        let mut results = results.lock().expect("no panic in a campaign");
        results.rows[rung].outcomes[at].push(outcome);
        // After each: a long run that is ended early leaves what it has.
        options.write(&results.json(peer.name()))
    };
    let next = AtomicUsize::new(0);
    let work = |core: usize| -> Result<()> {
        while let Some(&campaign) = campaigns.get(next.fetch_add(1, Ordering::Relaxed)) {
            run(core, campaign).inspect_err(|_| {
                // Hours of the others' would come before the message.
                next.store(campaigns.len(), Ordering::Relaxed);
            })?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = (0..repo::jobs())
            .map(|core| scope.spawn(move || work(core)))
            .collect();
        workers
            .into_iter()
            .try_for_each(|w| w.join().expect("no panic in a campaign"))
    })?;
    bar.finish_and_clear();
    results
        .into_inner()
        .expect("no panic in a campaign")
        .print(peer.name());
    Ok(())
}

fn shown(outcome: Outcome) -> String {
    match outcome {
        Outcome::Solved(executions) => format!("{} executions", report::grouped(executions)),
        Outcome::Wrong(executions) => {
            format!("wrong after {} executions", report::grouped(executions))
        }
        Outcome::Unsolved => "not solved".to_string(),
    }
}

/// A rung in all builds.
struct Built {
    /// As the contenders stand.
    programs: Vec<PathBuf>,
    referee: PathBuf,
    seeds: PathBuf,
}

impl Built {
    fn of(rung: &Rung, contenders: &[Contender], place: &Path) -> Result<Built> {
        let build = |contender: &Contender| rung.build(contender, place);
        Ok(Built {
            programs: contenders.iter().map(build).collect::<Result<_>>()?,
            referee: build(&Contender::Pcguard)?,
            seeds: rung.seeds(place)?,
        })
    }
}

/// Compiles the mutator.
fn walk(place: &Path) -> Result<PathBuf> {
    let library = place.join("walk.so");
    let mut command = Command::new("clang-22");
    command
        .args(["-O2", "-shared", "-fPIC"])
        .arg(rung::dir().join("walk.c"))
        .arg("-o")
        .arg(&library);
    proc::output(&mut command)?;
    Ok(library)
}
