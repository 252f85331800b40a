//! Which of the operands that afl-clang-fast's cmplog builds log, ours log too: the same sources, at -O0 and -O2, on the
//! same inputs. Both tell a listener in the place of AFL++'s callbacks, which keeps all pairs. What is missing is counted
//! by what of ours says the same.

mod causes;
mod pairs;
mod segment;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::edges::mutate;
use causes::Cause;
use fz_harness::limited::{self, End};
use fz_harness::progress::bar;
use fz_harness::subject::{self, Subject, harness_dir};
use fz_harness::variant::{Around, Variant};
use pairs::{Lines, Pairs};
use segment::Segments;
use xtask::{build, env, proc, setup, table};

#[derive(Args)]
pub struct Options {
    /// The programs (those of tests/bench/subjects/*.toml)
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values_t = ["jhead", "readelf", "xmllint"].map(String::from))]
    subjects: Vec<String>,
    /// Inputs of each: seeds, and what is made of them
    #[arg(long, default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    inputs: usize,
    /// Print so many of the missing pairs of each build
    #[arg(long, default_value_t = 0)]
    show: usize,
}

/// To see where they are compared instead of their difference.
const ADDRESSES: &str = "[feedback.compares]\naddresses = true\n";
const LEVELS: [&str; 2] = ["-O0", "-O2"];
/// One run.
const LIMIT: Duration = Duration::from_secs(20);

pub fn main(options: &Options) -> Result<()> {
    let subjects = subject::load(&options.subjects)?;
    build::ready()?;
    setup::peers()?;
    let mut rows = Vec::new();
    for mut subject in subjects {
        subject.prepare()?;
        listener(&mut subject)?;
        let inputs = mutate::write(
            &subject.seeds(64 << 10)?,
            options.inputs,
            &subject.dir().join("cmplog"),
        )?;
        for level in LEVELS {
            let ours = Variant::profile("fz cmplog", "cmplog", ADDRESSES).level(level);
            let theirs = Variant::afl_cmplog().level(level);
            let ours = ours.build(&subject, Around::Loop)?;
            let theirs = theirs.build(&subject, Around::Loop)?;
            let programs = [&ours.program, &theirs.program].map(PathBuf::as_path);
            let totals = compared(&subject, &inputs, programs, level, options.show)?;
            rows.push(totals.row(&subject.name, level));
        }
    }
    let mut head = vec![
        "program",
        "level",
        "afl's pairs",
        "ours",
        "included",
        "or said",
    ];
    head.extend(Cause::ALL.map(Cause::name));
    table::print(&head, &rows);
    Ok(())
}

/// The callbacks that `pairs.c` takes the place of.
const WRAPPED: [&str; 10] = [
    "ins_hook1",
    "ins_hook2",
    "ins_hook4",
    "ins_hook8",
    "ins_hook16",
    "ins_hookN",
    "rtn_hook",
    "rtn_hook_n",
    "rtn_hook_str",
    "rtn_hook_strn",
];

/// Has all builds of `subject` linked with `pairs.c`.
fn listener(subject: &mut Subject) -> Result<()> {
    let object = subject.dir().join("pairs.o");
    let mut clang = Command::new(fz_llvm::CLANG);
    clang
        .args(["-O2", "-Wall", "-c"])
        .arg(harness_dir().join("pairs.c"))
        .arg("-o")
        .arg(&object);
    env::unsteered(&mut clang);
    proc::output(&mut clang)?;
    subject.link.push(object.display().to_string());
    let wraps = WRAPPED.map(|name| format!("-Wl,--wrap=__cmplog_{name}"));
    subject.link.extend(wraps);
    // For those who ask addr2line where a pair is from.
    subject.flags.push("-gline-tables-only".into());
    Ok(())
}

/// Over all inputs.
#[derive(Default)]
struct Totals {
    theirs: usize,
    ours: usize,
    missing: BTreeMap<Cause, usize>,
}

impl Totals {
    fn row(&self, program: &str, level: &str) -> Vec<String> {
        let missing = |all: fn(Cause) -> bool| {
            self.missing
                .iter()
                .filter(move |(c, _)| all(**c))
                .map(|(_, n)| n)
                .sum::<usize>()
        };
        let share = |missing: usize| {
            let there = self.theirs - missing;
            format!("{:.2} %", 100.0 * there as f64 / self.theirs.max(1) as f64)
        };
        let mut row = vec![
            program.to_string(),
            level.to_string(),
            self.theirs.to_string(),
            self.ours.to_string(),
            share(missing(|_| true)),
            share(missing(|cause| !cause.is_reason())),
        ];
        let count = |cause| self.missing.get(&cause).copied().unwrap_or(0);
        row.extend(Cause::ALL.map(|cause| count(cause).to_string()));
        row
    }
}

fn compared(
    subject: &Subject,
    inputs: &[PathBuf],
    [ours, theirs]: [&Path; 2],
    level: &str,
    mut show: usize,
) -> Result<Totals> {
    let mut segment = Segments::new();
    let mut runs = Vec::new();
    let bar = bar(&format!("{} {level}", subject.name), inputs.len());
    for input in inputs {
        let told = [theirs, ours].map(|program| logged(subject, &mut segment, program, input));
        let [theirs, ours] = told;
        let theirs = theirs?;
        ensure!(
            !theirs.is_empty(),
            "afl-clang-fast's build of {} logs nothing",
            subject.name
        );
        runs.push((theirs, ours?));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let their_lines = lines(theirs, runs.iter().flat_map(|(theirs, _)| theirs.places()))?;
    let our_lines = lines(ours, runs.iter().flat_map(|(_, ours)| ours.places()))?;
    let mut totals = Totals::default();
    for (theirs, ours) in &runs {
        totals.theirs += theirs.len();
        totals.ours += ours.len();
        for (pair, cause, line) in theirs.missing_in(ours, [&their_lines, &our_lines]) {
            *totals.missing.entry(cause).or_default() += 1;
            if show > 0 {
                show -= 1;
                let name = cause.name();
                println!("{} {level}: {name}: {pair} ({line})", subject.name);
            }
        }
    }
    Ok(totals)
}

/// The innermost lines of the source of return addresses, without folders.
fn lines(program: &Path, places: impl Iterator<Item = u64>) -> Result<Lines> {
    let places: Vec<u64> = places.collect::<BTreeSet<_>>().into_iter().collect();
    let mut asked = tempfile::tempfile()?;
    for place in &places {
        // The call stands before what it returns to.
        writeln!(asked, "{:#x}", place - 1)?;
    }
    asked.rewind()?;
    let mut symbolizer = Command::new(fz_llvm::SYMBOLIZER);
    symbolizer
        .args(["--no-inlines", "--functions=none", "--basenames", "--obj"])
        .arg(program)
        .stdin(asked);
    let told = proc::output(&mut symbolizer)?;
    let told: Vec<_> = told.lines().filter(|line| !line.is_empty()).collect();
    ensure!(told.len() == places.len(), "llvm-symbolizer left some out");
    let line = |told: &str| match told.rsplit_once(':') {
        Some((line, _column)) => line.to_string(),
        None => told.to_string(),
    };
    Ok(places.into_iter().zip(told.into_iter().map(line)).collect())
}

/// What `program` logs on `input`.
fn logged(
    subject: &Subject,
    segment: &mut Segments,
    program: &Path,
    input: &Path,
) -> Result<Pairs> {
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
    let (pairs, lost) = segment.pairs();
    ensure!(
        lost == 0,
        "{}: no room for {lost} pairs on {}",
        program.display(),
        input.display()
    );
    Ok(Pairs::read(pairs))
}
