//! What subcommands share that run a program over inputs.

use std::{path::PathBuf, time::Duration};

use anyhow::Result;
use fz_base::error::Error;
use fz_coverage::corpus;
use fz_engines::launch::{
    replay::{self, Request, Runs, Watch},
    target::Target,
};

use super::{
    Says,
    jobs::Jobs,
    subject::{Known, Subject},
};

#[derive(clap::Args)]
#[command(mut_arg("jobs", |a| a.says(" [default: one for each processor]")))]
pub struct Replay {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    jobs: Jobs,
}

impl Replay {
    pub fn known(&self) -> Result<Known> {
        self.subject.known()
    }

    pub fn run<W: Watch>(
        &self,
        (known, target): (&Known, &Target),
        inputs: &[PathBuf],
        timeout: Duration,
        watch: &W,
        keep: impl FnMut(W::Seen) -> Result<()>,
    ) -> Result<Runs> {
        // A fuzzer asks about one input after the other; some end before anything is read.
        let arguments = match inputs {
            [_] => known.arguments()?,
            _ => known.heard(target, inputs, timeout)?,
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

impl Known {
    /// The files that are named, and those in folders that are.
    pub fn files(&self) -> Result<Vec<PathBuf>, Error> {
        corpus::paths(&self.inputs)
    }
}
