//! What a comparison has found: a line per package and profile, and what differs first.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::compare::{Difference, Kind};
use super::names::Renamed;
use super::package::Unit;
use super::toolchain::Toolchain;
use xtask::{proc, repo, table};

/// Differences that are printed for a package and profile; the file has them all.
const SHOWN: usize = 3;

#[derive(Serialize)]
pub struct Report {
    before: PathBuf,
    after: PathBuf,
    rows: Vec<Row>,
}

#[derive(Default, Serialize)]
pub struct Row {
    pub package: String,
    pub profile: String,
    pub seconds: f64,
    pub units: usize,
    pub equal: usize,
    /// Equal but for names that hold hashes.
    pub names: usize,
    /// Units that the first build does not compile.
    pub failed: usize,
    /// So many names differ.
    pub renamed: usize,
    pub renamed_example: Option<(String, String)>,
    /// Names that units share in one build and not in the other.
    pub torn: Vec<String>,
    pub different: Vec<Different>,
}

/// A unit that differs.
#[derive(Serialize)]
pub struct Different {
    source: String,
    dir: PathBuf,
    args: Vec<String>,
    /// Both objects, with `.before.o` and `.after.o` added.
    objects: PathBuf,
    differences: Vec<Difference>,
}

impl Row {
    pub fn differs(&mut self, unit: &Unit, differences: Vec<Difference>, objects: PathBuf) {
        self.different.push(Different {
            source: unit.source.clone(),
            dir: unit.dir.clone(),
            args: unit.args.clone(),
            objects,
            differences,
        });
    }

    pub fn renamed(&mut self, renamed: &Renamed) {
        let (count, example) = renamed.count();
        self.renamed = count;
        self.renamed_example = example.map(|(old, new)| (old.clone(), new.clone()));
        self.torn = renamed.torn().to_vec();
        self.different.sort_by(|a, b| a.source.cmp(&b.source));
    }

    /// Units that differ in this.
    fn in_kind(&self, kind: Kind) -> usize {
        let has = |d: &&Different| d.differences.iter().any(|d| d.kind == kind);
        self.different.iter().filter(has).count()
    }

    fn cells(&self) -> Vec<String> {
        let kinds = [Kind::Code, Kind::Records, Kind::Debug, Kind::Outcome];
        let mut cells = vec![self.package.clone(), self.profile.clone()];
        let counts = [self.units, self.equal, self.names];
        cells.extend(counts.map(|n| n.to_string()));
        cells.extend(kinds.map(|kind| self.in_kind(kind).to_string()));
        cells.push(self.failed.to_string());
        cells.push(format!("{:.0} s", self.seconds));
        cells
    }
}

impl Report {
    pub fn new(before: &Toolchain, after: &Toolchain) -> Report {
        Report {
            before: before.stage().to_path_buf(),
            after: after.stage().to_path_buf(),
            rows: Vec::new(),
        }
    }

    pub fn add(&mut self, row: Row) {
        for different in row.different.iter().take(SHOWN) {
            let first = &different.differences[0];
            eprintln!("      {}: {}", different.source, first.text);
        }
        self.rows.push(row);
    }

    pub fn write(&self, file: &Path) -> Result<()> {
        fs::write(file, serde_json::to_string_pretty(self)?)
            .with_context(|| format!("cannot write {}", file.display()))
    }

    pub fn print(&self) {
        let mut cells: Vec<Vec<String>> = self.rows.iter().map(Row::cells).collect();
        cells.push(self.total());
        table::under(
            "package | profile | units | equal | names | code | records | debug | outcome | uncompiled | time",
            &cells,
        );
        for row in &self.rows {
            self.print_differences(row);
        }
        self.print_frequent();
    }

    fn total(&self) -> Vec<String> {
        let mut total = Row {
            package: "all".to_string(),
            ..Row::default()
        };
        let kinds = [Kind::Code, Kind::Records, Kind::Debug, Kind::Outcome];
        for row in &self.rows {
            total.units += row.units;
            total.equal += row.equal;
            total.names += row.names;
            total.failed += row.failed;
            total.seconds += row.seconds;
        }
        let mut cells = total.cells();
        for (at, kind) in kinds.into_iter().enumerate() {
            let sum: usize = self.rows.iter().map(|row| row.in_kind(kind)).sum();
            cells[5 + at] = sum.to_string();
        }
        cells
    }

    fn print_differences(&self, row: &Row) {
        if row.different.is_empty() && row.torn.is_empty() {
            return;
        }
        println!("\n{} under {}:", row.package, row.profile);
        for different in row.different.iter().take(SHOWN) {
            println!(
                "  {} ({})",
                different.source,
                repo::shown(&different.objects)
            );
            for difference in different.differences.iter().take(SHOWN) {
                println!("    {:?}: {}", difference.kind, difference.text);
            }
            let more = different.differences.len().saturating_sub(SHOWN);
            if more > 0 {
                println!("    and {more} more");
            }
        }
        let more = row.different.len().saturating_sub(SHOWN);
        if more > 0 {
            println!("  and {more} more units");
        }
        for torn in row.torn.iter().take(SHOWN) {
            println!("  {torn}");
        }
    }

    /// Names and keys of records that differ in many units, said once.
    fn print_frequent(&self) {
        let example = self.rows.iter().find_map(|r| r.renamed_example.as_ref());
        if let Some((old, new)) = example {
            let count: usize = self.rows.iter().map(|r| r.renamed).sum();
            println!("\n{count} names differ, such as {old} / {new}");
        }
        let mut texts: BTreeMap<&str, usize> = BTreeMap::new();
        let different = self.rows.iter().flat_map(|r| &r.different);
        for difference in different.flat_map(|d| &d.differences) {
            *texts.entry(&difference.text).or_default() += 1;
        }
        let mut often: Vec<_> = texts.into_iter().filter(|(_, count)| *count > 1).collect();
        often.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (text, count) in often.into_iter().take(SHOWN * SHOWN) {
            println!("{count} times: {text}");
        }
    }

    /// An error if anything else than names differs.
    pub fn judged(&self) -> Result<()> {
        let different: usize = self.rows.iter().map(|r| r.different.len()).sum();
        let torn: usize = self.rows.iter().map(|r| r.torn.len()).sum();
        if different + torn > 0 {
            bail!("{different} units differ, and {torn} names do not correspond");
        }
        let seconds: f64 = self.rows.iter().map(|r| r.seconds).sum();
        let units: usize = self.rows.iter().map(|r| r.units).sum();
        let took = proc::seconds(std::time::Duration::from_secs_f64(seconds));
        println!("{units} units are equal ({took})");
        Ok(())
    }
}
