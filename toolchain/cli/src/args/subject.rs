//! What a command runs, and over which inputs: named, or those of the last campaign.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use fz_engines::launch::target::Target;

use super::{input::Inputs, program::Arguments};
use crate::last;

#[derive(Clone, clap::Args)]
#[command(mut_arg("input", |a| a.help("Inputs to run [default: those of the campaign]")))]
pub struct Subject {
    /// The program [default: that of the last campaign here]
    #[arg(id = "program", value_name = "PROGRAM")]
    program: Option<PathBuf>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    arguments: Arguments,
}

/// With nothing left open.
pub struct Known {
    pub program: PathBuf,
    pub inputs: Vec<PathBuf>,
    arguments: Arguments,
}

impl Subject {
    /// Where no input is run.
    pub fn without_inputs(&self) -> Result<Known> {
        Ok(Known {
            program: match &self.program {
                Some(program) => program.clone(),
                None => last::campaign()?.program,
            },
            inputs: Vec::new(),
            arguments: self.arguments.clone(),
        })
    }

    pub fn known(&self) -> Result<Known> {
        let (program, inputs) = (self.program.clone(), self.inputs.inputs.clone());
        let arguments = self.arguments.clone();
        Ok(match program {
            Some(program) if !inputs.is_empty() => Known {
                program,
                inputs,
                arguments,
            },
            Some(program) => Known {
                inputs: vec![last::campaign_of(&program)?.out],
                program,
                arguments,
            },
            None => {
                let campaign = last::campaign()?;
                Known {
                    program: campaign.program,
                    inputs: match inputs.is_empty() {
                        true => vec![campaign.out],
                        false => inputs,
                    },
                    arguments: arguments.or(campaign.arguments),
                }
            }
        })
    }
}

impl Known {
    /// Of a campaign.
    pub fn of(campaign: last::Campaign) -> Known {
        Known {
            program: campaign.program,
            inputs: vec![campaign.out],
            arguments: Arguments::default().or(campaign.arguments),
        }
    }

    /// See [`Arguments::of`].
    pub fn arguments(&self) -> Result<Vec<OsString>> {
        Ok(self.arguments.of(&self.program, &self.inputs)?)
    }

    /// See [`Arguments::heard`].
    pub fn heard(
        &self,
        target: &Target,
        inputs: &[PathBuf],
        timeout: Duration,
    ) -> Result<Vec<OsString>> {
        self.arguments
            .heard(&self.program, target, &self.inputs, inputs, timeout)
    }

    pub fn shown(&self) -> std::path::Display<'_> {
        Path::display(&self.program)
    }
}
