//! `fz guards`: runs a program over inputs, and says which of its operations of integers went wrong in how many runs.
//!
//! That an operation executed is in the map: the edges of its guard say so. That it failed is there too, and in the
//! runtime's log with its operands. A run is a process of its own, with a map of its own, as under afl-showmap.

mod inputs;
mod print;
mod segment;
mod tally;

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{IsTerminal, Write},
    os::unix::{
        ffi::{OsStrExt, OsStringExt},
        process::ExitStatusExt,
    },
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use fz_abi::{afl, guards::env};
use memchr::memmem;

use super::inspect::report::{Report, is_stripped};
use crate::{
    driver::{
        exec::{self, Fate},
        plan::Command,
    },
    launch::{INPUT, folder, target::Target},
    program::guards,
};
use segment::Segment;
use tally::Tally;

pub const EXAMPLES: &str = "\
Examples:
  fz guards ./program -i seeds                           the input is the standard input
  fz guards ./program -i out/default/queue out/default/crashes -- -v @@
  fz guards --all --json ./program -i seeds -- @@

@@ stands for a file with a copy of the input. An operation is counted as executed where its guard was asked: not on ways
on which the compiler knew the answer. This takes a program that was linked for afl; of others it is only known which
operations went wrong. A harness that was linked for libFuzzer or LibAFL has to be given @@: without a file it fuzzes.";

#[derive(clap::Args)]
pub struct GuardsArgs {
    /// A program that was compiled with the profile `guards`
    program: PathBuf,
    /// Inputs, and folders of inputs
    #[arg(short = 'i', value_name = "INPUT", required = true, num_args = 1..)]
    inputs: Vec<PathBuf>,
    /// List all guards, not only those that failed
    #[arg(long)]
    all: bool,
    /// What one run may take, in milliseconds
    #[arg(short = 't', long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Processes at a time [default: as many as there are processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=exec::MOST as i64))]
    jobs: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The program's arguments
    #[arg(last = true, value_name = "ARGS…|@@")]
    arguments: Vec<OsString>,
}

/// What is said beside the guards.
#[derive(Default)]
struct Runs {
    ended: usize,
    crashed: usize,
    timed_out: usize,
    interrupted: bool,
}

