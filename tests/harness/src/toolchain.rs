//! The toolchain that a suite tests.

use anyhow::Result;
use clap::Args;

use xtask::build;

/// The option of suites that use what `cargo xtask build` stages.
#[derive(Args, Clone, Copy, Default)]
pub struct Toolchain {
    /// Use target/fz as it is, without building it first
    #[arg(long)]
    staged: bool,
}

impl Toolchain {
    /// Brings it up to date, unless it is to be used as it is.
    pub fn ready(self) -> Result<()> {
        match self.staged {
            true => Ok(()),
            false => build::ready(),
        }
    }
}
