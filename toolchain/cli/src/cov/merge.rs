//! `fz cov merge`

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use fz_base::words::many;
use fz_coverage::{
    merge::{self, Report},
    store::Store,
};

use crate::place::in_its_place;

#[derive(clap::Args)]
pub struct MergeArgs {
    /// Stores of one program, of several builds or not
    #[arg(required = true, value_name = "FILE.fzcov")]
    stores: Vec<PathBuf>,
    /// The store that all go into; it may be one of them
    #[arg(short = 'o', long, value_name = "FILE.fzcov")]
    out: PathBuf,
    /// Join stores of programs that have little in common, too
    #[arg(long)]
    force: bool,
}

pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    // What is no store is somebody's.
    if args.out.exists() {
        let is_ours = Store::open(&args.out);
        is_ours
            .with_context(|| format!("-o {}: it is there, and is no store", args.out.display()))?;
    }
    let stores = args.stores.iter().map(|path| Store::open(path));
    let stores: Vec<Store> = stores.collect::<Result<_>>()?;
    let report = in_its_place(&args.out, |beside| {
        merge::merge(&stores, beside, args.force)
    })?;
    for line in notes(&report, &stores) {
        eprintln!("fz: {line}");
    }
    Ok(ExitCode::SUCCESS)
}

fn notes(report: &Report, stores: &[Store]) -> Vec<String> {
    let mut lines = vec![format!(
        "{} of {}, {} identities",
        many(report.inputs, "input"),
        many(report.runs, "run"),
        report.identities
    )];
    if report.joined > 0 {
        lines.push(format!("{} inputs were in several stores", report.joined));
    }
    let alone = stores.iter().zip(&report.alone).filter(|(_, n)| **n > 0);
    lines.extend(
        alone.map(|(store, n)| format!("{n} identities are only in {}", store.path().display())),
    );
    lines
}
