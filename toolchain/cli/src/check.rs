//! `fz check`: gates.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fz_base::{tell, terminal};
use fz_coverage::{store::Store, unrecorded};
use fz_report::{
    changes::Changes,
    check::{Check, Gates, Minimum},
    compare::sides::Argument,
    matrix::Matrix,
    measure::Measure,
};

use crate::{
    args::{
        Says,
        json::{self, Json},
        limit::Limit,
        output,
    },
    exit::Exit,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz check new.fzcov --min lines=60% --min functions=120
  fz check new.fzcov --no-loss old.fzcov
      what old.fzcov reaches has to be reached
  fz check new.fzcov --patch change.patch --min changed=80%
  git diff main... | fz check new.fzcov --patch /dev/stdin --markdown pr.md

Exit status 1 means that a gate failed. Shares are of what can be reached. It
is not a loss if only some runs of an input reach something (`fz cov collect
--repeat`), or if the program does not have it any more.";

#[derive(clap::Args)]
#[command(mut_arg("limit", |a| a.says(" of each list [default: 20]")))]
pub struct CheckArgs {
    /// The store, or some of its runs: FILE.fzcov[:DIMENSION=VALUE,…], where a dimension is campaign, fuzzer, configuration
    /// or run
    #[arg(value_name = "FILE.fzcov", value_parser = Argument::parse)]
    store: Argument,
    /// Fail if less is reached: functions, lines, conditions, both-outcomes, outcomes, regions, edges, calls, guards, mc/dc, as the summary
    /// counts them; changed, of the lines that --patch adds. N% is a share of what can be reached, N a number. May be repeated
    #[arg(long, value_name = "WHAT=N%", value_parser = Minimum::parse)]
    min: Vec<Minimum>,
    /// Fail if this store reaches anything that is not reached now
    #[arg(long, value_name = "BASELINE.fzcov")]
    no_loss: Option<PathBuf>,
    /// List what is reached of the lines that this patch adds (a unified diff)
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// Write the result in Markdown, too, for a comment
    #[arg(long, value_name = "FILE", value_parser = output::more())]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &CheckArgs) -> Result<Exit> {
    ensure!(
        !args.min.is_empty() || args.no_loss.is_some() || args.patch.is_some(),
        "say what to check: --min, --no-loss or --patch"
    );
    let store = Store::open(&args.store.path)?;
    let baseline = args.no_loss.as_deref().map(Store::open).transpose()?;
    let changes = args.patch.as_deref().map(Changes::read).transpose()?;
    let matrix = Matrix::of(&store, &args.store.wanted)?;
    let measure = Measure::of(&matrix);
    let gates = Gates {
        minima: &args.min,
        baseline: baseline.as_ref(),
        changes: changes.as_ref(),
    };
    let check = Check::of(&store, &measure, &gates)?;
    let most = args.limit.or_usual();
    if let Some(file) = &args.markdown {
        place::write(Some(file), |to| {
            Ok(to.write_all(check.markdown(most).as_bytes())?)
        })?;
    }
    if let Some(note) = unrecorded::note(&matrix.unrecorded) {
        tell!("fz: note: {note}");
    }
    match args.json.is_wanted {
        true => json::print(&check)?,
        false => terminal::say_lines(&check.text(most))?,
    }
    Ok(Exit::Found.when(!check.passed))
}
