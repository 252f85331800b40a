//! What guards report while a package's suite runs: to a file, so that no test sees it in a program's output.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use fz_harness::ask;
use xtask::repo;

/// Where the reports of a suite go.
pub struct Log(PathBuf);

/// A report, as a line of the log.
#[derive(Deserialize)]
struct Report {
    file: String,
    line: u32,
    column: u32,
    kind: String,
    text: String,
}

/// What guards did in a package.
#[derive(Default)]
pub struct Found {
    /// Operations that could have guards, and those that have.
    pub before: u64,
    pub after: u64,
    /// Operations that went wrong in the suite.
    pub failed: usize,
}

impl Log {
    pub fn new(path: &Path) -> Result<Log> {
        if path.exists() {
            fs::remove_file(path)?;
        }
        Ok(Log(path.to_owned()))
    }

    pub fn tell(&self, command: &mut Command) {
        command
            .env("FZ_GUARD", "report")
            .env("FZ_GUARD_LOG", &self.0);
    }

    /// Sites by how many processes reported them, each with one of the reports.
    fn sites(&self) -> Result<Vec<(u64, String)>> {
        let Ok(text) = fs::read_to_string(&self.0) else {
            return Ok(Vec::new());
        };
        let mut sites: BTreeMap<_, (u64, String)> = BTreeMap::new();
        for line in text.lines() {
            let report: Report = serde_json::from_str(line)
                .with_context(|| format!("{}: {line}", repo::shown(&self.0)))?;
            let place = format!("{}:{}:{}", report.file, report.line, report.column);
            let text = format!("{place}: {}", report.text);
            let entry = sites.entry((place, report.kind)).or_insert((0, text));
            entry.0 += 1;
        }
        let mut sites: Vec<_> = sites.into_values().collect();
        sites.sort_by(|a, b| b.cmp(a));
        Ok(sites)
    }

    /// Counts them, and writes the list of sites beside the log.
    pub fn read(&self, linked: &[PathBuf]) -> Result<Found> {
        let sites = self.sites()?;
        let list = self.0.with_extension("txt");
        if !sites.is_empty() {
            let lines: String = sites
                .iter()
                .map(|(n, text)| format!("{n:6} {text}\n"))
                .collect();
            fs::write(&list, lines)?;
            eprintln!("fz: guards that failed: {}", repo::shown(&list));
        }
        let mut found = Found {
            failed: sites.len(),
            ..Found::default()
        };
        // Units that several programs are linked with count once.
        let mut units = HashMap::new();
        for object in linked {
            for unit in ask::guards(object)? {
                units.insert(unit.source.clone(), unit);
            }
        }
        for unit in units.values() {
            found.before += unit.before;
            found.after += unit.after;
        }
        Ok(found)
    }
}
