//! `fz cov summary`

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use fz_coverage::{store::Store, tally::Tally};
use fz_report::summary;

use super::runs::Selected;
use crate::{
    args::{Says, json::Json, limit::Limit},
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov summary all.fzcov
  fz cov summary all.fzcov --files --limit 5                  a line for each file, and five conditions
  fz cov summary all.fzcov --fuzzer afl++ --json";

/// How many conditions of the frontier are listed, unless the user says otherwise.
const USUAL: usize = 20;

#[derive(clap::Args)]
#[command(mut_arg("limit", |a| a.says(": conditions of the frontier [default: 20]")))]
pub struct SummaryArgs {
    /// The store
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    #[command(flatten)]
    selected: Selected,
    /// Print a line for each file, too
    #[arg(long)]
    files: bool,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &SummaryArgs) -> Result<Exit> {
    let store = Store::open(&args.store)?;
    let tally = Tally::of(&store, &args.selected.selection())?;
    let summary = summary::Summary::of(&tally);
    let mut out = std::io::stdout().lock();
    let most = args.limit.or(USUAL);
    match args.json.is_wanted {
        true => writeln!(out, "{}", summary.json(most))?,
        false => write!(out, "{}", summary.text(args.files, most))?,
    }
    Ok(Exit::Done)
}
