//! `cargo xtask bench`: comparisons with other fuzzers' builds, one file each.

mod afl;

use anyhow::Result;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Bench {
    /// Queue, stability and speed under afl-fuzz, against afl-clang-fast's PCGUARD
    Afl(afl::Options),
}

pub fn main(bench: &Bench) -> Result<()> {
    match bench {
        Bench::Afl(options) => afl::main(options),
    }
}
