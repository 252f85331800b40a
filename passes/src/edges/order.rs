//! Assigns each counter its place in a row.
//!
//! Counters that are neighbours in the code are likely to run one after the other. Where the row's address is in a
//! register, a Zen 5 predicts that the load of a counter reads what was just stored to its neighbour in the same four
//! bytes; it detects the mistake late and starts over. That was two thirds of the cost of contexts. So neighbours in
//! the code are four bytes apart:
//!
//! ```text
//! counter in the code   0 1 2 3 4 5 6 7 8 9
//! place in the row      0 4 8 1 5 9 2 6 3 7
//! ```

use crate::analyses::prune::{CountSource, CounterPlan};

/// The number of bytes within which the processor confuses addresses.
const APART: usize = 4;

/// Assigns the counters of a plan their places. The entry's counter, if there is one, stays first.
pub fn spread(plan: &mut CounterPlan) {
    let count = plan.kept.len();
    let places: Vec<usize> = (0..APART)
        .flat_map(|first| (first..count).step_by(APART))
        .collect();
    let mut kept = plan.kept.clone();
    for (site, place) in plan.kept.iter().zip(&places) {
        kept[*place] = *site;
    }
    plan.kept = kept;
    for known in &mut plan.known {
        if let CountSource::By(counter) = known {
            *counter = places[*counter];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_a_permutation_that_keeps_the_entry_first() {
        for count in 0..40 {
            let mut plan = CounterPlan {
                kept: (0..count).collect(),
                known: (0..count).map(CountSource::By).collect(),
            };
            spread(&mut plan);
            assert!(plan.kept.first().is_none_or(|site| *site == 0));
            for (site, known) in plan.known.iter().enumerate() {
                let CountSource::By(place) = known else {
                    panic!("{known:?}");
                };
                assert_eq!(plan.kept[*place], site);
            }
        }
    }

    #[test]
    fn neighbours_stand_apart() {
        let mut plan = CounterPlan {
            kept: (0..10).collect(),
            known: (0..10).map(CountSource::By).collect(),
        };
        spread(&mut plan);
        assert_eq!(plan.kept, [0, 3, 6, 8, 1, 4, 7, 9, 2, 5]);
    }
}
