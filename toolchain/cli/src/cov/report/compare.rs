//! A comparison: which lines and conditions each side reaches, and how consistently.

use anyhow::Result;
use fz_base::terminal;
use fz_report::compare::{files, json, text};

use super::ReportArgs;
use crate::{args::json::print_line, exit::Exit};

/// How many rows each list has, unless the user says otherwise.
const USUAL: usize = 10;

pub fn run(args: &ReportArgs) -> Result<Exit> {
    args.is_text()?;
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
