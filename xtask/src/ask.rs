//! What the built `fz` reports of programs.

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
}

/// How many counters each image has; that of `object` comes first.
pub fn counters(object: &Path) -> Result<Vec<u64>> {
    let inspect: Inspect = report("inspect", object)?;
    let images = inspect.programs.iter().flat_map(|p| &p.images);
    let counters: Vec<u64> = images.map(|i| i.counters).collect();
    ensure!(!counters.is_empty(), "fz inspect shows no image");
    Ok(counters)
}
