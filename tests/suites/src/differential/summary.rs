//! The end of a run: what was compared, what was left out and why, what differs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::compare::{Omission, Verdict};
use super::failures::Difference;
use super::program::Source;
use xtask::table;

/// Everything that a run found.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    pub sources: BTreeMap<Source, Tally>,
    pub differences: Vec<Difference>,
    /// Tests of c-torture that are listed and need not be.
    pub needless: Vec<String>,
}

/// What came of the programs of one source.
#[derive(Debug, Default, Serialize)]
pub struct Tally {
    pub programs: u64,
    pub profiles: BTreeMap<String, Count>,
    /// How many programs were left out, at least in part.
    pub left_out: BTreeMap<&'static str, u64>,
}

#[derive(Debug, Default, Serialize)]
pub struct Count {
    pub programs: u64,
    pub comparisons: u64,
    pub differences: u64,
}

impl Summary {
    pub fn add(&mut self, source: Source, program: &str, verdict: Verdict) {
        let tally = self.sources.entry(source).or_default();
        tally.programs += 1;
        for (profile, comparisons) in &verdict.compared {
            let count = tally.profiles.entry(profile.clone()).or_default();
            count.programs += 1;
            count.comparisons += comparisons;
        }
        for difference in &verdict.differences {
            let count = tally
                .profiles
                .entry(difference.profile.clone())
                .or_default();
            count.differences += 1;
        }
        let mut kinds: Vec<&str> = verdict.left_out.iter().map(Omission::kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *tally.left_out.entry(kind).or_default() += 1;
        }
        if verdict.needless {
            self.needless.push(program.to_string());
        }
        self.differences.extend(verdict.differences);
    }

    /// Without the differences: each was told when it was found, and the run's error tells them again.
    pub fn print(&self) {
        let mut rows = Vec::new();
        let mut omissions = Vec::new();
        for (source, tally) in &self.sources {
            for (profile, count) in &tally.profiles {
                rows.push(vec![
                    source.name().to_string(),
                    profile.clone(),
                    count.programs.to_string(),
                    count.comparisons.to_string(),
                    count.differences.to_string(),
                ]);
            }
            for (kind, count) in &tally.left_out {
                let source = source.name().to_string();
                omissions.push(vec![source, count.to_string(), kind.to_string()]);
            }
        }
        table::under(
            "source | profile | programs | comparisons | differences",
            &rows,
        );
        if !omissions.is_empty() {
            println!();
            table::under("source | left out | because it", &omissions);
        }
        if !self.needless.is_empty() {
            println!(
                "\nneedlessly listed in tests/differential/torture.toml, take them out: {}",
                self.needless.join(" ")
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Omission, Source, Summary, Verdict};

    #[test]
    fn programs_are_counted_once_per_reason() {
        let verdict = Verdict {
            compared: [("fuzz".to_string(), 3)].into(),
            left_out: vec![Omission::Endless, Omission::Endless],
            ..Verdict::default()
        };
        let mut summary = Summary::default();
        summary.add(Source::Csmith, "1", verdict.clone());
        summary.add(Source::Csmith, "2", verdict);
        let tally = &summary.sources[&Source::Csmith];
        assert_eq!(tally.programs, 2);
        assert_eq!(tally.left_out[Omission::Endless.kind()], 2);
        assert_eq!(tally.profiles["fuzz"].comparisons, 6);
    }
}
