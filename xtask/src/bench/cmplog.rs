//! Which of the operands that afl-clang-fast's cmplog builds log, ours log too: the same sources, at -O0 and -O2, on the
//! same inputs, under a client that attaches a segment of AFL++ 4.40c and runs the program. What is missing is counted by
//! what it looks like.

mod pairs;
mod segment;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::edges::mutate;
use super::subject::{self, Subject};
use super::variant::{Around, Built, Variant};
use crate::limited::{self, End};
use crate::progress::bar;
use crate::{build, setup, table};
use pairs::{Cause, Pairs};
use segment::Segment;

#[derive(Args)]
pub struct Options {
    /// The programs (those of tests/bench/*.toml)
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values_t = ["jhead", "readelf", "xmllint"].map(String::from))]
    subjects: Vec<String>,
    /// Inputs of each: seeds, and what is made of them
    #[arg(long, default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    inputs: usize,
    /// Print so many of the missing pairs of each build
    #[arg(long, default_value_t = 0)]
    show: usize,
}

const LEVELS: [&str; 2] = ["-O0", "-O2"];
/// One run.
const LIMIT: Duration = Duration::from_secs(20);

pub fn main(options: &Options) -> Result<()> {
    let subjects = subject::load(&options.subjects)?;
    build::ready()?;
    setup::peers()?;
    let mut rows = Vec::new();
    for subject in &subjects {
        subject.prepare()?;
        let inputs = mutate::write(
            &subject.seeds(64 << 10)?,
            options.inputs,
            &subject.dir().join("cmplog"),
        )?;
        for level in LEVELS {
            let ours = Variant::profile("fz cmplog", "cmplog", "").level(level);
            let theirs = Variant::afl_cmplog().level(level);
            let ours = ours.build(subject, Around::Loop)?;
            let theirs = theirs.build(subject, Around::Loop)?;
            let totals = compared(subject, &inputs, &ours, &theirs, level, options.show)?;
            rows.push(totals.row(&subject.name, level));
        }
    }
    let mut head = vec![
        "program",
        "level",
        "afl's pairs",
        "ours",
        "included",
        "share",
    ];
    head.extend(Cause::ALL.map(Cause::name));
    table::print(&head, &rows);
    Ok(())
}

/// Over all inputs.
#[derive(Default)]
struct Totals {
    theirs: usize,
    ours: usize,
    included: usize,
    missing: BTreeMap<Cause, usize>,
}

impl Totals {
    fn row(&self, program: &str, level: &str) -> Vec<String> {
        let share = 100.0 * self.included as f64 / self.theirs.max(1) as f64;
        let mut row = vec![
            program.to_string(),
            level.to_string(),
            self.theirs.to_string(),
            self.ours.to_string(),
            self.included.to_string(),
            format!("{share:.2} %"),
        ];
        let count = |cause| self.missing.get(&cause).copied().unwrap_or(0);
        row.extend(Cause::ALL.map(|cause| count(cause).to_string()));
        row
    }
}

fn compared(
    subject: &Subject,
    inputs: &[PathBuf],
    ours: &Built,
    theirs: &Built,
    level: &str,
    mut show: usize,
) -> Result<Totals> {
    let mut segment = Segment::new()?;
    let mut totals = Totals::default();
    let bar = bar(&format!("{} {level}", subject.name), inputs.len());
    for input in inputs {
        let theirs = logged(subject, &mut segment, &theirs.program, input)?;
        let ours = logged(subject, &mut segment, &ours.program, input)?;
        ensure!(
            !theirs.is_empty(),
            "afl-clang-fast's build of {} logs nothing",
            subject.name
        );
        totals.theirs += theirs.len();
        totals.ours += ours.len();
        for (pair, cause) in theirs.missing_in(&ours) {
            *totals.missing.entry(cause).or_default() += 1;
            if show > 0 {
                show -= 1;
                bar.suspend(|| println!("{} {level}: {}: {pair}", subject.name, cause.name()));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    totals.included = totals.theirs - totals.missing.values().sum::<usize>();
    Ok(totals)
}

/// What `program` logs on `input`.
fn logged(subject: &Subject, segment: &mut Segment, program: &Path, input: &Path) -> Result<Pairs> {
    segment.clear();
    let mut command = Command::new(program);
    command.args(&subject.arguments).arg(input);
    command.current_dir(subject.src());
    segment.attach(&mut command);
    let run = limited::run(&mut command, None, LIMIT)?;
    ensure!(
        run.end != End::TimedOut,
        "{} does not end on {}",
        program.display(),
        input.display()
    );
    Ok(Pairs::read(segment.bytes()))
}
