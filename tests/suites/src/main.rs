//! `cargo xtask test`: every check, one suite, or the tests with a name.

mod differential;
mod docs;
mod emit;
mod engines;
mod equal;
mod flips;
mod frontier;
mod fuzz;
mod guards;
mod llvm;
mod mcdc;
mod mutations;
mod old;
mod oss_fuzz;
mod packages;
mod plain;
mod real;
mod report;
mod runner;
mod suites;
mod taint;
mod truth;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

const EXAMPLES: &str = "\
Examples:
  cargo xtask test                                        every check, and a share of some suites
  cargo xtask test driver                                 the tests whose names contain `driver`
  cargo xtask test real zlib                              a suite; `cargo xtask test real --help` shows its options
  cargo xtask test differential --fresh --budget 30m      a suite for as long as you have

tests/README.md says how long each suite takes.";

/// Runs every check, one suite, or the tests with a name
#[derive(Parser)]
#[command(
    name = "cargo xtask test",
    bin_name = "cargo xtask test",
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_value_name = "SUITE",
    subcommand_help_heading = "Suites"
)]
struct Cli {
    #[command(flatten)]
    plain: plain::Options,
    #[command(subcommand)]
    suite: Option<suites::Suite>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (arguments, note) = old::modern(&arguments);
    if let Some(note) = note {
        eprintln!("fz: {note}");
    }
    let program = std::iter::once("fz-suites".to_owned());
    let matches = suites::described(Cli::command()).get_matches_from(program.chain(arguments));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    xtask::ended(match &cli.suite {
        Some(suite) => suites::main(suite),
        None => plain::main(&cli.plain),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_holds_together() {
        crate::suites::described(super::Cli::command()).debug_assert();
    }
}
