//! `fz min`: less of the same: fewer inputs, or fewer bytes.

mod corpus;

use anyhow::Result;
use clap::Subcommand;

use crate::exit::Exit;

pub const EXAMPLES: &str = "\
Examples:
  fz cov collect ./program -i out -o run.fzcov -- @@             what each input reaches
  fz min corpus run.fzcov -i out -o seeds                        a smallest set of inputs that reaches the same";

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
}

pub fn run(args: &MinArgs) -> Result<Exit> {
    match &args.command {
        Command::Corpus(args) => corpus::run(args),
    }
}
