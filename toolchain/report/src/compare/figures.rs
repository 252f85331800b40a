//! Who reached how much of some things, and what of it: identities of a kind, or bugs.

use fz_base::numbers::{self, percent};
use fz_coverage::{identities::Kind, sets::Set};
use serde::Serialize;

use super::statistics::{Test, mad, median};

/// In the order of a program's sides.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Figures {
    /// All that there are.
    pub known: usize,
    /// All that can be reached.
    pub reachable: usize,
    /// That any side reached.
    pub reached: usize,
    /// That every side reached.
    pub common: usize,
    pub sides: Vec<SideFigures>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideFigures {
    pub side: String,
    /// What each run reached.
    pub runs: Vec<usize>,
    pub median: f64,
    /// What all runs together reached.
    pub total: usize,
    /// That no other side reached.
    pub only: usize,
    /// That the baseline did not reach.
    pub gained: usize,
    /// That only the baseline reached, of this side and that.
    pub missed: usize,
    /// Of what the baseline reached.
    pub gained_percent: f64,
    pub missed_percent: f64,
    /// `consistency[n]`: identities that n + 1 runs reached.
    pub consistency: Vec<usize>,
    /// `None` where nothing was reached.
    pub ccs: Option<Ccs>,
    /// Of the runs' numbers against the baseline's.
    pub test: Option<Test>,
}

/// The coverage consistency score, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ccs {
    pub median: f64,
    pub mad: f64,
}

/// A side's name, and what each of its runs reached.
pub type Runs = (String, Vec<Set>);

impl Figures {
    /// Of things of which there are so many, and of which so many can be reached.
    pub fn of([known, reachable]: [usize; 2], sides: &[Runs], baseline: usize) -> Figures {
        let limit = sides
            .iter()
            .flat_map(|(_, runs)| runs)
            .map(Set::limit)
            .max();
        let limit = limit.unwrap_or(0);
        let in_runs = |(_, runs): &Runs| {
            let mut counts = vec![0usize; limit];
            runs.iter().flat_map(Set::iter).for_each(|n| counts[n] += 1);
            counts
        };
        let in_runs: Vec<Vec<usize>> = sides.iter().map(in_runs).collect();
        let reached_by = |n: usize| in_runs.iter().filter(|counts| counts[n] > 0).count();
        let reached_by: Vec<usize> = (0..limit).map(reached_by).collect();
        let sizes = |(_, runs): &Runs| runs.iter().map(Set::len).collect::<Vec<_>>();
        let of_baseline = floats(&sizes(&sides[baseline]));
        let base = &in_runs[baseline];
        let of_base = base.iter().filter(|n| **n > 0).count();
        let side = |(at, side): (usize, &Runs)| {
            let counts = &in_runs[at];
            let has = |is: &dyn Fn(usize) -> bool| (0..limit).filter(|n| is(*n)).count();
            let mut consistency = vec![0; side.1.len()];
            for count in counts.iter().filter(|n| **n > 0) {
                consistency[count - 1] += 1;
            }
            let runs = sizes(side);
            let values = floats(&runs);
            let gained = has(&|n| counts[n] > 0 && base[n] == 0);
            let missed = has(&|n| counts[n] == 0 && base[n] > 0);
            SideFigures {
                side: side.0.clone(),
                median: median(&values).unwrap_or(0.0),
                total: has(&|n| counts[n] > 0),
                only: has(&|n| counts[n] > 0 && reached_by[n] == 1),
                gained,
                missed,
                gained_percent: percent(gained, of_base),
                missed_percent: percent(missed, of_base),
                ccs: Ccs::of(&consistency),
                test: match at == baseline {
                    true => None,
                    false => Test::of(&values, &of_baseline),
                },
                consistency,
                runs,
            }
        };
        Figures {
            known,
            reachable,
            reached: reached_by.iter().filter(|n| **n > 0).count(),
            common: reached_by.iter().filter(|n| **n == sides.len()).count(),
            sides: sides.iter().enumerate().map(side).collect(),
        }
    }

    /// What the number of those that can be reached leaves out.
    pub fn limit(&self) -> String {
        match self.reachable == self.known {
            true => String::new(),
            false => format!(
                " that can be reached ({} in all)",
                numbers::count(self.known)
            ),
        }
    }

    /// `5 of 8 outcomes (62.5 %)`
    pub fn share(&self, kind: Kind, reached: usize) -> String {
        let [some, can, all] = [reached, self.reachable, self.known].map(numbers::count);
        let (what, share) = (
            kind.plural(),
            numbers::share(percent(reached, self.reachable)),
        );
        match self.reachable == self.known {
            true => format!("{some} of {can} {what} ({share})"),
            false => format!("{some} of {can} {what} that can be reached ({share}; {all} in all)"),
        }
    }
}

pub fn floats(counts: &[usize]) -> Vec<f64> {
    counts.iter().map(|n| *n as f64).collect()
}

impl Ccs {
    /// Of how many identities 1, 2, … of the runs reached.
    fn of(consistency: &[usize]) -> Option<Ccs> {
        let share = |at: usize| percent(at + 1, consistency.len());
        let values = consistency.iter().enumerate();
        let values = values.flat_map(|(at, n)| std::iter::repeat_n(share(at), *n));
        let values: Vec<f64> = values.collect();
        Some(Ccs {
            median: median(&values)?,
            mad: mad(&values)?,
        })
    }
}
