//! Inputs run under builds, each by itself and traced, several times, on all cores.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use xxhash_rust::xxh3::xxh3_128;

use super::fault::{Fault, Outcome};
use crate::{
    crashes::{
        symbols::Symbols,
        trace::{Seen, Tracer},
        written::Written,
    },
    server::Setup,
};

/// A build that crashes are run under.
pub struct Build {
    /// As `fz emit` has it.
    pub name: String,
    pub setup: Setup,
    /// Nothing in it looks for errors: it crashes where it comes to, and not where the error is.
    pub is_plain: bool,
    /// For places in it.
    pub written: Written,
}

/// An input, once for all files that hold the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub hash: u128,
    pub size: u64,
    /// All of them.
    pub paths: Vec<PathBuf>,
    /// A fuzzer says of all of them that they take too long.
    pub is_hang: bool,
}

impl Content {
    pub fn read(&self) -> Result<Vec<u8>> {
        let path = &self.paths[0];
        let bytes = fz_base::file::read(path, fz_base::file::INPUT)
            .with_context(|| path.display().to_string())?;
        ensure!(
            xxh3_128(&bytes) == self.hash,
            "{}: it has changed while it was looked at: run the command again",
            path.display()
        );
        Ok(bytes)
    }
}

/// How one run ended.
#[derive(Debug)]
pub enum Ending {
    Well,
    /// Where it was then, if that is known.
    TimedOut(Option<Box<Fault>>),
    Crashed(Box<Fault>),
}

/// Runs inputs under a build, for one thread.
pub struct Runner<'a> {
    tracer: Tracer,
    symbols: Symbols<'a>,
}

impl Runner<'_> {
    pub fn new(build: &Build) -> Result<Runner<'_>> {
        Ok(Runner {
            tracer: Tracer::new(&build.setup)?,
            symbols: Symbols::new("", &build.written),
        })
    }

    /// `None`: this process was told to end.
    pub fn run(&mut self, input: &[u8]) -> Result<Option<Ending>> {
        Ok(Some(match self.tracer.run(input)? {
            Seen::Crashed {
                signal,
                stack,
                report,
            } => {
                let stack = stack.unwrap_or_default();
                let fault = Fault::of(signal, &stack, &report, &mut self.symbols);
                Ending::Crashed(Box::new(fault))
            }
            Seen::Well => Ending::Well,
            Seen::TimedOut(stack) => {
                let fault = stack.map(|stack| Fault::of_hang(&stack, &mut self.symbols));
                Ending::TimedOut(fault.map(Box::new))
            }
            Seen::Interrupted => return Ok(None),
            Seen::Forbidden => bail!(
                "tracing is not permitted here, and crashes cannot be looked at: run this where it is (in a container: \
                 --cap-add=SYS_PTRACE)"
            ),
        }))
    }

    /// `None`: this process was told to end.
    pub fn outcome(&mut self, input: &[u8], runs: u32) -> Result<Option<Outcome>> {
        let mut outcome = Outcome {
            runs,
            ..Outcome::default()
        };
        for _ in 0..runs {
            match self.run(input)? {
                None => return Ok(None),
                Some(Ending::Well) => {}
                Some(Ending::TimedOut(fault)) => {
                    outcome.timed_out += 1;
                    outcome.hang = outcome.hang.or(fault.map(|f| *f));
                }
                Some(Ending::Crashed(fault)) => outcome.add(*fault),
            }
        }
        Ok(Some(outcome))
    }
}

/// Of an input, under a build, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub content: usize,
    pub build: usize,
    pub runs: u32,
}

/// Runners of a thread, by build: each is made where it is needed first.
#[derive(Default)]
pub struct Runners<'a>(Vec<(usize, Runner<'a>)>);

impl<'a> Runners<'a> {
    pub fn of(&mut self, builds: &'a [Build], number: usize) -> Result<&mut Runner<'a>> {
        let known = self.0.iter().position(|(n, _)| *n == number);
        let known = match known {
            Some(known) => known,
            None => {
                self.0.push((number, Runner::new(&builds[number])?));
                self.0.len() - 1
            }
        };
        Ok(&mut self.0[known].1)
    }
}

/// Does all that there is to do, and hands on each outcome, on the calling thread, in their order.
pub fn run(
    builds: &[Build],
    contents: &[Content],
    todo: &[Task],
    jobs: usize,
    each: &mut dyn FnMut(Task, Outcome) -> Result<()>,
) -> Result<()> {
    fz_process::each(
        (todo.len(), "crashes"),
        jobs,
        |_| Ok(Runners::default()),
        |runners, number| {
            let task = todo[number];
            let runner = runners.of(builds, task.build)?;
            runner.outcome(&contents[task.content].read()?, task.runs)
        },
        |number, outcome| each(todo[number], outcome),
    )
}
