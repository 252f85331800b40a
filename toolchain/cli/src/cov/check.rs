//! `fz cov check`

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fz_base::{tell, terminal};
use fz_coverage::{store::Store, unrecorded};
use fz_report::{
    changes::Changes,
    check::{Check, Gates, Minimum},
    measure::Measure,
};

use super::runs::Selected;
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
  fz cov check new.fzcov --min lines=60% --min functions=120
  fz cov check new.fzcov --no-loss old.fzcov                  all that old.fzcov reaches has to be reached
  fz cov check new.fzcov --diff change.patch --min changed=80%
  git diff main... | fz cov check new.fzcov --diff /dev/stdin --markdown comment.md

Exit status 1 means that a gate failed. Shares are of what can be reached. What only some runs of an input reach (`fz cov
collect --repeat`), and what the program has no more, is no loss.";

/// So many rows of each list are printed, unless the user says otherwise.
const USUAL: usize = 20;

#[derive(clap::Args)]
#[command(mut_arg("limit", |a| a.says(": rows of each list [default: 20]")))]
pub struct CheckArgs {
    /// The store
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    /// Fail if less is reached: functions, lines, conditions, in-all-their-ways, outcomes, regions, edges, calls, guards, mc/dc, as the summary
    /// counts them; changed, of the lines that --diff adds. N% is a share of what can be reached, N a number. May be repeated
    #[arg(long, value_name = "WHAT=N%", value_parser = Minimum::parse)]
    min: Vec<Minimum>,
    /// Fail if this store reaches anything that is not reached now
    #[arg(long, value_name = "BASELINE.fzcov")]
    no_loss: Option<PathBuf>,
    /// List what is reached of the lines that this patch adds (a unified diff)
    #[arg(long, value_name = "FILE")]
    diff: Option<PathBuf>,
    /// Write the result in Markdown, too, for a comment
    #[arg(long, value_name = "FILE", value_parser = output::more())]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    selected: Selected,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &CheckArgs) -> Result<Exit> {
    ensure!(
        !args.min.is_empty() || args.no_loss.is_some() || args.diff.is_some(),
        "say what to check: --min, --no-loss or --diff"
    );
    let store = Store::open(&args.store)?;
    let baseline = args.no_loss.as_deref().map(Store::open).transpose()?;
    let changes = args.diff.as_deref().map(Changes::read).transpose()?;
    let matrix = args.selected.of(&store)?;
    let measure = Measure::of(&matrix);
    let check = Check::of(
        &store,
        &measure,
        &Gates {
            minima: &args.min,
            baseline: baseline.as_ref(),
            changes: changes.as_ref(),
        },
    )?;
    let most = args.limit.or(USUAL);
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
    Ok(match check.passed {
        true => Exit::Done,
        false => Exit::Found,
    })
}
