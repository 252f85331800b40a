//! What sides have used, as far as their campaigns' folders tell.

use fz_coverage::store::{Run, Used};
use serde::Serialize;

use super::{figures::Figures, sides::Side, statistics::median};
use crate::matrix::Matrix;

/// Of all runs of a side; `None` where that is not known of each.
#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Resources {
    pub wall_seconds: Option<f64>,
    pub cpu_seconds: Option<f64>,
    pub executions: Option<u64>,
    /// The largest peak of a run, in bytes.
    pub memory: Option<u64>,
    /// What a run reached, by the hours of processors that it had: the median of the runs.
    pub reached_per_cpu_hour: Option<f64>,
}

/// In the order of the sides; nothing if nothing is known of any.
pub fn of(matrix: &Matrix, sides: &[Side], figures: Option<&Figures>) -> Vec<Resources> {
    let of_side = |(at, side): (usize, &Side)| {
        let runs = || side.runs.iter().map(|run| &matrix.runs[*run].run);
        let seconds = |of: fn(&Used) -> Option<u64>| {
            let sum: Option<u64> = runs().map(|r: &Run| of(&r.used)).sum();
            sum.map(|ms| ms as f64 / 1000.0)
        };
        let reached = figures.map(|f| f.sides[at].runs.clone());
        let per_hour = runs()
            .zip(reached.unwrap_or_default())
            .map(|(run, reached)| {
                let cpu = run.used.cpu.filter(|ms| *ms > 0)?;
                Some(reached as f64 * 3_600_000.0 / cpu as f64)
            });
        let per_hour: Option<Vec<f64>> = per_hour.collect();
        let memory: Option<Vec<u64>> = runs().map(|r| r.used.memory).collect();
        Resources {
            wall_seconds: seconds(|u| u.wall),
            cpu_seconds: seconds(|u| u.cpu),
            executions: runs().map(|r| r.used.executions).sum(),
            memory: memory.and_then(|m| m.into_iter().max()),
            reached_per_cpu_hour: per_hour.and_then(|values| median(&values)),
        }
    };
    let all: Vec<Resources> = sides.iter().enumerate().map(of_side).collect();
    match all.iter().all(|r| *r == Resources::default()) {
        true => Vec::new(),
        false => all,
    }
}
