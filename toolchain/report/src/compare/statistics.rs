//! The statistics of comparisons. Samples are one number a run.

use statrs::{
    statistics::{Data, OrderStatistics},
    stats_tests::{
        Alternative,
        mannwhitneyu::{MannWhitneyUMethod, mannwhitneyu},
    },
};

/// Significant is what is less probable by chance.
pub const SIGNIFICANT: f64 = 0.05;

/// Up to so many values of both samples together every way of dealing them out is counted. The normal distribution that
/// stands in above is off by less than 0.001 there.
const EXACT: usize = 40;

/// The middle value, or the mean of the two middle ones.
pub fn median(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| Data::new(values.to_vec()).median())
}

/// The median of the values' distances from their median.
pub fn mad(values: &[f64]) -> Option<f64> {
    let middle = median(values)?;
    let distances: Vec<f64> = values.iter().map(|v| (v - middle).abs()).collect();
    median(&distances)
}

/// Whether two samples are of one distribution (Mann and Whitney 1947).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Test {
    /// In how many pairs the first sample's value is larger; equal ones are half a pair.
    pub u: f64,
    /// Vargha's and Delaney's effect size: how often a value of the first sample is larger than one of the second, from 0
    /// to 1.
    pub a12: f64,
    /// Two-sided.
    pub p: f64,
    /// Corrected for all tests of one table ([`holm`]).
    #[serde(rename = "p-corrected")]
    pub corrected: f64,
}

impl Test {
    /// `None` if a sample is empty.
    pub fn of(one: &[f64], other: &[f64]) -> Option<Test> {
        if one.is_empty() || other.is_empty() {
            return None;
        }
        let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        let u: f64 = pairs
            .map(|(a, b)| match a.total_cmp(b) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })
            .sum();
        let p = match one.len() + other.len() <= EXACT {
            true => exact(u, one, other),
            false => {
                let method = MannWhitneyUMethod::AsymptoticInclContinuityCorrection;
                let all_equal = one.iter().chain(other).all(|v| *v == one[0]);
                match mannwhitneyu(one, other, method, Alternative::TwoSided) {
                    Ok((_, p)) if !all_equal => p,
                    _ => 1.0,
                }
            }
        };
        Some(Test {
            u,
            a12: u / (one.len() * other.len()) as f64,
            p,
            corrected: p,
        })
    }
}

/// The share of all ways of dealing the values out to two samples of these sizes in which U is as far out as here, or
/// farther: twice that of the nearer end. Equal values have the mean of their ranks, so this holds with them, too.
fn exact(u: f64, one: &[f64], other: &[f64]) -> f64 {
    let mut all: Vec<f64> = one.iter().chain(other).copied().collect();
    all.sort_by(f64::total_cmp);
    // Twice the rank, which is whole.
    let ranks = all.iter().map(|v| {
        let below = all.partition_point(|o| o.total_cmp(v).is_lt());
        let until = all.partition_point(|o| o.total_cmp(v).is_le());
        below + until + 1
    });
    let ranks: Vec<usize> = ranks.collect();
    let (size, most) = (one.len(), ranks.iter().sum::<usize>());
    // By how many were taken, and the sum of their ranks: in how many ways.
    let mut ways = vec![vec![0.0f64; most + 1]; size + 1];
    ways[0][0] = 1.0;
    for rank in ranks {
        for taken in (1..=size).rev() {
            let (fewer, more) = ways.split_at_mut(taken);
            let (from, to) = (&fewer[taken - 1], &mut more[0]);
            for (to, from) in to[rank..].iter_mut().zip(from) {
                *to += from;
            }
        }
    }
    let least = (size * (size + 1)) as f64 / 2.0;
    let (mut below, mut above, mut total) = (0.0, 0.0, 0.0);
    for (sum, ways) in ways[size].iter().enumerate() {
        let found = sum as f64 / 2.0 - least;
        total += ways;
        below += if found <= u + 1e-9 { *ways } else { 0.0 };
        above += if found >= u - 1e-9 { *ways } else { 0.0 };
    }
    (2.0 * f64::min(below, above) / total).min(1.0)
}

/// The least p that two samples of these sizes can have: each value of one is above all of the other.
pub fn least_p(one: usize, other: usize) -> f64 {
    if one == 0 || other == 0 {
        return 1.0;
    }
    let ways = statrs::function::factorial::binomial((one + other) as u64, one as u64);
    (2.0 / ways).min(1.0)
}

/// What p-values of so many tests come to if none of them may be wrong by chance (Holm 1979).
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut corrected = vec![0.0; values.len()];
    let mut last: f64 = 0.0;
    for (rank, at) in order.into_iter().enumerate() {
        last = last.max(values[at] * (values.len() - rank) as f64).min(1.0);
        corrected[at] = last;
    }
    corrected
}

