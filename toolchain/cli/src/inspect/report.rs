//! One program, with what is loaded with it: what the texts and the JSON of `fz inspect` are of.

use anyhow::Result;
use fz_binary::{Mapped, Program};
use fz_engines::loaded::Loaded;

pub struct Report<'a> {
    pub program: Mapped<'a>,
    /// What a program loads when it starts, also where no counters are.
    pub loaded: Option<Loaded>,
}

impl Report<'_> {
    pub fn of(program: &Program) -> Result<Report<'_>> {
        Ok(Report {
            loaded: Loaded::of(program)?,
            program: Mapped::of(program)?,
        })
    }
}
