//! Runs a corpus, on all cores, and stores what each input reaches. Each thread has a fork server of its own.

mod stacks;
mod work;

use std::{
    borrow::Cow,
    collections::HashMap,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow};
use fz_base::file;
use xxhash_rust::xxh3::xxh3_64;

use super::{
    blocks::{self, Fate, Input},
    corpus::{Corpus, Listed},
    crashes::written::Written,
    decisions::{self, Evaluations},
    fold::Fold,
    identities::Program,
    server::{Passes, Setup},
    sets::Set,
    store::Store,
};
use work::{Done, Worker};

pub struct Request<'a> {
    pub program: &'a Program,
    pub corpus: &'a Corpus,
    pub setup: &'a Setup,
    pub jobs: usize,
    /// Runs of each input; of some, two at least.
    pub repeat: u32,
    /// Only the inputs of this part of so many, from 1 on.
    pub shard: (u32, u32),
    /// For the stacks of what crashes, which is run again for it; `None`: it is not.
    pub stacks: Option<&'a Written>,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Report {
    /// Inputs that were run and are in the store now.
    pub ran: usize,
    /// Those that were there before.
    pub known: usize,
    /// Those of other shards.
    pub elsewhere: usize,
    pub crashed: usize,
    pub timed_out: usize,
    pub killed_server: usize,
    /// Runs that left processes behind, which were killed.
    pub left_others: usize,
    /// Runs in which libraries counted that were loaded later.
    pub unknown_libraries: usize,
    /// Identities that were reached in some runs of an input only.
    pub unstable: usize,
    /// Crashes that have a stack now.
    pub stacks: usize,
    /// Those that have none: they did not crash again, or were killed from outside.
    pub without_stack: usize,
    /// Those that nobody looked at, because their run has so many.
    pub not_looked_at: usize,
    /// Nobody may look into other processes here.
    pub is_tracing_forbidden: bool,
    /// Of those that were to be run: inputs whose names the store knows with other contents, as afl-fuzz shortens those of
    /// its queue.
    pub changed: usize,
    /// Inputs that could not be run, and why.
    pub troubles: Vec<(PathBuf, String)>,
    pub interrupted: bool,
    pub seconds: f64,
}

/// Into so many parts a corpus is cut that is stored part by part.
const PARTS: usize = 8;

/// So long what was collected may wait to be stored.
const LATEST: Duration = Duration::from_secs(10);

/// Adds the inputs of a corpus that the store does not have yet.
pub fn collect(request: &Request, store: &mut Store) -> Result<Report> {
    let began = Instant::now();
    let mut report = Report {
        troubles: request.corpus.troubles.clone(),
        ..Report::default()
    };
    let runs = request.corpus.runs.iter().map(|run| store.run(run));
    let runs: Vec<usize> = runs.collect::<Result<_>>()?;
    let (inputs, new) = named(request, store, &runs, &mut report)?;
    if !new.is_empty() {
        let new: Vec<&Listed> = new.iter().map(|at| &*inputs[*at]).collect();
        run(request, store, &runs, &new, &mut report)?;
    }
    if let Some(written) = request.stacks.filter(|_| !fz_process::is_interrupted()) {
        stacks::look(request, written, store, (&runs, &inputs), &mut report)?;
    }
    report.interrupted = fz_process::is_interrupted();
    report.seconds = began.elapsed().as_secs_f64();
    Ok(report)
}

/// Runs inputs, and stores what they reach.
fn run(
    request: &Request,
    store: &mut Store,
    runs: &[usize],
    inputs: &[&Listed],
    report: &mut Report,
) -> Result<()> {
    let fold = Fold::new(request.program);
    let part_size = (inputs.len() / PARTS).clamp(1, blocks::MOST);
    let mut open: Option<Batch> = None;
    let ended = fz_process::each(
        (inputs.len(), "inputs"),
        request.jobs,
        |_| Worker::start(request, &fold),
        |worker, number| worker.run(inputs[number], times(request, number)),
        |number, done| {
            let (part, run) = (number / part_size, inputs[number].run);
            let is_full = |b: &Batch| (b.part, b.run) != (part, run) || b.since.elapsed() > LATEST;
            if let Some(full) = open.take_if(|batch| is_full(batch)) {
                full.keep(store, runs, report)?;
            }
            match done {
                Ok(done) => {
                    report.note(&done);
                    let batch = || Batch::new(part, run, fold.limit());
                    open.get_or_insert_with(batch).add(done);
                }
                Err(error) => {
                    let path = inputs[number].path.clone();
                    report.troubles.push((path, error.to_string()));
                }
            }
            Ok(())
        },
    );
    // What was run is kept, whatever came then.
    if let Some(last) = open {
        last.keep(store, runs, report)?;
    }
    ended
}

