//! `-o`, `--output`

use std::path::PathBuf;

/// Where there is a place to write to without it: the standard output, or nothing is written.
#[derive(Clone, clap::Args)]
pub struct Output {
    /// Where to write
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE")]
    pub path: Option<PathBuf>,
}

/// Where there is none.
#[derive(Clone, clap::Args)]
pub struct RequiredOutput {
    /// Where to write
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE")]
    pub path: PathBuf,
}
