//! `fz cov`: what inputs reach in a program, collected into a store, joined, and shown.

mod collect;
mod merge;
mod report;
mod sided;

use anyhow::Result;

use crate::{commands::commands, exit::Exit};

pub use collect::into_store;

pub const EXAMPLES: &str = "\
Examples:
  fz cov collect ./program -i out -o run.fzcov -- @@
      out is what the fuzzer left; the program reads a file
  fz cov collect --watch --report page.html
      of the last campaign here, while it runs
  fz cov report
      how much it has reached, and where inputs get no further
  fz cov report run.fzcov -o report.html
      a page that opens without a network
  fz cov report old=a.fzcov new=b.fzcov
      a comparison
  fz cov merge run1.fzcov run2.fzcov -o all.fzcov
  fz check run.fzcov --min lines=60%
      a gate for CI";

#[derive(clap::Args)]
pub struct CovArgs {
    #[command(subcommand)]
    command: Command,
}

commands! {
    /// Run inputs, and store what each reaches
    Collect(collect::CollectArgs), collect::EXAMPLES;
    /// Show what was reached: a summary, a page, a comparison, a line
    Report(report::ReportArgs), report::EXAMPLES;
    /// Merge stores into one
    Merge(merge::MergeArgs), merge::EXAMPLES;
}

pub fn run(args: &CovArgs) -> Result<Exit> {
    args.command.run()
}
