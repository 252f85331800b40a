//! What subcommands share that run a program over inputs.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use fz_base::error::Error;
use fz_coverage::corpus;
use fz_engines::launch::{
    replay::{self, Request, Runs, Watch},
    target::Target,
};

use super::{Says, input::Inputs, jobs::Jobs, program::Arguments};

#[derive(clap::Args)]
#[command(
    mut_arg("input", |a| a.required(true).says(": files, and folders of files")),
    mut_arg("jobs", |a| a.says(" [default: one for each processor]"))
)]
pub struct Replay {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    arguments: Arguments,
}

impl Replay {
    /// The files that are named, and those in folders that are.
    pub fn inputs(&self) -> Result<Vec<PathBuf>, Error> {
        corpus::paths(&self.inputs.inputs)
    }

    pub fn run<W: Watch>(
        &self,
        (program, target): (&Path, &Target),
        inputs: &[PathBuf],
        timeout: Duration,
        watch: &W,
        keep: impl FnMut(W::Seen) -> Result<()>,
    ) -> Result<Runs> {
        let named = &self.inputs.inputs;
        // A fuzzer asks about one input after the other; some end before anything is read.
        let arguments = match inputs {
            [_] => self.arguments.of(program, named)?,
            _ => self
                .arguments
                .heard(program, target, named, inputs, timeout)?,
        };
        let request = Request {
            target,
            arguments: &arguments,
            inputs,
            jobs: self.jobs.or_processors(),
            timeout,
        };
        replay::run(&request, watch, keep)
    }
}
