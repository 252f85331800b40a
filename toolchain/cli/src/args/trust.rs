//! `--trust-options`: one option of all commands that have a program built again.

use std::sync::OnceLock;

// No comment of the documentation: it would take the place of what `fz` says of itself.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Trust {
    /// Where a program is built again: take all options of the captured build, also those that load code, start programs, or
    /// read and write files
    #[arg(
        id = "trust_options",
        long = "trust-options",
        global = true,
        hide = true
    )]
    is_given: bool,
}

static GIVEN: OnceLock<bool> = OnceLock::new();

impl Trust {
    /// Holds from now on.
    pub fn take(self) {
        GIVEN.get_or_init(|| self.is_given);
    }
}

/// Whether the user trusts whoever built the programs.
pub fn is_given() -> bool {
    GIVEN.get().copied().unwrap_or(false)
}
