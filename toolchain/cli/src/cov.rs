//! `fz cov`: what inputs reach in a program, collected into a store, joined, and shown.

mod check;
mod collect;
mod compare;
mod export;
mod mcdc;
mod merge;
mod reach;
mod report;
mod runs;
mod search;
mod sided;
mod summary;
mod watch;

use anyhow::Result;

use crate::{commands::commands, exit::Exit};

pub const EXAMPLES: &str = "\
Examples:
  export FZ_PROFILE=coverage                                     for configure, and for make
  CC=fz-cc CXX=fz-cxx ./configure && make                        build the program for this, from clean
  fz cov collect ./program -i out -o run1.fzcov -- @@            out is what afl-fuzz left; the input is a file
  fz cov collect ./program -i corpus --fuzzer libfuzzer -o run2.fzcov
  fz cov collect ./program -i huge --shard 3/16 -o part3.fzcov   one of 16 machines
  fz cov watch ./program -i out -o run.fzcov --report page.html -- @@    while it runs
  fz cov merge run1.fzcov run2.fzcov -o all.fzcov
  fz cov summary all.fzcov --files
  fz cov mcdc all.fzcov                                          which conditions of && and || decide by themselves
  fz cov reach all.fzcov --tree                                  what can be reached, and what of it was
  fz cov report all.fzcov -o report.html                         a page that opens without network
  fz cov report old=a.fzcov new=b.fzcov --diff old new -o report
  fz cov export all.fzcov --format lcov -o all.info
  fz cov compare all.fzcov --by configuration --baseline plain
  fz cov check all.fzcov --min lines=60% --no-loss old.fzcov      exit status 1: a gate failed
  fz cov search all.fzcov parse.c:120                            inputs that come by";

#[derive(clap::Args)]
pub struct CovArgs {
    #[command(subcommand)]
    command: Command,
}

commands! {
    /// Check gates: whether enough is reached, whether anything is lost, and what is reached of a change
    Check(check::CheckArgs), check::EXAMPLES;
    /// Run inputs, and store what each reaches
    Collect(collect::CollectArgs), collect::EXAMPLES;
    /// Print which conditions of `&&` and `||` were shown to decide (MC/DC), and which evaluations are missing
    Mcdc(mcdc::McdcArgs), mcdc::EXAMPLES;
    /// Merge stores into one
    Merge(merge::MergeArgs), merge::EXAMPLES;
    /// Write a store in a format of other tools
    Export(export::ExportArgs), export::EXAMPLES;
    /// Compare campaigns: which lines and conditions each reaches, and how consistently
    Compare(compare::CompareArgs), compare::EXAMPLES;
    /// Make a page or a text of what each side reaches, line by line
    Report(report::ReportArgs), report::EXAMPLES;
    /// Print what can be reached at all, what of it was, and the tree of calls
    Reach(reach::ReachArgs), reach::EXAMPLES;
    /// Print which inputs come by a line of the source
    Search(search::SearchArgs), search::EXAMPLES;
    /// Print how much was reached, and where inputs get no further
    Summary(summary::SummaryArgs), summary::EXAMPLES;
    /// Collect while fuzzers run, and keep a page and a summary up to date
    Watch(watch::WatchArgs), watch::EXAMPLES;
}

pub fn run(args: &CovArgs) -> Result<Exit> {
    args.command.run()
}
