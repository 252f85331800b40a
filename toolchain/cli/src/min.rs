//! `fz min`: less of the same: fewer inputs, or fewer bytes.

mod corpus;
mod decided;
mod input;

use anyhow::Result;
use clap::Subcommand;

use crate::exit::Exit;

pub const EXAMPLES: &str = "\
Examples:
  fz cov collect ./program -i out -o run.fzcov -- @@             what each input reaches
  fz min corpus run.fzcov -i out -o seeds                        a smallest set of inputs that reaches the same
  fz min input ./program out/default/crashes/id:000000* -o small -- @@   fewer bytes, the same crash";

#[derive(clap::Args)]
pub struct MinArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Choose a smallest set of inputs that reaches what all of them reach
    #[command(after_help = corpus::EXAMPLES)]
    Corpus(corpus::CorpusArgs),
    /// Take bytes out of an input while what it reaches, or its crash, stays
    #[command(after_help = input::EXAMPLES)]
    Input(input::InputArgs),
}

pub fn run(args: &MinArgs) -> Result<Exit> {
    match &args.command {
        Command::Corpus(args) => corpus::run(args),
        Command::Input(args) => input::run(args),
    }
}
