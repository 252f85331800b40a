//! `fz cov search`

use std::path::PathBuf;

use anyhow::Result;
use fz_base::terminal;
use fz_coverage::store::Store;
use fz_report::search::{Found, Line};

use super::runs::Selected;
use crate::{
    args::{
        Says,
        json::{self, Json},
        limit::Limit,
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov search all.fzcov parse.c:120                         inputs that come by, the smallest first
  fz cov search all.fzcov parse.c:120 --fuzzer afl++ --json

Exit status 1 means that no input comes by.";

#[derive(clap::Args)]
#[command(mut_arg("limit", |a| a.says(": inputs [default: 20]")))]
pub struct SearchArgs {
    /// The store
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    /// A line of the source; the end of the file's path is enough
    #[arg(value_name = "FILE:LINE", value_parser = Line::parse)]
    line: Line,
    #[command(flatten)]
    selected: Selected,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &SearchArgs) -> Result<Exit> {
    let store = Store::open(&args.store)?;
    let found = Found::of(&store, &args.selected.selection(), &args.line)?;
    match args.json.is_wanted {
        true => json::print(&found)?,
        false => terminal::say_lines(&found.text(args.limit.or_usual()))?,
    }
    Ok(Exit::Found.when(found.inputs.is_empty()))
}
