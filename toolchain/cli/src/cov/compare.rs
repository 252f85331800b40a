//! `fz cov compare`

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::Result;
use fz_report::compare::{files, json, text};

use super::sided::Sided;

pub const EXAMPLES: &str = "\
Examples:
  fz cov compare plain.fzcov ours.fzcov                       a store is a side; the first is the baseline
  fz cov compare all.fzcov --by configuration --baseline plain
  fz cov compare a=1.fzcov a=2.fzcov b=3.fzcov b=4.fzcov      sides of several stores
  fz cov compare all.fzcov:fuzzer=afl++ all.fzcov:fuzzer=libfuzzer
  fz cov compare old.fzcov new.fzcov --diff change.patch      only lines that the patch adds
  fz cov compare all.fzcov --select 'fun:parse_*' --select src/lexer.c
  fz cov compare all.fzcov -o comparison                      pictures, CSV and JSON";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    #[command(flatten)]
    sided: Sided,
    /// Only lines that this patch adds: what a change is tested by
    #[arg(long, value_name = "PATCH")]
    diff: Option<PathBuf>,
    /// So many rows of each list; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    show: usize,
    /// Write pictures (SVG), and the figures of each as CSV and JSON
    #[arg(short = 'o', long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &CompareArgs) -> Result<ExitCode> {
    let (subjects, comparison) = args.sided.measure(args.diff.as_deref())?;
    let matrices: Vec<_> = subjects.iter().map(|s| &s.matrix).collect();
    if let Some(folder) = &args.out {
        files::write(&comparison, &matrices, folder)?;
    }
    let mut out = std::io::stdout().lock();
    let most = match args.show {
        0 => usize::MAX,
        most => most,
    };
    match args.json {
        true => writeln!(out, "{}", json::json(&comparison, &matrices)?)?,
        false => write!(out, "{}", text::text(&comparison, &matrices, most))?,
    }
    Ok(ExitCode::SUCCESS)
}
