//! What edge counters cost and what they tell: the same sources, built with every kind of counter that fz has, with
//! clang's and with afl-clang-fast's. All builds of a comparison take turns, so that noise hits all of them.

pub mod fuzzing;
pub mod mutate;
mod outcomes;
mod programs;
mod recall;
mod speed;

use std::path::PathBuf;

use anyhow::Result;
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum, value_parser};
use serde_json::Value;

use super::parts;
use fz_harness::subject::{self, Kind, Subject};
use xtask::{build, setup};

#[derive(Args)]
pub struct Options {
    /// What to measure
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Part::Speed, Part::Recall, Part::Programs])]
    only: Vec<Part>,
    /// The libraries and programs to measure (all of tests/bench/subjects/*.toml)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    subjects: Vec<String>,
    /// Timed runs of each build; the shortest counts
    #[arg(long, default_value_t = 7, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    runs: usize,
    /// Inputs of each library for `recall`
    #[arg(long, default_value_t = 5000, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    inputs: usize,
    /// Executions of each run under afl-fuzz
    #[arg(long, default_value_t = 2_000_000, value_parser = value_parser!(u64).range(1..))]
    executions: u64,
    /// Runs of each build for `campaigns`, with different random seeds
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(1..))]
    trials: u64,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Time of in-process loops over libraries
    Speed,
    /// Which of the inputs that reach something new show it
    Recall,
    /// Counters and time of whole programs, by pruning and context
    Programs,
    /// Executions per second under afl-fuzz
    Fuzzing,
    /// What counters behind 255 are worth to afl-fuzz (hours)
    Campaigns,
}

impl Part {
    fn name(self) -> String {
        let value = self.to_possible_value().expect("no part is hidden");
        value.get_name().to_string()
    }
}

pub fn main(options: &Options) -> Result<()> {
    let subjects = subject::load(&options.subjects)?;
    build::ready()?;
    setup::peers()?;
    let (libraries, programs): (Vec<Subject>, Vec<Subject>) =
        subjects.into_iter().partition(|s| s.kind == Kind::Library);
    let mut report = serde_json::Map::new();
    for &part in &options.only {
        let measured: &[Subject] = match part {
            Part::Programs => &programs,
            _ => &libraries,
        };
        for subject in measured {
            subject.prepare()?;
        }
        println!("\n== {} ==", part.name());
        let json: Value = match part {
            Part::Speed => speed::run(measured, options.runs)?,
            Part::Recall => recall::run(measured, options.inputs)?,
            Part::Programs => programs::run(measured, options.runs)?,
            Part::Fuzzing => fuzzing::speed(measured, options.executions)?,
            Part::Campaigns => fuzzing::campaigns(measured, options.executions, options.trials)?,
        };
        report.insert(part.name(), json);
        parts::write(options.json.as_deref(), &report)?;
    }
    Ok(())
}
