//! `-t`, `--timeout`

use std::time::Duration;

use super::units;

#[derive(Clone, clap::Args)]
pub struct Timeout {
    /// Time limit of one run, as 500ms, 10s or 1m; a plain number is in milliseconds
    #[arg(
        id = "timeout",
        short = 't',
        long = "timeout",
        value_name = "TIME",
        value_parser = units::milliseconds
    )]
    given: Option<Duration>,
}

impl Timeout {
    /// A run has so long, unless the user says otherwise.
    pub fn or_usual(&self) -> Duration {
        self.or(Duration::from_secs(5))
    }

    pub fn or(&self, usual: Duration) -> Duration {
        self.given.unwrap_or(usual)
    }

    pub fn given(&self) -> Option<Duration> {
        self.given
    }
}
