//! What one thread does: a server of its own, and one input after the other.

use anyhow::{Context, Result};
use fz_base::file;
use xxhash_rust::xxh3::xxh3_64;

use super::Request;
use crate::{
    blocks::{Fate, Input},
    corpus::Listed,
    decisions::{self, Evaluations, First},
    fold::Fold,
    server::{Ran, Server},
    sets::Set,
};

pub struct Worker<'a> {
    server: Server,
    fold: &'a Fold,
    /// That are asked for.
    repeat: u32,
}

/// An input that was run.
pub struct Done {
    pub input: Input,
    /// What only some runs of it reached.
    pub unstable: Option<Set>,
    pub evaluations: Evaluations,
    /// The first run, and whether it counted in libraries that nobody knows.
    pub ran: Ran,
    pub is_unknown: bool,
}

impl Worker<'_> {
    pub fn start<'a>(request: &Request, fold: &'a Fold) -> Result<Worker<'a>> {
        Ok(Worker {
            server: Server::start(request.setup)?,
            fold,
            repeat: request.repeat,
        })
    }

    /// Runs an input so often. `None`: this process was told to end, and the input was not run to its end. An error within: it
    /// cannot be read.
    pub fn run(
        &mut self,
        listed: &Listed,
        times: u32,
    ) -> Result<Option<Result<Done, std::io::Error>>> {
        let bytes = match file::read(&listed.path, file::INPUT) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Some(Err(error))),
        };
        let limit = self.fold.limit();
        let mut all: Option<Done> = None;
        let mut evaluations = Evaluations::default();
        for number in 0..times {
            // To look whether it does the same each time, what ends well is enough.
            let is_well = all
                .as_ref()
                .is_none_or(|a| matches!(a.input.fate, Fate::Exit(_)));
            if number >= self.repeat && !is_well {
                break;
            }
            if fz_process::is_interrupted() {
                return Ok(None);
            }
            let ran = self.server.run(&bytes);
            let ran = ran.with_context(|| listed.path.display().to_string())?;
            let Some(ran) = ran else {
                return Ok(None);
            };
            let mut set = Set::new(limit);
            let is_unknown = self.fold.add(self.server.map(), &mut set);
            self.fold
                .evaluations(self.server.map(), |decision, number| {
                    let first = First {
                        time: listed.time.unwrap_or(u64::MAX),
                        input: listed.name.clone(),
                    };
                    decisions::join(&mut evaluations, [((decision, number), first)].into());
                });
            let Some(all) = &mut all else {
                let input = Input {
                    name: listed.name.clone(),
                    size: bytes.len() as u64,
                    hash: xxh3_64(&bytes),
                    time: listed.time,
                    fate: ran.fate,
                    set,
                };
                all = Some(Done {
                    input,
                    unstable: None,
                    evaluations: Evaluations::default(),
                    ran,
                    is_unknown,
                });
                continue;
            };
            let mut different = set.clone();
            different.differ(&all.input.set);
            let unstable = all.unstable.get_or_insert_with(|| Set::new(limit));
            unstable.unite(&different);
            all.input.set.unite(&set);
            all.input.fate = all.input.fate.max(ran.fate);
        }
        Ok(all.map(|all| Ok(Done { evaluations, ..all })))
    }
}
