//! `fz cov summary`

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::Result;
use fz_coverage::{store::Store, tally::Tally};
use fz_report::summary;

use super::runs::Selected;

#[derive(clap::Args)]
pub struct SummaryArgs {
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    #[command(flatten)]
    selected: Selected,
    /// A line for each file, too
    #[arg(long)]
    files: bool,
    /// So many conditions of the frontier; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    frontier: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &SummaryArgs) -> Result<ExitCode> {
    let store = Store::open(&args.store)?;
    let tally = Tally::of(&store, &args.selected.selection())?;
    let summary = summary::Summary::of(&tally);
    let mut out = std::io::stdout().lock();
    let most = match args.frontier {
        0 => usize::MAX,
        most => most,
    };
    match args.json {
        true => writeln!(out, "{}", summary.json(most))?,
        false => write!(out, "{}", summary.text(args.files, most))?,
    }
    Ok(ExitCode::SUCCESS)
}
