//! What `fz doctor --json` says of a linked object's units.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{proc, repo};

pub struct Units {
    pub instrumented: usize,
    /// Without counters, for a named reason.
    pub explained: usize,
    /// Without counters and without a reason: silently plain.
    pub unexplained: Vec<String>,
}

pub fn of(object: &Path) -> Result<Units> {
    let json = proc::output(
        Command::new(repo::stage().join("bin/fz"))
            .args(["doctor", "--json"])
            .arg(object),
    )?;
    let report: serde_json::Value =
        serde_json::from_str(&json).context("fz doctor printed no JSON")?;
    let units = report["units"]
        .as_array()
        .context("fz doctor lists no units")?;
    let mut found = Units {
        instrumented: 0,
        explained: 0,
        unexplained: Vec::new(),
    };
    for unit in units {
        if unit["counters"].as_u64().is_some_and(|n| n > 0) {
            found.instrumented += 1;
        } else if unit["reason"].is_string() {
            found.explained += 1;
        } else {
            found.unexplained.push(
                unit["source"]
                    .as_str()
                    .unwrap_or("a unit without a name")
                    .to_string(),
            );
        }
    }
    Ok(found)
}
