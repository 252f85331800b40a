//! Which right bytes of a compare a fuzzer sees: generated compares of all kinds, each with inputs that come closer to
//! making it true, a byte at a time. A build that splits compares shows every step in its counters. And whether the
//! results stay those of plain clang.

mod compare;
mod kind;
mod numbers;
mod program;
mod report;
mod strings;
mod sums;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde_json::json;

use super::contender::{self, Contender};
use super::parts;
use report::Verdict;
use xtask::{build, repo, setup};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// How many compares to generate
    #[arg(long, default_value_t = 1000, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    count: usize,
    /// The seed that they are generated from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Profiles of our builds
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values_t = ["split".to_string()])]
    profiles: Vec<String>,
    /// Write all figures, and the first wrong results one by one, to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench compares                                 a minute
  cargo xtask bench compares --profiles split,fuzz --json compares.json
  cargo xtask bench compares --count 5000 --seed 2           others

What was generated and built stays in target/bench/compares; the numbers in the JSON are those of its functions. \
Integers are taken from either end, and the better way counts for each build.";

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    setup::peers()?;
    let mut contenders = contender::ours(&options.profiles)?;
    contenders.extend([Contender::LafAll, Contender::Pcguard]);
    let compares = kind::generate(options.count, options.seed);
    let dir = repo::made().join("bench/compares");
    let sources = program::write(&compares, &dir)?;
    let inputs = dir.join("inputs");
    program::write_inputs(&compares, &inputs)?;
    let answers = |contender: &Contender| {
        let program = program::build(contender, &sources, &dir)?;
        program::answers(&program, &compares, &inputs)
    };
    let reference = answers(&Contender::Clang)?;
    let mut verdicts = Vec::new();
    let mut report = serde_json::Map::new();
    for contender in &contenders {
        let answers = answers(contender)?;
        let verdict = Verdict::of(contender.name(), &compares, &answers, &reference);
        report.insert(contender.name().to_string(), verdict.json());
        verdicts.push(verdict);
    }
    report::print(&verdicts);
    let report = json!({"count": options.count, "seed": options.seed, "builds": report});
    parts::write(options.json.as_deref(), &report)
}
