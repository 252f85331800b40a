//! `fz cov compare`

use std::path::PathBuf;

use anyhow::Result;
use fz_base::terminal;
use fz_report::compare::{files, json, text};

use super::sided::Sided;
use crate::{
    args::{
        Says,
        json::{Json, print_line},
        limit::Limit,
        output::Output,
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov compare before=a.fzcov after=b.fzcov                 sides that are named; the first is the baseline
  fz cov compare all.fzcov --by configuration --baseline plain
  fz cov compare a=1.fzcov a=2.fzcov b=3.fzcov b=4.fzcov      sides of several stores
  fz cov compare all.fzcov:fuzzer=afl++ all.fzcov:fuzzer=libfuzzer
  fz cov compare old=a.fzcov new=b.fzcov --patch c.patch      only lines that the patch adds
  fz cov compare all.fzcov --select 'fun:parse_*' --select src/lexer.c
  fz cov compare all.fzcov -o comparison                      charts, CSV and JSON

Named sides stay in the order in which they are given. If no side is named, --by decides; without it, the first of
configuration, fuzzer, campaign and file in which the runs differ. Sides made by the first three are sorted by name.";

/// How many rows each list has, unless the user says otherwise.
const USUAL: usize = 10;

#[derive(clap::Args)]
#[command(
    mut_arg("limit", |a| a.says(": rows of each list [default: 10]")),
    mut_arg("output", |a| a.value_name("DIR").says(
        ": a folder for charts (SVG), and for the figures of each as CSV and JSON"
    ))
)]
pub struct CompareArgs {
    #[command(flatten)]
    sided: Sided,
    /// Only lines that this patch adds: what tests a change
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &CompareArgs) -> Result<Exit> {
    let folder = args.output.place("a folder")?;
    let (subjects, comparison) = args.sided.measure(args.patch.as_deref())?;
    let matrices: Vec<_> = subjects.iter().map(|s| &s.matrix).collect();
    if let Some(folder) = folder {
        files::write(&comparison, &matrices, folder)?;
    }
    let most = args.limit.or(USUAL);
    match args.json.is_wanted {
        true => print_line(&json::json(&comparison, &matrices)?)?,
        false => terminal::say_lines(&text::text(&comparison, &matrices, most))?,
    }
    Ok(Exit::Done)
}
