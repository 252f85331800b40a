//! `-i`, `--input`

use std::path::PathBuf;

/// Any number, after one `-i` or several.
#[derive(Clone, clap::Args)]
pub struct Inputs {
    /// Inputs to run
    #[arg(
        id = "input",
        short = 'i',
        long = "input",
        value_name = "INPUT",
        num_args = 1..
    )]
    pub inputs: Vec<PathBuf>,
}

/// One folder of them.
#[derive(Clone, clap::Args)]
pub struct Seeds {
    /// Inputs to run
    #[arg(id = "input", short = 'i', long = "input", value_name = "SEEDS")]
    pub folder: Option<PathBuf>,
}
