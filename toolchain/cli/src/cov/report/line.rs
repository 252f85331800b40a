//! Which inputs reach a line, the smallest first.

use anyhow::Result;
use fz_report::search::Found;

use super::ReportArgs;
use crate::{args::json, exit::Exit};

pub fn run(args: &ReportArgs) -> Result<Exit> {
    args.is_text()?;
    let (argument, store) = args.store()?;
    let line = args.at.as_ref().expect("the view of --at");
    let found = Found::of(&store, &argument.wanted, line)?;
    args.write(&match args.json.is_wanted {
        true => json::text(&found)?,
        false => found.text(args.limit.or_usual()),
    })?;
    Ok(Exit::Found.when(found.inputs.is_empty()))
}
