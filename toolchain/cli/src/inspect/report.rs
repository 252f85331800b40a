//! One program, with what is loaded with it: what the texts and the JSON of `fz inspect` are of.

use std::path::Path;

use anyhow::Result;
use fz_binary::Program;
use fz_engines::loaded::Loaded;

pub struct Report {
    pub program: Program,
    /// What a program loads when it starts, also where no counters are.
    pub loaded: Option<Loaded>,
}

impl Report {
    pub fn of(path: &Path) -> Result<Report> {
        let images = fz_binary::read(path)?;
        Ok(Report {
            loaded: Loaded::of(&images),
            program: Program::of(path, images)?,
        })
    }
}
