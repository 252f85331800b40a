//! `fz cov summary`

use std::path::PathBuf;

use anyhow::{Context, Result};
use fz_base::terminal;
use fz_coverage::store::Store;
use fz_report::{compare::wanted::Wanted, measure::Measure, summary::Summary};

use super::runs::Selected;
use crate::{
    args::{
        Says,
        json::{self, Json},
        limit::Limit,
        lines::Lines,
        select::{Ignore, Select},
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov summary all.fzcov
  fz cov summary all.fzcov --files --limit 5                  a line for each file, and five conditions
  fz cov summary all.fzcov --ignore fun:main --ignore 'src:*.tab.c'  without options and generated code
  fz cov summary all.fzcov --lines llvm                       to compare with a page of llvm-cov's
  fz cov summary all.fzcov --fuzzer afl++ --json";

#[derive(clap::Args)]
#[command(
    mut_arg("limit", |a| a.says(": conditions of the frontier [default: 20]")),
    mut_arg("select", |a| a.says(". It limits what is listed of the frontier")),
    mut_arg("ignore", |a| a.says(". It limits what is listed of the frontier"))
)]
pub struct SummaryArgs {
    /// The store
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    #[command(flatten)]
    selected: Selected,
    /// Print a line for each file, too
    #[arg(long)]
    files: bool,
    /// Those of the store are of the inputs that `fz cov collect --lines llvm` ran
    #[command(flatten)]
    lines: Lines,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    ignore: Ignore,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &SummaryArgs) -> Result<Exit> {
    let store = Store::open(&args.store)?;
    let matrix = args.selected.of(&store)?;
    let wanted = Wanted::of(&args.select.rules, &[], None)?.without(&args.ignore.rules)?;
    let measure = Measure::of(&matrix);
    let mut summary = Summary::of(&measure, &wanted)?;
    if args.lines.are_llvms() {
        let shown = args.store.display();
        let counted = store.llvm_cov.with_context(|| {
            format!(
                "{shown} has no lines of llvm-cov's: `fz cov collect PROGRAM -i CORPUS -o {shown} --lines llvm` adds them; \
                 stores that were merged have none"
            )
        })?;
        summary = summary.with_lines_of(counted);
    }
    let most = args.limit.or_usual();
    match args.json.is_wanted {
        true => json::print_line(&summary.json(most))?,
        false => terminal::say_lines(&summary.text(args.files, most))?,
    }
    Ok(Exit::Done)
}
