//! `cargo xtask bench distance`: how long a program of the profile `distance` runs with all of its gates open, with some,
//! and with none, and one of `climb` once what its inputs solve is known, as multiples of `fuzz`.
//!
//! All builds run in persistent mode, and take turns. What is timed is the processor time of the process that runs the
//! inputs, after a first round.

mod stability;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use fz_abi::climb::{GATES_ENV, SHUT as SHUT_STEPS};
use fz_abi::distance::{self, CLOSED, ENGINE, NOT_REACHED, OPEN, SEGMENT_ENV, SHUT};
use fz_harness::fuzzer::{Fuzzer, Options as Start, Protocol, Segment, Words};
use fz_harness::subject::{self, Kind, Subject};
use fz_harness::variant::{Around, Variant, build_all};
use fz_harness::{ask, progress};
use serde_json::{Map, json};

use super::goal::{self, Goal, Limit};
use super::parts;
use xtask::{build, table};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    cargo xtask bench distance\n  \
    cargo xtask bench distance --subjects expat --pairs 5\n  \
    cargo xtask bench distance --json target/distance.json\n  \
    cargo xtask bench distance --subjects expat,libpng --stability 60")]
pub struct Options {
    /// The libraries to measure (all of tests/bench/subjects/*.toml)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    subjects: Vec<String>,
    /// Measurements of each build, in turns
    #[arg(long, default_value_t = 20, value_parser = RangedU64ValueParser::<usize>::new().range(6..))]
    pairs: usize,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure another thing: how stable Debian's afl-fuzz finds each build, and how long its queue is, after so many
    /// seconds; programs, too
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["pairs", "json"], value_parser = clap::value_parser!(u64).range(1..))]
    stability: Option<u64>,
}

/// How long one measurement takes.
const TARGET: Duration = Duration::from_millis(500);
/// Larger inputs would drown the small ones.
const INPUT_BYTES: u64 = 16 << 10;
/// More than any of these programs' maps.
const MAP: usize = 1 << 18;
/// A child ends after so many runs (harness/persistent.c).
const MOST_RUNS: usize = 10_000;
/// Of twenty branches, one is a frontier.
const SOME: usize = 20;

const MODE: usize = std::mem::offset_of!(distance::Header, mode);
const TOUCHED: usize = std::mem::offset_of!(distance::Header, touched);

/// Which gates are open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gates {
    All,
    Some,
    None,
    /// Those of steps, as the runtime shuts them.
    Climb,
}

const GATES: [(Gates, &str, f64); 4] = [
    (Gates::All, "all gates open", 1.25),
    (Gates::Some, "those of 5 % of the branches", 1.05),
    (Gates::None, "none", 1.0),
    (Gates::Climb, "climb", 1.05),
];

pub fn main(options: &Options) -> Result<()> {
    let mut subjects = subject::load(&options.subjects)?;
    build::ready()?;
    if let Some(seconds) = options.stability {
        return stability::main(&subjects, seconds);
    }
    subjects.retain(|s| s.kind == Kind::Library);
    let mut goals = GATES.map(|(gates, name, limit)| match gates {
        // No difference that can be told: the interval has 1 in it.
        Gates::None => Goal::new(
            format!("run time with {name} open, the interval's lower end"),
            Limit::AtMost(limit),
        ),
        Gates::Climb => Goal::new("run time of climb", Limit::AtMost(limit)),
        _ => Goal::new(format!("run time with {name}"), Limit::AtMost(limit)),
    });
    let (mut rows, mut figures) = (Vec::new(), Map::new());
    for subject in &subjects {
        subject.prepare()?;
        let ratios = measured(subject, options.pairs)?;
        let mut row = vec![subject.name.clone()];
        let mut said = Map::new();
        for (((gates, name, _), mut ratios), goal) in GATES.into_iter().zip(ratios).zip(&mut goals)
        {
            let Interval { low, middle, high } = Interval::of(&mut ratios);
            row.push(format!("{middle:.3} ({low:.3} to {high:.3})"));
            said.insert(
                name.into(),
                json!({"low": low, "median": middle, "high": high}),
            );
            let value = if gates == Gates::None { low } else { middle };
            goal.measured(&subject.name, value);
        }
        rows.push(row);
        figures.insert(subject.name.clone(), said.into());
        parts::write(options.json.as_deref(), &figures)?;
    }
    println!(
        "Run time as a multiple of `fuzz`: the median, and an interval that has it in 19 of 20 cases"
    );
    let head: Vec<_> = ["program"].into_iter().chain(GATES.map(|g| g.1)).collect();
    table::print(&head, &rows);
    println!();
    goal::print(&goals);
    Ok(())
}

