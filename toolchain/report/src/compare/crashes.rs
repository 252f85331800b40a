//! Bugs, compared as identities are: a bug is what crashes with one stack have in common, and a run reaches it if one of its
//! inputs does.

use fz_coverage::{
    crashes::{self, Crash, Frame},
    sets::Set,
};
use serde::Serialize;

use super::{
    figures::{Figures, Runs},
    sides::Side,
};
use crate::matrix::Matrix;

#[derive(Debug, Serialize)]
pub struct Crashes {
    #[serde(flatten)]
    pub figures: Figures,
    /// What most runs found comes first.
    pub bugs: Vec<Bug>,
}

#[derive(Debug, Serialize)]
pub struct Bug {
    pub key: String,
    /// As [`Crash::title`] has it.
    pub title: String,
    /// The functions of one of its stacks, the innermost first.
    pub stack: Vec<String>,
    /// File and line of the frame that is shown for it.
    #[serde(skip)]
    pub place: Option<(String, u32)>,
    /// In the order of the program's sides.
    pub sides: Vec<BugSide>,
}

#[derive(Debug, PartialEq, Serialize)]
pub struct BugSide {
    pub inputs: usize,
    pub runs: usize,
    /// Milliseconds from a run's start to the first that found it.
    pub first: Option<u64>,
}

impl Bug {
    fn runs(&self) -> usize {
        self.sides.iter().map(|s| s.runs).sum()
    }
}

/// What calls itself stands there once, with how often it does.
fn folded(names: Vec<String>) -> Vec<String> {
    let same = names.chunk_by(|a, b| a == b);
    let folded = same.map(|same| match same.len() {
        1 => same[0].clone(),
        often => format!("{} ×{often}", same[0]),
    });
    folded.collect()
}

pub fn of(matrix: &Matrix, sides: &[Side], baseline: usize) -> Option<Crashes> {
    let bugs = crashes::bugs(&matrix.crashes);
    let limit = bugs.len();
    if limit == 0 {
        return None;
    }
    let runs_of = |side: &Side| -> Vec<Set> {
        let found = |run: usize, bug: &crashes::Bug| bug.crashes.iter().any(|c| c.run == run);
        let reached = |run: &usize| {
            let found = bugs.iter().enumerate().filter(|(_, b)| found(*run, b));
            Set::of(limit, found.map(|(n, _)| n))
        };
        side.runs.iter().map(reached).collect()
    };
    let runs: Vec<Runs> = sides.iter().map(|s| (s.name.clone(), runs_of(s))).collect();
    let side = |bug: &crashes::Bug, side: &Side| {
        let of_side = bug.crashes.iter().filter(|c| side.runs.contains(&c.run));
        let of_side: Vec<&&Crash> = of_side.collect();
        let found = |run: &&usize| of_side.iter().any(|c| c.run == **run);
        BugSide {
            inputs: of_side.len(),
            runs: side.runs.iter().filter(found).count(),
            first: of_side.iter().filter_map(|c| c.time).min(),
        }
    };
    let bug = |bug: &crashes::Bug| Bug {
        key: format!("{:016x}", bug.key),
        title: bug.first.title(),
        stack: folded(bug.first.frames.iter().map(Frame::name).collect()),
        place: bug.first.site().map(|f| (f.file.clone(), f.line)),
        sides: sides.iter().map(|s| side(bug, s)).collect(),
    };
    let mut rows: Vec<Bug> = bugs.iter().map(bug).collect();
    rows.sort_by_key(|b| std::cmp::Reverse(b.runs()));
    Some(Crashes {
        figures: Figures::of([limit; 2], &runs, baseline),
        bugs: rows,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recursion_is_said_once() {
        let names = ["f", "g", "g", "g", "f"].map(str::to_owned).to_vec();
        assert_eq!(folded(names), ["f", "g ×3", "f"]);
    }
}
