//! How much runs had reached as time went by.

use fz_coverage::sets::Set;
use serde::Serialize;

use super::{sides::Side, statistics::median};
use crate::matrix::{Matrix, UNDATED};

/// Points of a curve.
const POINTS: u32 = 100;

/// Of the runs of a side.
#[derive(Debug, PartialEq, Serialize)]
pub struct Curve {
    pub side: String,
    pub points: Vec<Point>,
}

/// How many identities the runs had reached at a time: the least, the middle, the most of them; and all together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    pub seconds: f64,
    pub low: f64,
    pub median: f64,
    pub high: f64,
    pub together: usize,
}

/// One for each side whose inputs are all dated. A run that ended keeps what it had.
pub fn curves(matrix: &Matrix, sides: &[Side], mask: &Set) -> Vec<Curve> {
    let dated: Vec<&Side> = sides
        .iter()
        .filter(|s| s.runs.iter().all(|r| matrix.runs[*r].is_dated()))
        .collect();
    let lasts = dated.iter().flat_map(|s| &s.runs);
    let end = lasts
        .filter_map(|r| matrix.runs[*r].last)
        .max()
        .unwrap_or(0);
    let steps = POINTS.min(end).max(1);
    let times: Vec<u32> = (0..=steps)
        .map(|step| (u64::from(end) * u64::from(step) / u64::from(steps)) as u32)
        .collect();
    let curve = |side: &&Side| {
        let firsts = |of: &dyn Fn(usize) -> u32| {
            let mut firsts: Vec<u32> = mask.iter().map(of).filter(|t| *t < UNDATED).collect();
            firsts.sort_unstable();
            firsts
        };
        let of_run = |run: usize, n: usize| matrix.runs[run].first[n];
        let runs = side.runs.iter();
        let runs: Vec<Vec<u32>> = runs.map(|run| firsts(&|n| of_run(*run, n))).collect();
        let of_any = |n: usize| {
            let firsts = side.runs.iter().map(|run| of_run(*run, n));
            firsts.min().unwrap_or(UNDATED)
        };
        let together = firsts(&of_any);
        let points = times.iter().map(|time| {
            let until = |firsts: &Vec<u32>| firsts.partition_point(|t| t <= time);
            let counts: Vec<f64> = runs.iter().map(|r| until(r) as f64).collect();
            Point {
                seconds: f64::from(*time) / 1000.0,
                low: counts.iter().copied().reduce(f64::min).unwrap_or(0.0),
                median: median(&counts).unwrap_or(0.0),
                high: counts.iter().copied().reduce(f64::max).unwrap_or(0.0),
                together: until(&together),
            }
        });
        Curve {
            side: side.name.clone(),
            points: points.collect(),
        }
    };
    dated.iter().map(curve).collect()
}