/// A median, and between which two of the values it is in about 19 of 20 cases.
struct Interval {
    low: f64,
    middle: f64,
    high: f64,
}

impl Interval {
    fn of(values: &mut [f64]) -> Interval {
        values.sort_by(f64::total_cmp);
        let count = values.len();
        // The number of values below the median is binomial: with 20 of them, the sixth and the fifteenth.
        let half = 0.98 * (count as f64).sqrt();
        let first = ((count as f64 / 2.0 - half).floor() as usize).min(count - 1);
        Interval {
            low: values[first],
            middle: (values[(count - 1) / 2] + values[count / 2]) / 2.0,
            high: values[count - 1 - first],
        }
    }
}

/// The ratios of all pairs, for each kind of gates.
fn measured(subject: &Subject, pairs: usize) -> Result<[Vec<f64>; 4]> {
    let variants = ["fuzz", "distance", "climb"].map(Variant::shipped);
    let built = build_all(subject, &variants, Around::Persistent)?;
    let inputs: Vec<Vec<u8>> = subject
        .seeds(INPUT_BYTES)?
        .iter()
        .map(|path| fs::read(path).with_context(|| format!("cannot read {}", path.display())))
        .collect::<Result<_>>()?;
    stay_on_one_processor()?;
    let [fuzz, distance, climb] = [0, 1, 2].map(|at: usize| built[at].program.as_path());
    let once = Process::start(fuzz, None)?.time(&inputs, 1)?;
    let most = MOST_RUNS / inputs.len() - 2;
    let rounds = (TARGET.as_secs_f64() / once.as_secs_f64()).ceil() as usize;
    let rounds = rounds.clamp(1, most.max(1));
    let bar = progress::bar(
        &format!("{}: {} inputs x {rounds}", subject.name, inputs.len()),
        pairs,
    );
    let mut ratios = [const { Vec::new() }; 4];
    for _ in 0..pairs {
        let before = Process::start(fuzz, None)?.time(&inputs, rounds)?;
        let mut times = Vec::new();
        for (gates, ..) in GATES {
            let program = if gates == Gates::Climb {
                climb
            } else {
                distance
            };
            times.push(Process::start(program, Some(gates))?.time(&inputs, rounds)?);
        }
        let after = Process::start(fuzz, None)?.time(&inputs, rounds)?;
        let reference = (before + after).as_secs_f64() / 2.0;
        for (ratios, time) in ratios.iter_mut().zip(times) {
            ratios.push(time.as_secs_f64() / reference);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(ratios)
}

/// A program that runs inputs.
struct Process {
    fuzzer: Fuzzer,
    /// The segment of distances, and how many outcomes each branch has, by its first.
    distances: Option<(Segment, Vec<usize>)>,
}

impl Process {
    fn start(program: &Path, gates: Option<Gates>) -> Result<Process> {
        let mut options = Start {
            map_size: MAP,
            test_cases: true,
            persistent: true,
            deferred: true,
            words: Some(Words::IfAny),
            ..Start::new(Protocol::Turns)
        };
        let mut distances = None;
        let climb_env = GATES_ENV.to_str().expect("a name in ASCII");
        if gates == Some(Gates::Climb) {
            options.variables.push((climb_env, SHUT_STEPS.to_owned()));
        } else if let Some(gates) = gates {
            let mut counts = Vec::new();
            for branch in ask::distances(program)? {
                counts.resize(counts.len().max(branch.first + branch.outcomes), 0);
                counts[branch.first] = branch.outcomes;
            }
            let mut segment = Segment::new(distance::segment_size(counts.len()), true);
            let mode = match gates {
                Gates::All => OPEN,
                Gates::Some => ENGINE,
                Gates::None | Gates::Climb => CLOSED,
            };
            let bytes = segment.bytes_mut();
            bytes[MODE..][..4].copy_from_slice(&mode.to_le_bytes());
            let branches = (0..counts.len()).filter(|at| counts[*at] > 0);
            for (number, first) in branches.enumerate() {
                if number % SOME != 0 {
                    bytes[distance::HEADER + first..][..counts[first]].fill(SHUT);
                }
            }
            let variable = SEGMENT_ENV.to_str().expect("a name in ASCII");
            options.variables.push((variable, segment.name.clone()));
            distances = Some((segment, counts));
        }
        let fuzzer = match Fuzzer::try_start(&mut Command::new(program), &options) {
            Ok(fuzzer) => fuzzer,
            Err(word) => anyhow::bail!(
                "{} does not start as a fork server: it says {word:#x}",
                program.display()
            ),
        };
        Ok(Process { fuzzer, distances })
    }

    /// The processor time of all inputs, so many times, after a first round.
    fn time(&mut self, inputs: &[Vec<u8>], rounds: usize) -> Result<Duration> {
        let first = self.round(inputs);
        let begin = processor_time(first)?;
        for _ in 0..rounds {
            let child = self.round(inputs);
            ensure!(child == first, "the program ended on an input");
        }
        Ok(processor_time(first)?.saturating_sub(begin))
    }

    /// Runs all inputs, and says by which process.
    fn round(&mut self, inputs: &[Vec<u8>]) -> i32 {
        let mut child = 0;
        for input in inputs {
            child = self.fuzzer.run(input).pid;
            if let Some((segment, counts)) = &mut self.distances {
                forget(segment.bytes_mut(), counts);
            }
        }
        child
    }
}

/// What an engine does after each run: it resets what was reached.
fn forget(bytes: &mut [u8], counts: &[usize]) {
    let room = distance::room(distance::segment_size(counts.len()));
    let touched = u64::from_le_bytes(bytes[TOUCHED..][..8].try_into().expect("eight bytes"));
    for at in (0..touched as usize).map(|n| distance::touched(room) + 4 * n) {
        let first = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        for outcome in (first as usize..).take(counts[first as usize]) {
            let at = distance::distances(room) + 8 * outcome;
            bytes[at..at + 8].copy_from_slice(&NOT_REACHED.to_le_bytes());
        }
    }
    bytes[TOUCHED..][..8].fill(0);
}

/// Stays on one processor, with all that is started from now on, as afl-fuzz does.
fn stay_on_one_processor() -> Result<()> {
    // SAFETY: a set of processors, which is written to and read from with its size.
    let failed = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        let failed = libc::sched_getaffinity(0, size_of_val(&set), &mut set) != 0;
        let last = (0..libc::CPU_SETSIZE as usize).rfind(|at| libc::CPU_ISSET(*at, &set));
        libc::CPU_ZERO(&mut set);
        libc::CPU_SET(last.unwrap_or(0), &mut set);
        failed || libc::sched_setaffinity(0, size_of_val(&set), &set) != 0
    };
    ensure!(!failed, "cannot stay on one processor");
    Ok(())
}

/// How long another process has run.
fn processor_time(process: i32) -> Result<Duration> {
    let (mut clock, mut time) = (
        0,
        libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        },
    );
    // SAFETY: both are written to, and nothing else.
    let failed = unsafe {
        libc::clock_getcpuclockid(process, &mut clock) != 0
            || libc::clock_gettime(clock, &mut time) != 0
    };
    ensure!(!failed, "process {process} has ended");
    Ok(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

#[cfg(test)]
mod tests {
    use super::Interval;

    #[test]
    fn of_twenty_values_the_sixth_and_the_fifteenth() {
        let mut values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        let Interval { low, middle, high } = Interval::of(&mut values);
        assert_eq!((low, middle, high), (6.0, 10.5, 15.0));
    }
}
