//! Which counters the runs of inputs come by.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use fz_engines::launch::folder;

use crate::{
    blocks::Fate,
    server::{Ran, Server, Setup},
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

/// Runs a program over inputs. `setup`: how, by a folder for what it is given, and the size of the largest input. `each`
/// sees the map of each input, by the input's number.
pub fn of_inputs(
    inputs: &[PathBuf],
    setup: impl FnOnce(&Path, usize) -> Setup,
    mut each: impl FnMut(usize, &[u8]),
) -> Result<Visits> {
    let mut visits = Visits::default();
    let mut largest = 0;
    for input in inputs {
        let about = fs::metadata(input).map_err(|e| folder::failed(input, &e))?;
        largest = largest.max(about.len() as usize);
    }
    let scratch = fz_process::scratch().context("cannot make a folder for copies of inputs")?;
    let mut server = Server::start(setup(scratch.path(), largest))?;
    for (number, input) in inputs.iter().enumerate() {
        let bytes = fz_base::file::read(input, fz_base::file::INPUT)
            .map_err(|e| folder::failed(input, &e))?;
        let ran = server.run(&bytes);
        let ran = ran.with_context(|| input.display().to_string())?;
        let Some(ran) = ran else {
            visits.interrupted = true;
            break;
        };
        each(number, server.map());
        visits.add(ran, server.map());
    }
    Ok(visits)
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

    fn add(&mut self, ran: Ran, map: &[u8]) {
        self.map.resize(self.map.len().max(map.len()), 0);
        for (all, one) in self.map.iter_mut().zip(map) {
            *all |= one;
        }
        self.ran += 1;
        self.crashed += usize::from(ran.fate.is_crash());
        self.timed_out += usize::from(ran.fate == Fate::TimedOut);
    }
}
