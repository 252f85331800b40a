//! Conditions of `&&` and `||`: which were shown to decide (MC/DC), and which evaluations are missing.

use anyhow::{Result, ensure};
use fz_report::{mcdc::Mcdc, measure::Measure};

use super::ReportArgs;
use crate::{args::json, exit::Exit};

pub fn run(args: &ReportArgs) -> Result<Exit> {
    args.is_text()?;
    let (store, matrix) = args.matrix()?;
    ensure!(
        !store.catalogue.decisions.is_empty(),
        "{}: it has no evaluations of decisions: collect with `fz cov collect --build coverage-mcdc` into a new store",
        store.path().display()
    );
    let measure = Measure::of(&matrix);
    let mcdc = Mcdc::of(&measure, &args.sided.wanted(None)?)?;
    let most = args.limit.or_usual();
    args.write(&match args.json.is_wanted {
        true => json::text(&mcdc.json(args.all, most))?,
        false => mcdc.text(args.all, most),
    })?;
    Ok(Exit::Done)
}
