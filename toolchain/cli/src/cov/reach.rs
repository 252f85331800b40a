//! `fz cov reach`

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use fz_base::words::visible;
use fz_coverage::{store::Store, unrecorded};
use fz_report::reach::{self, Program, Several};

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
  fz cov reach all.fzcov                                      how much can be reached, and what of it was not
  fz cov reach all.fzcov --tree --limit 0                     the tree of calls, with the inputs that came by
  fz cov reach one.fzcov other.fzcov                          harnesses of a library: what each reaches alone, what none can

A function can be reached if calls by name lead to it from the harness or `main`, or if code or data that can be reached has
its address. What cannot be reached, no input runs: look for another harness.";

/// So many functions are listed, unless the user says otherwise.
const USUAL: usize = 20;

#[derive(clap::Args)]
#[command(mut_arg("limit", |a| a.says(": functions, or lines of the tree [default: 20]")))]
pub struct ReachArgs {
    /// The stores, one for each program
    #[arg(value_name = "FILE.fzcov", required = true)]
    stores: Vec<PathBuf>,
    /// Print the tree of calls, with the inputs that came by
    #[arg(long)]
    tree: bool,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &ReachArgs) -> Result<Exit> {
    let stores = args.stores.iter().map(|path| Store::open(path));
    let stores: Vec<Store> = stores.collect::<Result<_>>()?;
    let tallies = reach::tallies(&stores)?;
    let names = reach::names(&stores);
    let named = stores.iter().zip(&tallies).zip(&names);
    let programs = named.map(|((store, tally), name)| Program::of(name, store, tally));
    let programs: Vec<Program> = programs.collect::<Result<_>>()?;
    let most = args.limit.or(USUAL);
    for (tally, name) in tallies.iter().zip(&names) {
        if let Some(note) = unrecorded::note(&tally.unrecorded) {
            eprintln!("fz: note: {}: {note}", visible(name));
        }
    }
    let several = Several::of(&programs);
    if args.json.is_wanted {
        json::print(&several.json(most, args.tree))?;
        return Ok(Exit::Done);
    }
    let mut out = std::io::stdout().lock();
    if args.tree {
        for program in &programs {
            if programs.len() > 1 {
                writeln!(out, "{}", visible(&program.name))?;
            }
            write!(out, "{}", program.tree_text(most))?;
        }
        return Ok(Exit::Done);
    }
    match &programs[..] {
        [program] => write!(out, "{}", program.text(most))?,
        _ => write!(out, "{}", several.text(most))?,
    }
    Ok(Exit::Done)
}
