//! Options that several subcommands share. Each means one thing wherever it occurs: a struct of its own, which subcommands
//! flatten, and one parser. What a subcommand adds to the help of one stands behind the shared words ([`Says::says`]).

pub mod format;
pub mod input;
pub mod jobs;
pub mod json;
pub mod kind;
pub mod label;
pub mod limit;
pub mod lines;
pub mod memory;
pub mod output;
pub mod program;
pub mod replay;
pub mod select;
pub mod subject;
pub mod timeout;
pub mod trust;
mod units;

pub use units::{seconds, seconds_or_none};

use clap::Arg;

/// What a subcommand adds to an option that it shares with others.
pub trait Says {
    /// More words for its line of help.
    fn says(self, more: &str) -> Arg;
}

impl Says for Arg {
    fn says(self, more: &str) -> Arg {
        let shared = self.get_help().map(ToString::to_string);
        self.help(shared.unwrap_or_default() + more)
    }
}
