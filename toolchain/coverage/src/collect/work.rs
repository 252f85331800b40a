//! What one thread does: a server of its own, and one input after the other.

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        mpsc::SyncSender,
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use fz_base::file;
use xxhash_rust::xxh3::xxh3_64;

use crate::{
    blocks::{self, Fate, Input},
    corpus::Listed,
    decisions::{self, Evaluations, First},
    fold::Fold,
    server::{Ran, Server, Setup},
    sets::Set,
};

/// So long what was collected may wait to be stored.
const LATEST: Duration = Duration::from_secs(10);

/// What threads share.
pub struct Work<'a> {
    pub inputs: &'a [&'a Listed],
    pub fold: Fold,
    pub setup: &'a (dyn Fn(&Path) -> Setup + Sync),
    pub repeat: u32,
    /// So many inputs a thread takes at a time.
    pub chunk: usize,
    pub next: AtomicUsize,
    pub done: AtomicUsize,
    pub stop: AtomicBool,
    pub failure: Mutex<Option<anyhow::Error>>,
}

/// What goes into the store at once.
#[derive(Default)]
pub struct Batch {
    pub run: usize,
    /// How many inputs, and these as a block.
    pub block: Option<(usize, Vec<u8>)>,
    pub unstable: Set,
    pub evaluations: Evaluations,
    pub crashed: usize,
    pub timed_out: usize,
    pub killed_server: usize,
    pub left_others: usize,
    pub unknown_libraries: usize,
    pub troubles: Vec<(PathBuf, String)>,
}

/// A batch that is being filled.
struct Open {
    inputs: Vec<Input>,
    batch: Batch,
    since: Instant,
}

impl Work<'_> {
    pub fn done(&self) -> usize {
        self.done.load(Relaxed)
    }

    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || fz_process::is_interrupted()
    }

    /// Runs inputs until there are none.
    pub fn run(&self, sender: &SyncSender<Batch>) {
        if let Err(error) = self.try_run(sender) {
            let mut failure = self.failure.lock().expect("no panic");
            failure.get_or_insert(error);
            self.stop();
        }
    }

    fn try_run(&self, sender: &SyncSender<Batch>) -> Result<()> {
        let scratch = fz_process::scratch().context("cannot make a folder for copies of inputs")?;
        let mut server = Server::start((self.setup)(scratch.path()))?;
        while !self.is_over() {
            let first = self.next.fetch_add(self.chunk, Relaxed);
            let Some(rest) = self.inputs.get(first..).filter(|rest| !rest.is_empty()) else {
                break;
            };
            let chunk = &rest[..rest.len().min(self.chunk)];
            if !self.run_chunk(&mut server, chunk, sender)? {
                break;
            }
        }
        Ok(())
    }

    /// Whether to go on.
    fn run_chunk(
        &self,
        server: &mut Server,
        chunk: &[&Listed],
        sender: &SyncSender<Batch>,
    ) -> Result<bool> {
        let mut open = self.open(chunk[0].run);
        let mut result = Ok(true);
        for listed in chunk {
            if listed.run != open.batch.run || open.since.elapsed() > LATEST {
                let full = std::mem::replace(&mut open, self.open(listed.run));
                if !self.close(full, sender) {
                    return Ok(false);
                }
            }
            match file::read(&listed.path, file::INPUT) {
                Ok(bytes) => match self.run_input(server, listed, &bytes, &mut open) {
                    Ok(true) => {}
                    other => {
                        result = other;
                        break;
                    }
                },
                Err(error) => {
                    let trouble = (listed.path.clone(), error.to_string());
                    open.batch.troubles.push(trouble);
                }
            }
            self.done.fetch_add(1, Relaxed);
        }
        // What was run is kept, whatever came then.
        Ok(self.close(open, sender) && result?)
    }

    /// `false`: this process was told to end, and the input was not run to its end.
    fn run_input(
        &self,
        server: &mut Server,
        listed: &Listed,
        bytes: &[u8],
        open: &mut Open,
    ) -> Result<bool> {
        let limit = self.fold.limit();
        let mut set = Set::new(limit);
        let mut fate = Fate::Exit(0);
        for nth in 0..self.repeat {
            if self.is_over() {
                return Ok(false);
            }
            let ran = server.run(bytes);
            let ran = ran.with_context(|| listed.path.display().to_string())?;
            let Some(ran) = ran else {
                return Ok(false);
            };
            let mut this = Set::new(limit);
            let is_unknown = self.fold.add(server.map(), &mut this);
            self.fold.evaluations(server.map(), |decision, number| {
                let first = First {
                    time: listed.time.unwrap_or(u64::MAX),
                    input: listed.name.clone(),
                };
                decisions::join(
                    &mut open.batch.evaluations,
                    [((decision, number), first)].into(),
                );
            });
            if nth == 0 {
                open.batch.note(ran, is_unknown);
                set = this;
                fate = ran.fate;
            } else {
                let mut different = this.clone();
                different.differ(&set);
                open.batch.unstable.unite(&different);
                set.unite(&this);
                fate = fate.max(ran.fate);
            }
        }
        open.inputs.push(Input {
            name: listed.name.clone(),
            size: bytes.len() as u64,
            hash: xxh3_64(bytes),
            time: listed.time,
            fate,
            set,
        });
        Ok(true)
    }

    fn open(&self, run: usize) -> Open {
        Open {
            inputs: Vec::new(),
            batch: Batch {
                run,
                unstable: Set::new(self.fold.limit()),
                ..Batch::default()
            },
            since: Instant::now(),
        }
    }

    /// Whether anybody takes it.
    fn close(&self, open: Open, sender: &SyncSender<Batch>) -> bool {
        let Open {
            inputs, mut batch, ..
        } = open;
        if !inputs.is_empty() {
            let block = blocks::write(&inputs, self.fold.limit());
            batch.block = Some((inputs.len(), block));
        }
        sender.send(batch).is_ok()
    }
}

impl Batch {
    fn note(&mut self, ran: Ran, is_unknown: bool) {
        self.crashed += usize::from(matches!(ran.fate, Fate::Signal(_)));
        self.timed_out += usize::from(ran.fate == Fate::TimedOut);
        self.killed_server += usize::from(ran.fate == Fate::KilledServer);
        self.left_others += usize::from(ran.left_others);
        self.unknown_libraries += usize::from(is_unknown);
    }
}
