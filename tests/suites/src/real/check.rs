//! `--check`: builds in which every edge says who it is whenever it runs, and what they found when the suites ran.
//!
//! A finding is a counter of two identities: two edges, or one edge called from two places, that share a byte.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use xtask::repo;

/// The profile of such builds.
const PROFILE: &str = r#"summary = "context, with a self-check"
extends = "context"

[feedback.edges]
check = "on"
"#;

/// Writes the profile, and returns its name for `FZ_PROFILE`.
pub fn profile() -> Result<String> {
    let path = repo::made().join("real/check.toml");
    fs::create_dir_all(path.parent().expect("a file in a folder"))?;
    fs::write(&path, PROFILE).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path.display().to_string())
}

/// What the processes of a suite left behind.
#[derive(Default)]
pub struct Found {
    pub processes: u64,
    /// Counters that had an identity, summed over processes.
    pub identities: u64,
    pub executions: u64,
    /// A line each.
    pub findings: Vec<String>,
}

/// Makes an empty folder for reports.
pub fn watch(dir: &Path) -> Result<()> {
    repo::clear(dir)?;
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))
}

pub fn read(dir: &Path) -> Result<Found> {
    let mut found = Found::default();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&path)?;
        if name.starts_with("findings") {
            found.findings.extend(text.lines().map(str::to_owned));
            continue;
        }
        // `counters N executions M`
        for line in text.lines() {
            let numbers: Vec<u64> = line.split(' ').filter_map(|w| w.parse().ok()).collect();
            let [counters, executions] = numbers[..] else {
                anyhow::bail!("{} says {line:?}", path.display());
            };
            found.processes += 1;
            found.identities += counters;
            found.executions += executions;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{read, watch};

    #[test]
    fn processes_add_up_and_findings_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let reports = dir.path().join("reports");
        watch(&reports).unwrap();
        for (name, text) in [
            ("summary-1", "counters 3 executions 10\n"),
            ("summary-2", "counters 4 executions 20\n"),
            ("findings-2", "a and b\nc and d\n"),
        ] {
            fs::write(reports.join(name), text).unwrap();
        }
        let found = read(&reports).unwrap();
        assert_eq!(
            (found.processes, found.identities, found.executions),
            (2, 7, 30)
        );
        assert_eq!(found.findings, ["a and b", "c and d"]);
        fs::write(reports.join("summary-3"), "counters\n").unwrap();
        assert!(read(&reports).is_err());
        watch(&reports).unwrap();
        assert_eq!(read(&reports).unwrap().processes, 0);
    }
}
