//! A run: which programs are compared in which builds, on all cores, and what has come of them.

use std::fs;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::compare::{Lab, Verdict};
use super::journal::{self, Journal};
use super::matrix::Matrix;
use super::program::Source;
use super::sources::{self, Programs};
use super::summary::Summary;
use super::torture;
use fz_harness::parallel;
use fz_harness::progress::Progress;

/// Programs in a full run; of c-torture all.
const FULL_CSMITH: usize = 2000;
const FULL_GENERATED: usize = 500;

/// How much is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Extent {
    /// Whatever fits in, in builds that take turns.
    Time(Duration),
    /// So many programs of each source (but no more tests than there are), in all builds.
    Count(usize),
    /// The full run.
    Full,
}

/// What all programs of a run share.
pub struct Campaign {
    pub matrix: Matrix,
    pub lab: Lab,
    pub extent: Extent,
    pub seed: u64,
    pub journal: Option<Journal>,
    /// Whether each program is compared in all builds that there are.
    pub whole: bool,
    pub summary: Mutex<Summary>,
}

impl Campaign {
    /// Compares programs of one source for a time, or all that are asked for.
    pub fn run(&self, source: Source, tests: &[String], share: Option<Duration>) -> Result<()> {
        let programs = self.programs(source, tests)?;
        let label = format!("compare {}", source.name());
        let progress = Progress::start(&label, programs.len(), share);
        let started = Instant::now();
        let in_time = |_: &usize| share.is_none_or(|s| started.elapsed() < s);
        let numbers = (0..programs.len().unwrap_or(usize::MAX)).take_while(in_time);
        let result = parallel::each(numbers, |_, number| {
            let (name, verdict) = self.program(&programs, number)?;
            let mut summary = self.summary.lock().expect("no worker panicked");
            for difference in &verdict.differences {
                progress.say(&difference.to_string());
            }
            summary.add(source, &name, verdict);
            progress.step(&format!("{} differences", summary.differences.len()));
            Ok(())
        });
        progress.end();
        result
    }

    fn programs(&self, source: Source, names: &[String]) -> Result<Programs> {
        let asked = match (self.extent, source) {
            (Extent::Time(_), _) => None,
            (Extent::Count(count), _) => Some(count),
            (Extent::Full, Source::Csmith) => Some(FULL_CSMITH),
            (Extent::Full, Source::Generated) => Some(FULL_GENERATED),
            (Extent::Full, Source::Torture) => Some(usize::MAX),
        };
        if source != Source::Torture {
            return Ok(Programs::Seeds(source, asked));
        }
        let mut tests = torture::only(torture::tests()?, names)?;
        // Which tests a share has time for is up to chance.
        if self.extent != Extent::Full {
            tests.sort_by_key(|t| journal::digest((self.seed, &t.name)));
        }
        tests.truncate(asked.unwrap_or(usize::MAX));
        Ok(Programs::Tests(tests))
    }

    /// The name of the program with this number, and what came of it.
    fn program(&self, programs: &Programs, number: usize) -> Result<(String, Verdict)> {
        let dir = self.lab.scratch.sub()?;
        let made;
        let (program, digest) = match programs {
            Programs::Tests(tests) => {
                let test = &tests[number];
                (test, journal::digest((&test.flags, &test.exception)))
            }
            Programs::Seeds(source, _) => {
                let seed = self.seed + number as u64;
                made = match source {
                    Source::Csmith => sources::csmith(seed, dir.path())?,
                    _ => sources::generated(seed, dir.path())?,
                };
                let files = [&made.path].into_iter().chain(&made.inputs);
                let contents: Vec<Vec<u8>> = files.map(fs::read).collect::<Result<_, _>>()?;
                (&made, journal::digest(contents))
            }
        };
        let known = self.journal.as_ref();
        let known = known.and_then(|j| j.verdict(program.source, &program.name, digest));
        if let Some(verdict) = known {
            return Ok((program.name.clone(), verdict));
        }
        let rows = match self.extent {
            Extent::Time(_) => self.matrix.turn(number),
            Extent::Count(_) | Extent::Full => self.matrix.all(),
        };
        let mut verdict = self
            .lab
            .compare(program, &rows)
            .with_context(|| format!("{} {}", program.source.name(), program.name))?;
        // Only all builds together say that an exception is none.
        verdict.needless &= self.whole;
        if let Some(journal) = &self.journal {
            journal.note(program.source, &program.name, digest, &verdict)?;
        }
        Ok((program.name.clone(), verdict))
    }
}
