//! How a command line names runs: those that are collected, and those that count.

use anyhow::Result;
use fz_coverage::{corpus::Dimensions, selection::Selection, store::Store};
use fz_report::matrix::Matrix;

/// What the user says of the runs that are collected.
#[derive(clap::Args)]
pub struct Named {
    /// The campaign that the inputs belong to [default: AFL++'s banner]
    #[arg(long, value_name = "NAME")]
    campaign: Option<String>,
    /// The fuzzer that found them [default: known from the folder's layout]
    #[arg(long, value_name = "NAME")]
    fuzzer: Option<String>,
    /// The fuzzer's configuration
    #[arg(long, value_name = "NAME")]
    configuration: Option<String>,
    /// The run's name [default: each folder is a run, named after it]
    #[arg(long, value_name = "NAME")]
    run: Option<String>,
}

impl Named {
    pub fn dimensions(&self) -> Dimensions {
        Dimensions {
            campaign: self.campaign.clone(),
            fuzzer: self.fuzzer.clone(),
            configuration: self.configuration.clone(),
            run: self.run.clone(),
        }
    }
}

/// Which runs of stores count.
#[derive(clap::Args)]
pub struct Selected {
    /// Only runs of this campaign. May be repeated, like the next three
    #[arg(long, value_name = "NAME")]
    campaign: Vec<String>,
    /// Only runs of this fuzzer
    #[arg(long, value_name = "NAME")]
    fuzzer: Vec<String>,
    /// Only runs of this configuration
    #[arg(long, value_name = "NAME")]
    configuration: Vec<String>,
    /// Only runs of this name
    #[arg(long, value_name = "NAME")]
    run: Vec<String>,
}

impl Selected {
    /// What these runs of a store reached.
    pub fn of(&self, store: &Store) -> Result<Matrix> {
        Matrix::of(store, &self.selection())
    }

    pub fn selection(&self) -> Selection {
        Selection {
            campaign: self.campaign.clone(),
            fuzzer: self.fuzzer.clone(),
            configuration: self.configuration.clone(),
            run: self.run.clone(),
        }
    }
}
