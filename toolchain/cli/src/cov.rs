//! `fz cov`: what inputs reach in a program, collected into a store, joined, and shown.

mod check;
pub mod collect;
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
use clap::Subcommand;

use crate::exit::Exit;

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

#[derive(Subcommand)]
enum Command {
    /// Check gates: whether enough is reached, whether anything is lost, and what is reached of a change
    #[command(after_help = check::EXAMPLES)]
    Check(Box<check::CheckArgs>),
    /// Run inputs, and store what each reaches
    #[command(after_help = collect::EXAMPLES)]
    Collect(Box<collect::CollectArgs>),
    /// Print which conditions of `&&` and `||` were shown to decide (MC/DC), and which evaluations are missing
    #[command(after_help = mcdc::EXAMPLES)]
    Mcdc(mcdc::McdcArgs),
    /// Merge stores into one
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::MergeArgs),
    /// Write a store in a format of other tools
    #[command(after_help = export::EXAMPLES)]
    Export(export::ExportArgs),
    /// Compare campaigns: which lines and conditions each reaches, and how consistently
    #[command(after_help = compare::EXAMPLES)]
    Compare(compare::CompareArgs),
    /// Make a page or a text of what each side reaches, line by line
    #[command(after_help = report::EXAMPLES)]
    Report(Box<report::ReportArgs>),
    /// Print what can be reached at all, what of it was, and the tree of calls
    #[command(after_help = reach::EXAMPLES)]
    Reach(reach::ReachArgs),
    /// Print which inputs come by a line of the source
    #[command(after_help = search::EXAMPLES)]
    Search(search::SearchArgs),
    /// Print how much was reached, and where inputs get no further
    #[command(after_help = summary::EXAMPLES)]
    Summary(summary::SummaryArgs),
    /// Collect while fuzzers run, and keep a page and a summary up to date
    #[command(after_help = watch::EXAMPLES)]
    Watch(Box<watch::WatchArgs>),
}

pub fn run(args: &CovArgs) -> Result<Exit> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Collect(args) => collect::run(args),
        Command::Mcdc(args) => mcdc::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Export(args) => export::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Report(args) => report::run(args),
        Command::Reach(args) => reach::run(args),
        Command::Search(args) => search::run(args),
        Command::Summary(args) => summary::run(args),
        Command::Watch(args) => watch::run(args),
    }
}
