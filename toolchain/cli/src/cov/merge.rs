//! `fz cov merge`

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use fz_base::{tell, words::many};
use fz_coverage::{
    merge::{self, Report},
    store::Store,
};

use serde_json::{Value, json};

use crate::{
    args::{
        Says,
        json::{self, Json},
        output::RequiredOutput,
    },
    exit::Exit,
    place::in_its_place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov merge run1.fzcov run2.fzcov -o all.fzcov
  fz cov merge all.fzcov today.fzcov -o all.fzcov
      all.fzcov grows
  fz cov merge part*.fzcov -o all.fzcov --json
      how many inputs and runs there are now";

#[derive(clap::Args)]
#[command(mut_arg("output", |a| a.value_name("FILE.fzcov").says(
    ": the merged store, which may be one of those that are read"
)))]
pub struct MergeArgs {
    /// Stores of one program, of one build or several
    #[arg(required = true, value_name = "FILE.fzcov")]
    stores: Vec<PathBuf>,
    #[command(flatten)]
    output: RequiredOutput,
    /// Merge stores of programs that have little in common, too
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &MergeArgs) -> Result<Exit> {
    // What is no store is somebody's.
    let path = args.output.place("a store")?;
    let is_ours = Store::make_way(path);
    is_ours.with_context(|| format!("-o {}: it cannot be replaced", path.display()))?;
    let stores = args.stores.iter().map(|path| Store::open(path));
    let stores: Vec<Store> = stores.collect::<Result<_>>()?;
    let report = in_its_place(path, |beside| merge::merge(&stores, beside, args.force))?;
    match args.json.is_wanted {
        true => json::print(&json(&report, &stores, path))?,
        false => notes(&report, &stores)
            .iter()
            .for_each(|line| tell!("fz: {line}")),
    }
    Ok(Exit::Done)
}

fn json(report: &Report, stores: &[Store], path: &Path) -> Value {
    let alone = stores.iter().zip(&report.alone);
    let alone: Vec<Value> = alone
        .map(|(store, n)| json!({"store": store.path().to_string_lossy(), "identities": n}))
        .collect();
    json!({
        "store": path.to_string_lossy(),
        "inputs": report.inputs,
        "in-several": report.joined,
        "runs": report.runs,
        "identities": report.identities,
        "only-in": alone,
    })
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
