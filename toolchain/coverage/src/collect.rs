//! Runs a corpus, on all cores, and stores what each input reaches.
//!
//! Each thread has a fork server of its own for as long as there are inputs, and traces what it starts. (rayon makes such
//! state anew for every part that it splits off, and says nothing of threads.)

mod stacks;
mod work;

use std::{
    borrow::Cow,
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize},
        mpsc::{self, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow};
use fz_base::file;
use xxhash_rust::xxh3::xxh3_64;

use super::{
    blocks,
    corpus::{Corpus, Listed},
    crashes::written::Written,
    fold::Fold,
    identities::Program,
    progress::Progress,
    server::Setup,
    store::Store,
};
use work::{Batch, Work};

pub struct Request<'a> {
    pub program: &'a Program,
    pub corpus: &'a Corpus,
    /// Of a server, by the folder that is its own.
    pub setup: &'a (dyn Fn(&Path) -> Setup + Sync),
    pub jobs: usize,
    /// Runs of each input.
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

/// How often the progress is looked at.
const TICK: Duration = Duration::from_millis(100);

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
    let jobs = request.jobs.clamp(1, inputs.len());
    let work = Work {
        inputs,
        fold: Fold::new(request.program),
        setup: request.setup,
        repeat: request.repeat,
        chunk: (inputs.len() / (jobs * 8)).clamp(1, blocks::MOST),
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        failure: Mutex::new(None),
    };
    let (sender, receiver) = mpsc::sync_channel::<Batch>(2 * jobs);
    let mut shown = Progress::new(inputs.len() as u64, "inputs");
    let stored = std::thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            let work = &work;
            scope.spawn(move || work.run(&sender));
        }
        drop(sender);
        let result = loop {
            match receiver.recv_timeout(TICK) {
                Ok(batch) => {
                    if let Err(error) = keep(store, runs, batch, report) {
                        break Err(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            shown.set(work.done());
        };
        work.stop();
        // Nobody may wait for room in the queue.
        drop(receiver);
        result
    });
    shown.end();
    stored?;
    match work.failure.into_inner().expect("all threads ended") {
        Some(error) if !fz_process::is_interrupted() => Err(error),
        _ => Ok(()),
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

fn keep(store: &mut Store, runs: &[usize], batch: Batch, report: &mut Report) -> Result<()> {
    if !batch.unstable.is_empty() {
        store.mark_unstable(&batch.unstable)?;
        let unstable = store.catalogue.identities.iter();
        report.unstable = unstable.filter(|i| i.is_unstable).count();
    }
    store.add_evaluations(runs[batch.run], batch.evaluations)?;
    if let Some((inputs, data)) = batch.block {
        store.add_blocks(runs[batch.run], vec![(inputs, data)])?;
        report.ran += inputs;
    }
    report.crashed += batch.crashed;
    report.timed_out += batch.timed_out;
    report.killed_server += batch.killed_server;
    report.left_others += batch.left_others;
    report.unknown_libraries += batch.unknown_libraries;
    report.troubles.extend(batch.troubles);
    Ok(())
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
