//! The summary: how much was reached, and where inputs get no further.

use anyhow::{Context, Result};
use fz_report::{measure::Measure, summary::Summary};

use super::ReportArgs;
use crate::{args::json, exit::Exit};

pub fn run(args: &ReportArgs) -> Result<Exit> {
    args.is_text()?;
    let (store, matrix) = args.matrix()?;
    let wanted = args.sided.wanted(None)?;
    let selected = wanted.select(&matrix.catalogue)?;
    let measure = Measure::of_part(&matrix, Some(&selected));
    let mut summary = Summary::of(&measure, &wanted)?;
    if args.lines.are_llvms() {
        let shown = store.path().display().to_string();
        let counted = store.llvm_cov.with_context(|| {
            format!(
                "{shown} has no lines of llvm-cov's: `fz cov collect PROGRAM -i CORPUS -o {shown} --build llvm-cov` adds them; \
                 stores that were merged have none"
            )
        })?;
        summary = summary.with_lines_of(counted);
    }
    let most = args.limit.or_usual();
    args.write(&match args.json.is_wanted {
        true => json::line(&summary.json(most))?,
        false => summary.text(args.all, most),
    })?;
    Ok(Exit::Done)
}
