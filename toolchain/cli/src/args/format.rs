//! `--format`

use clap::ValueEnum;

/// Each subcommand has formats of its own.
#[derive(clap::Args)]
pub struct Format<F: ValueEnum + Send + Sync + 'static> {
    /// Format of what is written
    #[arg(id = "format", long = "format", value_enum, value_name = "FORMAT")]
    pub given: Option<F>,
}

impl<F: ValueEnum + Send + Sync + 'static> Format<F> {
    pub fn or(&self, usual: F) -> F {
        self.given.clone().unwrap_or(usual)
    }
}
