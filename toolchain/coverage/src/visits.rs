//! Which counters the runs of inputs reach it.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use fz_base::file;
use fz_engines::launch::folder;

use crate::{
    blocks::Fate,
    server::{Server, Setup},
};

/// What inputs have counted, together.
#[derive(Debug, Default)]
pub struct Visits {
    /// The map: not 0 where any of them has counted.
    pub map: Vec<u8>,
    pub ran: usize,
    pub crashed: usize,
    pub timed_out: usize,
    /// This process was told to end.
    pub interrupted: bool,
}

/// What a thread runs inputs with.
struct Runner<S> {
    server: Server,
    /// Where any input of the thread has counted.
    counted: Vec<bool>,
    own: S,
}

/// Runs a program over inputs, on all cores. `own`: what a thread has of its own, of which the program is told. `see`: what there is to know of an input, by its number and its map.
/// `keep` gets that, in the order of the inputs.
pub fn of_inputs<S, T: Send>(
    inputs: &[PathBuf],
    setup: &Setup,
    own: impl Fn(&mut Setup) -> Result<S> + Sync,
    see: impl Fn(&mut S, usize, &[u8]) -> T + Sync,
    mut keep: impl FnMut(T),
) -> Result<Visits> {
    let mut setup = setup.clone();
    for input in inputs {
        let about = fs::metadata(input).map_err(|e| folder::failed(input, &e))?;
        setup.largest = setup.largest.max(about.len() as usize);
    }
    let start = |_| {
        let mut setup = setup.clone();
        Ok(Runner {
            own: own(&mut setup)?,
            server: Server::start(&setup)?,
            counted: Vec::new(),
        })
    };
    let run = |runner: &mut Runner<S>, number: usize| {
        let input = &inputs[number];
        let bytes = file::read(input, file::INPUT).map_err(|e| folder::failed(input, &e))?;
        let ran = runner.server.run(&bytes);
        let ran = ran.with_context(|| input.display().to_string())?;
        Ok(ran.map(|ran| {
            let map = runner.server.map();
            let seen = see(&mut runner.own, number, map);
            (ran, map.len(), news(&mut runner.counted, map), seen)
        }))
    };
    let mut visits = Visits::default();
    fz_process::each(
        (inputs.len(), "inputs"),
        fz_process::processors(),
        start,
        run,
        |_, (ran, size, news, seen)| {
            visits.map.resize(visits.map.len().max(size), 0);
            news.iter().for_each(|position| visits.map[*position] = 1);
            visits.ran += 1;
            visits.crashed += usize::from(ran.fate.is_crash());
            visits.timed_out += usize::from(ran.fate == Fate::TimedOut);
            keep(seen);
            Ok(())
        },
    )?;
    visits.interrupted = visits.ran < inputs.len();
    Ok(visits)
}

/// Where a map has counted and none before it.
fn news(counted: &mut Vec<bool>, map: &[u8]) -> Vec<usize> {
    counted.resize(counted.len().max(map.len()), false);
    let mut news = Vec::new();
    // Most of a map is 0.
    const STEP: usize = 64;
    for (step, counts) in map.chunks(STEP).enumerate() {
        if counts.iter().all(|count| *count == 0) {
            continue;
        }
        for (position, count) in (step * STEP..).zip(counts) {
            if *count != 0 && !std::mem::replace(&mut counted[position], true) {
                news.push(position);
            }
        }
    }
    news
}

impl Visits {
    /// What there is to say of the runs, beside how many there were.
    pub fn notes(&self) -> Vec<String> {
        let counted = [
            (self.crashed, "crashed; they count up to where they got"),
            (
                self.timed_out,
                "took too long; they count up to where they got (-t)",
            ),
        ];
        let counted = counted.iter().filter(|(n, _)| *n > 0);
        let mut lines: Vec<String> = counted.map(|(n, what)| format!("{n} {what}")).collect();
        if self.interrupted {
            lines.push("interrupted; the other inputs were not run".to_owned());
        }
        lines
    }
}
