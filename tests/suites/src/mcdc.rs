//! `cargo xtask test mcdc`: what a coverage build says of decisions is what llvm-cov says. Real programs are built by both
//! and run over the same inputs; of each decision both have to name the same evaluations, and the same conditions as
//! shown to decide. Where clang is known to be wrong or silent, the difference is counted with its reason.
//!
//! Then generated decisions of up to 40 conditions are evaluated by a small evaluator of the suite's own.

mod clang;
mod compare;
mod generated;
mod ours;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;

use compare::Report;
use fz_harness::budget::{Budget, Deadline};
use fz_harness::subject::{self, Subject};
use fz_harness::toolchain::Toolchain;
use fz_harness::variant::{Around, Variant};
use xtask::table;

use crate::truth::FLAGS;

/// Larger inputs take long and tell little more.
const LARGEST: u64 = 64 << 10;
/// Of each program.
const INPUTS: usize = 40;
/// Generated decisions.
const GENERATED: usize = 60;

/// Files of programs that look at the names of inputs, which differ.
const OF_NAMES: [(&str, &str); 1] = [("xmllint", "libxml2/uri.c")];

/// Programs that CI compares.
const OF_CI: [&str; 1] = ["expat"];

const EXAMPLES: &str = "\
Examples:
  cargo xtask test mcdc                every program of tests/bench/subjects/*.toml, and generated decisions
  cargo xtask test mcdc expat          this one, and generated decisions
  cargo xtask test mcdc --inputs 200   over more inputs of each";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these programs
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,
    /// Run over so many inputs of each program
    #[arg(long, value_name = "N", default_value_t = INPUTS)]
    inputs: usize,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

pub fn main(options: &Options) -> Result<()> {
    options.toolchain.ready()?;
    run(&options.programs, options.inputs, options.budget.start())
}

/// A part of it, with the toolchain that is staged.
pub fn share() -> Result<()> {
    run(&OF_CI.map(String::from), INPUTS, Deadline::NONE)
}

fn run(names: &[String], most: usize, deadline: Deadline) -> Result<()> {
    generated::run(GENERATED)?;
    let subjects = subject::load(names)?;
    let all = subjects.len();
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for subject in deadline.cuts(subjects) {
        let name = subject.name.clone();
        let report = compared(subject, most)?;
        rows.push(
            [
                report.decisions,
                report.equal,
                report.negated,
                report.permuted,
                report.settled,
                report.unrecorded,
                report.ours_alone,
                report.theirs_alone.len(),
                report.different.len(),
            ]
            .iter()
            .map(usize::to_string)
            .fold(vec![name.clone()], |row, cell| [row, vec![cell]].concat()),
        );
        let different = report.different.iter().chain(&report.theirs_alone);
        wrong.extend(different.map(|what| format!("{name}: {what}")));
        ensure!(report.equal > 0, "{name}: nothing was compared");
    }
    table::under(
        "program | decisions | equal | negated | permuted | settled | not recorded | only fz | only clang | different",
        &rows,
    );
    deadline.tell(rows.len(), all, "programs");
    for what in &wrong {
        println!("{what}");
    }
    match wrong.len() {
        0 => Ok(()),
        n => bail!("{n} decisions differ from llvm-cov's for no reason that is known"),
    }
}

fn compared(mut subject: Subject, most: usize) -> Result<Report> {
    subject.prepare()?;
    let inputs = subject.sample(LARGEST, most)?;
    let src = subject.src();
    let mut arguments = subject.before_inputs();
    let flags = FLAGS.iter().filter(|(name, _)| *name == subject.name);
    subject
        .flags
        .extend(flags.map(|(_, flag)| flag.to_string()));
    let clang = Variant::mcdc().level("-O0").build(&subject, Around::Loop)?;
    let theirs = clang::decisions(&clang.program, &arguments, &inputs, &src)?;
    // No other builds are made of it.
    for words in [&mut subject.flags, &mut subject.link] {
        words.push("--fz-capture=off".to_owned());
    }
    let built = Variant::shipped("coverage-mcdc").build(&subject, Around::Loop)?;
    arguments.push("@@".to_owned());
    let ours = ours::decisions(&built.program, &arguments, &inputs, &src)?;
    let is_left_out = |file: &str| OF_NAMES.contains(&(subject.name.as_str(), file));
    Ok(compare::compare(&theirs, &ours, &is_left_out))
}

/// A folder with copies of inputs.
fn corpus(inputs: &[PathBuf], folder: &Path) -> Result<()> {
    for (number, input) in inputs.iter().enumerate() {
        fs::copy(input, folder.join(number.to_string()))?;
    }
    Ok(())
}
