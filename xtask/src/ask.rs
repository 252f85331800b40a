//! What the built `fz` reports of programs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::{proc, repo};

/// `fz COMMAND --json OBJECT`. Its status repeats what the report says.
pub fn report<T: for<'a> Deserialize<'a>>(command: &str, object: &Path) -> Result<T> {
    let mut fz = Command::new(repo::stage().join("bin/fz"));
    let out = fz.args([command, "--json"]).arg(object).output()?;
    serde_json::from_slice(&out.stdout).with_context(|| {
        format!(
            "{} printed no report: {}",
            proc::rendered(&fz),
            String::from_utf8_lossy(&out.stderr).trim()
        )
    })
}

#[derive(Deserialize)]
struct Inspect {
    programs: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    images: Vec<Image>,
}

#[derive(Deserialize)]
struct Image {
    counters: u64,
    #[serde(default)]
    records: Vec<Record>,
    #[serde(default)]
    edges: Vec<Function>,
}

#[derive(Deserialize)]
struct Record {
    branches: u64,
    selects: u64,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    sites: Vec<Site>,
}

#[derive(Deserialize)]
struct Site {
    kind: String,
}

/// What records say of a program's code.
#[derive(Default)]
pub struct Decisions {
    /// Ways of branches and switches beyond the first.
    pub branches: u64,
    pub selects: u64,
    /// Conditional jumps that the edges of each function ask for, by the function's name.
    pub jumps: BTreeMap<String, u64>,
}

/// What the records of a program's own image say.
pub fn decisions(program: &Path) -> Result<Decisions> {
    let inspect: Inspect = report("inspect", program)?;
    let image = inspect.programs.first().and_then(|p| p.images.first());
    let image = image.context("fz inspect shows no image")?;
    let mut decisions = Decisions::default();
    for record in &image.records {
        decisions.branches += record.branches;
        decisions.selects += record.selects;
    }
    for function in &image.edges {
        let of_kind = |kind| function.sites.iter().filter(|s| s.kind == kind).count() as u64;
        // Both ways of a branch are edges, and each case of a switch.
        *decisions.jumps.entry(function.name.clone()).or_default() +=
            of_kind("branch") / 2 + of_kind("case");
    }
    Ok(decisions)
}

/// How many counters each image has; that of `object` comes first.
pub fn counters(object: &Path) -> Result<Vec<u64>> {
    let inspect: Inspect = report("inspect", object)?;
    let images = inspect.programs.iter().flat_map(|p| &p.images);
    let counters: Vec<u64> = images.map(|i| i.counters).collect();
    ensure!(!counters.is_empty(), "fz inspect shows no image");
    Ok(counters)
}
