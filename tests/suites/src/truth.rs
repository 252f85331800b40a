//! `cargo xtask test truth`: what a coverage build says of conditions is what clang's own coverage counts. Real
//! programs are built by both and run over their inputs; for each input, each outcome of each condition has to have
//! executed as often, by its file, line and column. What differs, and why, stands in `tests/coverage/truth.toml`.

pub mod clang;
pub mod compare;
mod differences;
pub mod ours;

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail, ensure};
use clap::Args;

use compare::{Report, compare};
use differences::Differences;
use fz_harness::budget::{Budget, Deadline};
use fz_harness::parallel;
use fz_harness::progress::Progress;
use fz_harness::subject::{self, Subject};
use fz_harness::toolchain::Toolchain;
use fz_harness::variant::{Around, Variant};
use xtask::{env, repo, table};

/// Of all counts, so many have to be equal.
const SHARE: f64 = 0.995;
/// What else is compiled with: libxml2's hashes are salted by the time of day without it.
pub const FLAGS: [(&str, &str); 1] = [("xmllint", "-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION")];
/// Larger inputs take long and tell little more.
const LARGEST: u64 = 64 << 10;
/// Of each program.
const INPUTS: usize = 12;

/// Programs that CI compares.
const OF_CI: [&str; 2] = ["expat", "libyaml"];

const EXAMPLES: &str = "\
Examples:
  cargo xtask test truth                every program of tests/bench/subjects/*.toml
  cargo xtask test truth expat          this one
  cargo xtask test truth --inputs 50    over more inputs of each";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these programs
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,
    /// Run over so many inputs of each program
    #[arg(long, alias = "truth-inputs", value_name = "N", default_value_t = INPUTS)]
    inputs: usize,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    toolchain: Toolchain,
}

/// Both builds of a program, and what it is run over.
struct Pair {
    subject: Subject,
    clang: PathBuf,
    ours: ours::Build,
    inputs: Vec<PathBuf>,
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
    let mut rows = Vec::new();
    let mut known = Differences::load()?;
    let (mut counts, mut equal, mut unlisted) = (0, 0, Vec::new());
    let subjects = subject::load(names)?;
    let all = subjects.len();
    for subject in deadline.cuts(subjects) {
        let pair = pair(subject, most)?;
        let report = compared(&pair)?;
        if env::bless() {
            known.replace(&pair.subject.name, &report);
        }
        let strangers = known.unlisted(&pair.subject.name, &report);
        counts += report.counts;
        equal += report.equal;
        rows.push(vec![
            pair.subject.name.clone(),
            pair.inputs.len().to_string(),
            report.conditions.to_string(),
            report.counts.to_string(),
            report.equal.to_string(),
            format!("{:.2} %", 100.0 * report.share()),
            (report.differences.len() - strangers.len()).to_string(),
            strangers.len().to_string(),
        ]);
        unlisted.extend(
            strangers
                .into_iter()
                .map(|d| format!("{}: {d}", pair.subject.name)),
        );
    }
    if env::bless() {
        known.save()?;
    }
    table::under(
        "program | inputs | conditions | counts | equal | share | listed | not listed",
        &rows,
    );
    deadline.tell(rows.len(), all, "programs");
    ensure!(counts > 0, "nothing was counted");
    let share = equal as f64 / counts as f64;
    println!("{:.3} % of {counts} counts are equal", 100.0 * share);
    for difference in &unlisted {
        println!("{difference}");
    }
    match (unlisted.len(), share >= SHARE) {
        (0, true) => Ok(()),
        (0, false) => bail!("less than {:.1} % are equal", 100.0 * SHARE),
        (n, _) => bail!(
            "{n} places differ that {} does not list: correct the coverage build, or say there why they differ (INSTA_UPDATE=always writes them)",
            differences::FILE
        ),
    }
}

fn pair(mut subject: Subject, most: usize) -> Result<Pair> {
    subject.prepare()?;
    let flags = FLAGS.iter().filter(|(name, _)| *name == subject.name);
    subject
        .flags
        .extend(flags.map(|(_, flag)| flag.to_string()));
    let clang = Variant::source_coverage()
        .level("-O0")
        .build(&subject, Around::Loop)?;
    let inputs = subject.sample(LARGEST, most)?;
    let ours = ours::Build::new(&mut subject)?;
    Ok(Pair {
        subject,
        clang: clang.program,
        ours,
        inputs,
    })
}

fn compared(pair: &Pair) -> Result<Report> {
    let label = format!("{}: {} inputs", pair.subject.name, pair.inputs.len());
    let progress = Progress::start(&label, Some(pair.inputs.len()), None);
    let report = Mutex::new(Report::default());
    let src = pair.subject.src();
    parallel::each(pair.inputs.clone(), |_, input| {
        let mut arguments = pair.subject.before_inputs();
        arguments.push(input.display().to_string());
        let theirs = clang::counts(&pair.clang, &arguments, &src)?;
        let ours = pair.ours.counts(&arguments, &src)?;
        let mut report = report.lock().expect("no worker panicked");
        compare(&theirs, &ours, &mut report);
        progress.step("");
        Ok(())
    })?;
    progress.end();
    let report = report.into_inner().expect("no worker panicked");
    let root = repo::shown(&src);
    ensure!(report.counts > 0, "{root}: nothing was counted");
    Ok(report)
}
