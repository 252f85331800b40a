//! What stands after `--`: arguments of the program that is run.

use std::ffi::OsString;

#[derive(clap::Args)]
pub struct Arguments {
    /// The program's arguments; @@ stands for a file with the input, which otherwise is the standard input
    #[arg(id = "arguments", last = true, value_name = "ARGS…|@@")]
    pub words: Vec<OsString>,
}
