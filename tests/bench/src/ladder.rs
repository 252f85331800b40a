//! Whether compare splitting helps a fuzzer over compares that it cannot guess: small programs, one for each kind, that
//! crash behind five compares in a row. Counted are executions, so campaigns may share the machine.

mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use clap::{Args, ValueEnum, value_parser};
use serde_json::{Value, json};

use super::contender::{self, Contender};
use super::parts;
use super::solving::{Campaign, Outcome};
use super::trials::{self, Trials, Turn};
use fz_harness::progress;
use fz_harness::rung::{self, Rung};
use report::Results;
use xtask::{build, proc, repo, setup};

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
    #[arg(long, default_value_t = 5, value_parser = value_parser!(u64).range(1..))]
    trials: u64,
    /// Executions after which a campaign gives up
    #[arg(long, default_value_t = 3_000_000, value_parser = value_parser!(u64).range(1..))]
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
        let mutator = self.mutator.to_possible_value();
        let report = json!({
            "executions": self.executions,
            "trials": self.trials,
            "mutator": mutator.expect("no mutator is hidden").get_name(),
            "results": results,
        });
        parts::write(self.json.as_deref(), &report)
    }
}

/// Whom ours are measured against.
static PEER: Contender = Contender::LafAll;

pub fn main(options: &Options) -> Result<()> {
    let rungs = rung::load(&rung::ladder(), &options.only, |_| 0)?;
    build::ready()?;
    setup::peers()?;
    let mut contenders: Vec<Contender> = Vec::new();
    contenders.extend(options.plain.then_some(Contender::Pcguard));
    contenders.push(PEER.clone());
    contenders.extend(contender::ours(&options.profiles)?);

    let place = repo::made().join("bench/ladder");
    fs::create_dir_all(&place)?;
    let ladder = Ladder {
        options,
        built: build_all(&rungs, &contenders, &place)?,
        mutator: match options.mutator {
            Mutator::Walk => Some(walk(&place)?),
            Mutator::Afl => None,
        },
        rungs,
        contenders,
        place,
    };
    ladder.climb()?.print(PEER.name());
    Ok(())
}

fn build_all(rungs: &[Rung], contenders: &[Contender], place: &Path) -> Result<Vec<Built>> {
    let bar = progress::bar("ladder: builds", rungs.len());
    let mut built = Vec::new();
    for rung in rungs {
        bar.set_message(rung.name.clone());
        built.push(Built::of(rung, contenders, place)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(built)
}

/// What all campaigns share.
struct Ladder<'a> {
    options: &'a Options,
    rungs: Vec<Rung>,
    contenders: Vec<Contender>,
    /// As the rungs stand.
    built: Vec<Built>,
    mutator: Option<PathBuf>,
    place: PathBuf,
}

impl Ladder<'_> {
    /// Runs all campaigns.
    fn climb(&self) -> Result<Results> {
        let trials = Trials {
            label: "ladder",
            targets: self.rungs.iter().map(|r| &*r.name).collect(),
            contenders: self.contenders.iter().map(Contender::name).collect(),
            count: self.options.trials,
        };
        let results = |outcomes: &trials::Results| Results::of(&trials, outcomes);
        let write = |ended: &_| self.options.write(&results(ended).json(PEER.name()));
        let ended = trials.conduct(|core, turn| self.run(core, turn), write)?;
        Ok(results(&ended))
    }

    fn run(&self, core: usize, turn: Turn) -> Result<Outcome> {
        let built = &self.built[turn.target];
        let campaign = Campaign {
            fuzzer: setup::aflpp().join("bin/afl-fuzz"),
            program: &built.programs[turn.contender],
            environment: &[],
            arguments: Vec::new(),
            // Compares that a build gets wrong are no solutions.
            solves: &|input| rung::aborts(&built.referee, input),
            seeds: &built.seeds,
            out: self.place.join(format!("out-{core}")),
            mutator: self.mutator.as_deref(),
            executions: self.options.executions,
            random: turn.trial + 1,
            core,
        };
        campaign.run()
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
        let build =
            |contender: &Contender| rung.build(contender.compiler(), contender.name(), place);
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
    let mut command = Command::new(fz_llvm::CLANG);
    command
        .args(["-O2", "-shared", "-fPIC"])
        .arg(rung::ladder().join("walk.c"))
        .arg("-o")
        .arg(&library);
    proc::output(&mut command)?;
    Ok(library)
}
