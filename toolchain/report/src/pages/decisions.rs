//! What a report shows of decisions: which of their conditions were shown to decide, and by which evaluations.

use std::collections::HashMap;

use fz_coverage::{
    decisions::{Decision as Known, Evaluation, Shown},
    identities::Identity,
};

use super::model::{Condition, Decision, Seen};
use crate::{mcdc, measure::Measure};

/// Evaluations of a decision that are listed; those of pairs come first.
const LISTED: usize = 24;

/// The decisions of a program.
#[derive(Default)]
pub struct Decided {
    all: Vec<Decision>,
    /// By the key of an outcome: the decision that its condition is of, and which of its conditions it is.
    of: HashMap<u64, (usize, usize)>,
}

impl Decided {
    pub fn of(measure: &Measure) -> Decided {
        let mut decided = Decided::default();
        let numbers = measure.matrix.catalogue.decisions.iter().zip(0..);
        let numbers: HashMap<u64, usize> = numbers.map(|(d, n)| (d.key, n)).collect();
        let recorded = measure.decisions.iter().filter(|(d, _)| d.is_recorded);
        for (known, shown) in recorded {
            let first = |evaluation: &Evaluation| {
                let first = measure
                    .evaluations
                    .get(&(numbers[&known.key], evaluation.number));
                first.map_or(String::new(), |f| {
                    String::from_utf8_lossy(&f.input).into_owned()
                })
            };
            for (at, asked) in known.asked.iter().enumerate() {
                let keys = asked.outcomes.into_iter().flatten();
                let here = (decided.all.len(), at);
                decided.of.extend(keys.map(|key| (key, here)));
            }
            decided.all.push(decision(known, shown, &first));
        }
        decided
    }

    /// Those that conditions of a file are of. They then have the numbers of these.
    pub fn of_file(&self, conditions: &mut [Condition]) -> Vec<Decision> {
        let known = conditions.iter_mut().filter_map(|c| c.decision.as_mut());
        let mut decisions = Vec::new();
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for (decision, _) in known {
            *decision = *numbers.entry(*decision).or_insert_with_key(|number| {
                decisions.push(self.all[*number].clone());
                decisions.len() - 1
            });
        }
        decisions
    }

    /// Which decision a condition is of, and which of its conditions it is.
    pub fn of_condition(&self, outcome: &Identity) -> Option<(usize, usize)> {
        self.of.get(&outcome.key).copied()
    }
}

fn decision(known: &Known, shown: &Shown, first: &dyn Fn(&Evaluation) -> String) -> Decision {
    let mut order: Vec<usize> = shown.pairs.iter().flatten().flatten().copied().collect();
    order.extend(0..shown.evaluations.len());
    let mut listed: Vec<usize> = Vec::new();
    for number in order {
        if !listed.contains(&number) {
            listed.push(number);
        }
        // Nobody reads more, and a pair may name any.
        if listed.len() == LISTED.max(2 * known.asked.len()) {
            break;
        }
    }
    let place = |number: usize| listed.iter().position(|n| *n == number);
    let pair = |pair: &Option<[usize; 2]>| {
        let [yes, no] = (*pair)?;
        Some([place(yes)?, place(no)?])
    };
    let missing = |at: usize| {
        let is_open = known.asked[at].known.is_none() && shown.pairs[at].is_none();
        let wanted = is_open.then(|| known.wanted(at, shown)).flatten();
        wanted.map(|wanted| mcdc::row(&wanted))
    };
    let conditions = 0..known.asked.len();
    Decision {
        text: known.text.clone(),
        conditions: known.asked.iter().map(|a| a.text.clone()).collect(),
        always: known.asked.iter().map(|a| a.known).collect(),
        pairs: shown.pairs.iter().map(pair).collect(),
        missing: conditions.map(missing).collect(),
        seen: listed
            .iter()
            .map(|n| Seen {
                row: mcdc::row(&shown.evaluations[*n]),
                input: first(&shown.evaluations[*n]),
            })
            .collect(),
        more: shown.evaluations.len() - listed.len(),
        lost: shown.lost,
    }
}