pub fn run(args: &GuardsArgs) -> Result<ExitCode> {
    let target = Target::read(&args.program)?;
    let report = Report::of(&target.path)?;
    let path = report.path.display();
    let has_records = !guards::count(&report.images).is_empty();
    ensure!(
        has_records || report.images.iter().any(guards::are_in),
        match report.images.iter().any(is_stripped) {
            true => format!(
                "{path}: its records are gone, `strip` removes them: name the program as it was before"
            ),
            false => format!("{path} has no guards: compile it with --fz-profile=guards"),
        }
    );
    // The map alone says nothing.
    let map = report.map.as_ref().filter(|_| has_records);
    let why_uncounted = match (&report.map, has_records) {
        (Some(_), true) => None,
        (Some(_), false) => Some(format!(
            "{path} has no records of edges: under link-time optimisation there are none"
        )),
        (None, _) => Some(format!(
            "{path} has no map: link it for afl (FZ_ENGINE=afl), its objects can stay"
        )),
    };
    let inputs = inputs::gather(&args.inputs)?;
    let tally = Mutex::new((Tally::of(&report), Runs::default()));
    let jobs = args.jobs.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |jobs| jobs as usize,
    );
    let work = Work {
        args,
        target: &target,
        map: map.map(|m| m.size as usize),
        inputs: &inputs,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        tally: &tally,
    };
    work.run(jobs.clamp(1, inputs.len().min(exec::MOST)))?;

    let (mut tally, runs) = tally.into_inner().expect("all threads ended");
    tally.sort();
    let result = print::Result {
        program: &report.path,
        why_uncounted,
        inputs: &inputs,
        runs: &runs,
        guards: &tally.guards,
        all: args.all,
    };
    let mut out = std::io::stdout().lock();
    match args.json {
        true => result.print_json(&mut out)?,
        false => result.print(&mut out)?,
    }
    out.flush()?;
    Ok(match runs.interrupted {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

/// What threads share that run the program.
struct Work<'a> {
    args: &'a GuardsArgs,
    target: &'a Target,
    /// Its size, if there is one.
    map: Option<usize>,
    inputs: &'a [PathBuf],
    next: AtomicUsize,
    stop: AtomicBool,
    tally: &'a Mutex<(Tally, Runs)>,
}

impl Work<'_> {
    fn run(&self, jobs: usize) -> Result<()> {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs)
                .map(|place| {
                    scope.spawn(move || {
                        let result = self.work(place);
                        if result.is_err() {
                            self.stop.store(true, Ordering::Relaxed);
                        }
                        result
                    })
                })
                .collect();
            self.show_progress();
            let results = threads.into_iter().map(|t| t.join().expect("no panic"));
            results.collect::<Result<Vec<()>>>().map(drop)
        })
    }

    /// One input after the other, in a process each.
    fn work(&self, place: usize) -> Result<()> {
        let scratch = tempfile::tempdir().context("cannot make a folder for copies of inputs")?;
        let (copy, log) = (scratch.path().join("input"), scratch.path().join("reports"));
        let mut map = self.map.map(Segment::new).transpose()?;
        let command = Command {
            program: self.target.path.clone(),
            arguments: with_input(&self.args.arguments, &copy),
        };
        let variable = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut environment = vec![
            variable(env::MODE, "report"),
            variable(env::MAP, "on"),
            variable(env::LOG, &log.to_string_lossy()),
        ];
        if let Some(map) = &map {
            let name = afl::env::SHM_ID.to_string_lossy();
            environment.push(variable(&name, &map.name()));
        }
        let names_input = command.arguments != self.args.arguments;
        let timeout = Duration::from_millis(self.args.timeout);
        while !self.stop.load(Ordering::Relaxed) {
            let input = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = self.inputs.get(input) else {
                break;
            };
            // A copy: programs may write to what they are given.
            fs::copy(path, &copy).map_err(|e| folder::failed(path, &e))?;
            fs::write(&log, "").map_err(|e| folder::failed(&log, &e))?;
            let stdin = match names_input {
                true => Path::new("/dev/null"),
                false => &copy,
            };
            let stdin = File::open(stdin).map_err(|e| folder::failed(stdin, &e))?;
            if let Some(map) = &mut map {
                map.bytes().fill(0);
            }
            let fate = exec::replay(place, &command, &environment, stdin, timeout)?;
            let lines = fs::read(&log).map_err(|e| folder::failed(&log, &e))?;
            let mut tally = self.tally.lock().expect("no panic");
            match fate {
                Fate::Ended(status) => tally.1.crashed += usize::from(status.signal().is_some()),
                Fate::TimedOut => tally.1.timed_out += 1,
                Fate::Interrupted => {
                    tally.1.interrupted = true;
                    self.stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            tally.1.ended += 1;
            let counts = map.as_mut().map_or(&[][..], |map| map.bytes());
            tally.0.add(input, counts, tally::reports(&lines));
        }
        Ok(())
    }

    /// How far it is, for who waits longer than that.
    fn show_progress(&self) {
        const PATIENCE: Duration = Duration::from_secs(2);
        const TICK: Duration = Duration::from_millis(20);
        let mut shown = Instant::now();
        let all = self.inputs.len();
        let is_watched = std::io::stderr().is_terminal();
        while self.next.load(Ordering::Relaxed) < all && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(TICK);
            if is_watched && shown.elapsed() > PATIENCE {
                shown = Instant::now();
                let done = self.tally.lock().expect("no panic").1.ended;
                eprintln!("fz: {done} of {all} inputs");
            }
        }
    }
}

/// The arguments with the input's path where it belongs.
fn with_input(arguments: &[OsString], path: &Path) -> Vec<OsString> {
    let replaced = |argument: &OsString| {
        let bytes = argument.as_bytes();
        let mut out = Vec::new();
        let mut rest = 0;
        for at in memmem::find_iter(bytes, INPUT) {
            out.extend_from_slice(&bytes[rest..at]);
            out.extend_from_slice(OsStr::as_bytes(path.as_os_str()));
            rest = at + INPUT.len();
        }
        out.extend_from_slice(&bytes[rest..]);
        OsString::from_vec(out)
    };
    arguments.iter().map(replaced).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_input_stands_where_it_was_asked_for() {
        let arguments = ["-v", "@@", "--file=@@:@@", "@"].map(OsString::from);
        let found = with_input(&arguments, Path::new("/t/input"));
        assert_eq!(found, ["-v", "/t/input", "--file=/t/input:/t/input", "@"]);
    }
}
