//! `fz cov mcdc`

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fz_base::terminal;
use fz_coverage::store::Store;
use fz_report::{compare::wanted::Wanted, mcdc::Mcdc, measure::Measure};

use super::runs::Selected;
use crate::{
    args::{
        Says,
        json::{self, Json},
        limit::Limit,
        select::{Ignore, Select},
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov collect ./program --mcdc -i out -o run.fzcov -- @@   a build that records evaluations
  fz cov mcdc run.fzcov                                       conditions that were not shown to decide, and what is missing
  fz cov mcdc run.fzcov --all --limit 0 --json
  fz cov mcdc run.fzcov --select 'src:*/parse.c'

T: true, F: false, -: not asked. `T F = false` is an evaluation of `a && b`. A condition is shown to decide by two
evaluations that come out differently, and that differ in the answer of this condition alone.";

/// How many decisions are listed, unless the user says otherwise.
const USUAL: usize = 20;

#[derive(clap::Args)]
#[command(mut_arg("limit", |a| a.says(": decisions [default: 20]")))]
pub struct McdcArgs {
    /// The store
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    #[command(flatten)]
    selected: Selected,
    /// List decisions of which each condition was shown to decide, too
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    ignore: Ignore,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &McdcArgs) -> Result<Exit> {
    let store = Store::open(&args.store)?;
    ensure!(
        !store.catalogue.decisions.is_empty(),
        "{}: it has no evaluations of decisions: collect with `fz cov collect --mcdc` into a new store",
        args.store.display()
    );
    let matrix = args.selected.of(&store)?;
    let measure = Measure::of(&matrix);
    let wanted = Wanted::of(&args.select.rules, &[], None)?.without(&args.ignore.rules)?;
    let mcdc = Mcdc::of(&measure, &wanted)?;
    let most = args.limit.or(USUAL);
    match args.json.is_wanted {
        true => json::print(&mcdc.json(args.all, most))?,
        false => terminal::say_lines(&mcdc.text(args.all, most))?,
    }
    Ok(Exit::Done)
}