/// So many inputs, and one of so many others, are run twice if nobody asks for more: whether a program does the same each time
/// has to be known.
const LOOKED_AT: usize = 16;
const ONE_OF: usize = 32;

/// How often an input is run, by its number among those that are new. What a process does only once, no second run of it does.
fn times(request: &Request, number: usize) -> u32 {
    let is_looked_at = number < LOOKED_AT || number.is_multiple_of(ONE_OF);
    match is_looked_at && request.setup.passes != Passes::Many {
        true => request.repeat.max(2),
        false => request.repeat,
    }
}

/// What goes into the store at once: inputs of one run.
struct Batch {
    part: usize,
    run: usize,
    inputs: Vec<Input>,
    unstable: Set,
    evaluations: Evaluations,
    since: Instant,
}

impl Batch {
    fn new(part: usize, run: usize, limit: usize) -> Batch {
        Batch {
            part,
            run,
            inputs: Vec::new(),
            unstable: Set::new(limit),
            evaluations: Evaluations::default(),
            since: Instant::now(),
        }
    }

    fn add(&mut self, done: Done) {
        self.inputs.push(done.input);
        decisions::join(&mut self.evaluations, done.evaluations);
        if let Some(unstable) = &done.unstable {
            self.unstable.unite(unstable);
        }
    }

    fn keep(self, store: &mut Store, runs: &[usize], report: &mut Report) -> Result<()> {
        if !self.unstable.is_empty() {
            store.mark_unstable(&self.unstable)?;
            let unstable = store.catalogue.identities.iter();
            report.unstable = unstable.filter(|i| i.is_unstable).count();
        }
        let run = runs[self.run];
        store.add_evaluations(run, self.evaluations)?;
        let block = blocks::write(&self.inputs, self.unstable.limit());
        store.add_blocks(run, vec![(self.inputs.len(), block)])?;
        report.ran += self.inputs.len();
        Ok(())
    }
}

impl Report {
    fn note(&mut self, done: &Done) {
        let ran = &done.ran;
        self.crashed += usize::from(matches!(ran.fate, Fate::Signal(_)));
        self.timed_out += usize::from(ran.fate == Fate::TimedOut);
        self.killed_server += usize::from(ran.fate == Fate::KilledServer);
        self.left_others += usize::from(ran.left_others);
        self.unknown_libraries += usize::from(done.is_unknown);
    }
}

/// The inputs of this shard, each by the name that the store has for it, and the places of those that it does not have.
///
/// What has other contents than the store knows under its name is an input of its own, which was not run: the old one stays,
/// as it was, and the new one is told apart by its contents.
fn named<'a>(
    request: &Request<'a>,
    store: &Store,
    runs: &[usize],
    report: &mut Report,
) -> Result<(Vec<Cow<'a, Listed>>, Vec<usize>)> {
    let mut known: HashMap<(usize, Vec<u8>), (u64, u64)> = HashMap::new();
    store.each_input(|run, input| {
        known.insert((run, input.name), (input.size, input.hash));
    })?;
    let (mut inputs, mut new) = (Vec::new(), Vec::new());
    for input in &request.corpus.inputs {
        if !is_of(request.shard, input) {
            report.elsewhere += 1;
            continue;
        }
        let run = runs[input.run];
        let Some((size, hash)) = known.get(&(run, input.name.clone())) else {
            new.push(inputs.len());
            inputs.push(Cow::Borrowed(input));
            continue;
        };
        let now = match file::read(&input.path, file::INPUT) {
            Ok(bytes) => xxh3_64(&bytes),
            // It was run, and nothing says that it is another one now.
            Err(_) if *size == input.size => *hash,
            Err(error) => {
                let why = format!("cannot be read: {error}");
                report.troubles.push((input.path.clone(), why));
                continue;
            }
        };
        let mut input = Cow::Borrowed(input);
        if now != *hash {
            let name = &mut input.to_mut().name;
            name.extend_from_slice(format!(" (changed, {now:016x})").as_bytes());
        }
        match known.contains_key(&(run, input.name.clone())) {
            true => report.known += 1,
            false => {
                report.changed += 1;
                new.push(inputs.len());
            }
        }
        inputs.push(input);
    }
    Ok((inputs, new))
}

fn is_of((shard, shards): (u32, u32), input: &Listed) -> bool {
    xxh3_64(&input.name) % u64::from(shards) == u64::from(shard - 1)
}

/// A part of so many, as `--shard` has it: `2/5`.
pub fn shard(text: &str) -> Result<(u32, u32)> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    numbers
        .filter(|(i, n)| (1..=*n).contains(i))
        .ok_or_else(|| anyhow!("give the part and the number of parts, such as 1/4"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_numbered_from_one() {
        assert_eq!(shard("2/5").unwrap(), (2, 5));
        for wrong in ["0/5", "6/5", "1", "a/b", "1/0"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
