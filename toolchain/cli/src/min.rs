//! `fz min`: less of the same: fewer inputs, or fewer bytes.

mod corpus;
mod decided;
mod input;

use anyhow::Result;

use crate::{commands::commands, exit::Exit};

pub const EXAMPLES: &str = "\
Examples:
  fz cov collect ./program -i out -o run.fzcov -- @@
      what each input reaches
  fz min corpus run.fzcov -i out -o seeds
      a smallest set of inputs that reaches the same
  fz min input ./program out/default/crashes/id:000000* -o small -- @@
      fewer bytes, the same crash";

#[derive(clap::Args)]
pub struct MinArgs {
    #[command(subcommand)]
    command: Command,
}

commands! {
    /// Choose a smallest set of inputs that reaches what all of them reach
    Corpus(corpus::CorpusArgs), corpus::EXAMPLES;
    /// Take bytes out of an input while what it reaches, or its crash, stays
    Input(input::InputArgs), input::EXAMPLES;
}

pub fn run(args: &MinArgs) -> Result<Exit> {
    args.command.run()
}