/// Corrects the tests of one table.
pub fn correct<'a>(tests: impl Iterator<Item = &'a mut Test>) {
    let tests: Vec<&mut Test> = tests.collect();
    let values: Vec<f64> = tests.iter().map(|t| t.p).collect();
    for (test, corrected) in tests.into_iter().zip(holm(&values)) {
        test.corrected = corrected;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn the_mad_is_about_the_median() {
        // Median 2; distances 1 1 0 0 2 4 7; their median 1. About the mean (4) the mean distance would be 2.57.
        let values = [1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9.0];
        assert_eq!((median(&values), mad(&values)), (Some(2.0), Some(1.0)));
        // An even number: 25 and 75 about 50.
        assert_eq!(median(&[100.0, 75.0, 25.0, 0.0]), Some(50.0));
        assert_eq!(mad(&[100.0, 75.0, 25.0, 0.0]), Some(37.5));
        assert_eq!(
            (median(&[]), mad(&[]), mad(&[7.0])),
            (None, None, Some(0.0))
        );
    }

    /// The largest U that is significant, two-sided at 0.05, in every textbook's table; one more is not.
    #[test]
    fn critical_values_are_those_of_the_tables() {
        const TABLE: [(usize, usize, usize); 12] = [
            (4, 4, 0),
            (4, 5, 1),
            (5, 5, 2),
            (5, 6, 3),
            (6, 6, 5),
            (7, 7, 8),
            (8, 8, 13),
            (9, 9, 17),
            (10, 10, 23),
            (10, 20, 55),
            (12, 15, 49),
            (20, 20, 127),
        ];
        for (n, m, critical) in TABLE {
            for (u, is_significant) in [(critical, true), (critical + 1, false)] {
                let (one, other) = with_u(n, m, u);
                let test = Test::of(&one, &other).unwrap();
                assert!(is_near(test.u, u as f64), "{n} {m} {u}: {}", test.u);
                assert_eq!(test.p <= 0.05, is_significant, "{n} {m} {u}: {}", test.p);
                let mirrored = Test::of(&other, &one).unwrap();
                assert!(is_near(mirrored.p, test.p) && is_near(mirrored.a12, 1.0 - test.a12));
            }
        }
    }

    /// Samples without equal values in which the first one's is the larger in `u` pairs.
    fn with_u(n: usize, m: usize, mut u: usize) -> (Vec<f64>, Vec<f64>) {
        let other: Vec<f64> = (0..m).map(|v| v as f64).collect();
        let one = (0..n).map(|at| {
            let above = u.min(m);
            u -= above;
            above as f64 - 0.5 - at as f64 * 1e-3
        });
        (one.collect(), other)
    }

    /// Ways counted by hand: of 3 against 3 there are 20, of 2 against 2 six.
    #[test]
    fn small_samples_are_counted_exactly() {
        let p = |a: &[f64], b: &[f64]| Test::of(a, b).unwrap().p;
        assert!(is_near(p(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]), 2.0 / 20.0));
        assert!(is_near(p(&[1.0, 2.0, 4.0], &[3.0, 5.0, 6.0]), 4.0 / 20.0));
        assert!(is_near(
            p(&[19.0, 22.0, 16.0, 29.0, 24.0], &[20.0, 11.0, 17.0, 12.0]),
            1.0 / 9.0
        ));
        // Values 1 1 2 2: of the six ways, {1 1} and {2 2} are as far as here.
        assert!(is_near(p(&[1.0, 1.0], &[2.0, 2.0]), 2.0 / 6.0));
        assert!(is_near(p(&[5.0; 4], &[5.0; 4]), 1.0));
        assert!(is_near(p(&[5.0; 40], &[5.0; 40]), 1.0));
        assert_eq!(Test::of(&[], &[1.0]), None);
    }

    #[test]
    fn effect_sizes_are_shares_of_pairs() {
        // Of nine pairs: 3>1, 3>2, 3=3, 4>all three, 2>1, 2=2: six larger, two equal.
        let test = Test::of(&[3.0, 4.0, 2.0], &[1.0, 2.0, 3.0]).unwrap();
        assert!(is_near(test.u, 7.0) && is_near(test.a12, 7.0 / 9.0));
    }

    #[test]
    fn fewer_than_four_runs_a_side_cannot_be_significant() {
        assert!(is_near(least_p(3, 3), 0.1));
        assert!(is_near(least_p(4, 4), 2.0 / 70.0));
        assert!(is_near(least_p(3, 5), 2.0 / 56.0));
        assert!(is_near(least_p(1, 1), 1.0) && is_near(least_p(0, 9), 1.0));
    }

    /// Sorted 0.005, 0.01, 0.03, 0.04: times 4, 3, 2, 1, never less than the one before.
    #[test]
    fn corrections_are_holms() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (got, wanted) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!(is_near(*got, wanted), "{corrected:?}");
        }
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
    }

    proptest! {
        /// Both ways to a p-value agree where one goes over into the other.
        #[test]
        fn exact_and_asymptotic_values_meet(
            one in proptest::collection::vec(0u32..30, 20), other in proptest::collection::vec(0u32..30, 20),
        ) {
            let [one, other] = [one, other].map(|s| s.into_iter().map(f64::from).collect::<Vec<_>>());
            let exact = Test::of(&one, &other).unwrap().p;
            let method = MannWhitneyUMethod::AsymptoticInclContinuityCorrection;
            let (_, p) = mannwhitneyu(&one, &other, method, Alternative::TwoSided).unwrap();
            prop_assert!((exact - p).abs() < 0.01, "{exact} {p}");
        }

        #[test]
        fn tests_are_symmetric(
            one in proptest::collection::vec(0u32..9, 1..9), other in proptest::collection::vec(0u32..9, 1..9),
        ) {
            let [one, other] = [one, other].map(|s| s.into_iter().map(f64::from).collect::<Vec<_>>());
            let (a, b) = (Test::of(&one, &other).unwrap(), Test::of(&other, &one).unwrap());
            prop_assert!(is_near(a.p, b.p) && is_near(a.a12 + b.a12, 1.0));
            prop_assert!(a.p >= least_p(one.len(), other.len()) - 1e-9 && a.p <= 1.0 + 1e-9);
        }
    }
}
