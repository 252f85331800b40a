//! `cargo xtask bench`: comparisons with other fuzzers' builds, one file each.

mod afl;
mod edges;

use anyhow::Result;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Bench {
    /// Queue, stability and speed under afl-fuzz, against afl-clang-fast's PCGUARD
    Afl(afl::Options),
    /// What edge counters cost and what they tell, build by build, against clang's and afl-clang-fast's
    Edges(edges::Options),
}

pub fn main(bench: &Bench) -> Result<()> {
    match bench {
        Bench::Afl(options) => afl::main(options),
        Bench::Edges(options) => edges::main(options),
    }
}
