//! Decisions, and what MC/DC asks of their evaluations: for each condition two that it decided, one way and the other.
//!
//! A decision is an `&&` or `||` of the source with all that is joined below it. Two evaluations show a condition to decide
//! by itself if they come out differently, and of all conditions that both asked only this one answered differently
//! (masking MC/DC, as llvm-cov has it: a condition that one of them did not ask counts as equal). Conditions that the
//! compiler knows the answer of are left out.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use fz_abi::decisions as abi;
use serde::{Deserialize, Serialize};

use super::identities::{Catalogue, Place};

/// What stands for an evaluation that found no room: there were more than are kept.
pub const LOST: u64 = u64::MAX;

/// So many evaluations that came out one way are compared with those that came out the other.
const COMPARED: usize = 4096;

/// A decision of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Of its function ([`super::identities::Function::key`]), its text, its number among equal ones, and what follows its
    /// conditions.
    pub key: u64,
    /// The key of its function.
    pub function: u64,
    /// In the source; of what comes from a macro, where that is used.
    pub place: Option<Place>,
    /// Where the macro's definition has it; `None`: at the place.
    pub spelled: Option<Place>,
    /// The outermost macro that it comes from.
    pub expansion: Option<String>,
    pub text: String,
    pub asked: Vec<Asked>,
    /// Whether its evaluations are.
    pub is_recorded: bool,
}

/// A condition of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub text: String,
    /// The keys of its outcomes, true and false; `None`: no branch asks it.
    pub outcomes: Option<[u64; 2]>,
    /// [`abi::Asked::then`]
    pub then: [u32; 2],
    /// [`abi::Asked::known`]
    pub known: Option<bool>,
}

/// The first input that evaluated a decision in one way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct First {
    /// Milliseconds since the start of the run; [`u64::MAX`]: unknown.
    pub time: u64,
    pub input: Vec<u8>,
}

/// By decision and number of the evaluation, in one run.
pub type Evaluations = BTreeMap<(usize, u64), First>;

/// What is known of several runs, or of several parts of one.
pub fn join(known: &mut Evaluations, others: Evaluations) {
    for (evaluation, first) in others {
        let before = known.entry(evaluation).or_insert_with(|| first.clone());
        *before = first.min(before.clone());
    }
}

/// An evaluation of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Of those that [`abi::follow`] counts.
    pub number: u64,
    /// By condition: what it answered; `None`: it was not asked, or its answer is known.
    pub answers: Vec<Option<bool>>,
    pub result: bool,
}

/// What evaluations show of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// By number.
    pub evaluations: Vec<Evaluation>,
    /// By condition: two of the evaluations that it decides, the first true.
    pub pairs: Vec<Option<[usize; 2]>>,
    /// There were more evaluations than are kept.
    pub lost: bool,
}

impl Decision {
    /// As stores have it.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a decision has a form in JSON")
    }

    /// An error says that it is damaged.
    pub fn read(text: &str) -> Result<Decision> {
        let damaged = "it is damaged: a decision is none";
        let decision: Decision = serde_json::from_str(text).context(damaged)?;
        let is_fit = decision.ways().is_some() || !decision.is_recorded;
        is_fit.then_some(decision).context(damaged)
    }

    /// What follows each condition.
    pub fn order(&self) -> Vec<abi::Asked> {
        let asked = self.asked.iter();
        asked
            .map(|a| abi::Asked {
                then: a.then,
                known: a.known,
            })
            .collect()
    }

    /// By condition, how many ways lead from it to the end.
    pub fn ways(&self) -> Option<Vec<u64>> {
        let mut ways = vec![0; self.asked.len()];
        abi::count(&self.order(), &mut ways)?;
        Some(ways)
    }

    /// The conditions that can be shown to decide.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        let asked = self.asked.iter().enumerate();
        asked.filter(|(_, a)| a.known.is_none()).map(|(at, _)| at)
    }

    /// What evaluations of these numbers show. A number that the decision does not have is left out.
    pub fn shown(&self, numbers: impl IntoIterator<Item = u64>) -> Shown {
        let mut shown = Shown {
            pairs: vec![None; self.asked.len()],
            ..Shown::default()
        };
        let (order, Some(ways)) = (self.order(), self.ways()) else {
            return shown;
        };
        for number in numbers {
            shown.lost |= number == LOST;
            let mut answers = vec![None; order.len()];
            let result = abi::follow(&order, &ways, number, |at, answer| {
                answers[at] = Some(answer).filter(|_| order[at].known.is_none());
            });
            shown.evaluations.extend(result.map(|result| Evaluation {
                number,
                answers,
                result,
            }));
        }
        let by_result = |wanted: bool| {
            let all = shown.evaluations.iter().enumerate();
            all.filter(move |(_, e)| e.result == wanted).take(COMPARED)
        };
        for (at, yes) in by_result(true) {
            for (other, no) in by_result(false) {
                if let Some(condition) = only_difference(&yes.answers, &no.answers) {
                    let pair = match yes.answers[condition] {
                        Some(true) => [at, other],
                        _ => [other, at],
                    };
                    shown.pairs[condition].get_or_insert(pair);
                }
            }
        }
        shown
    }

    /// An evaluation that would show, beside one that was seen, that a condition decides.
    pub fn wanted(&self, condition: usize, shown: &Shown) -> Option<Evaluation> {
        let seen = shown.evaluations.iter();
        seen.filter(|e| e.answers[condition].is_some())
            .find_map(|e| self.counterpart(condition, e))
    }

    /// The evaluation that answers as another up to a condition, there the other way, and comes out differently without any
    /// other difference.
    fn counterpart(&self, condition: usize, seen: &Evaluation) -> Option<Evaluation> {
        let (order, ways) = (self.order(), self.ways()?);
        // From where, what was answered last there, and the number so far. Later conditions have larger numbers.
        let mut work = vec![(0usize, 0u64)];
        // A way that did not lead there need not be gone again.
        let mut known = vec![false; order.len()];
        while let Some((at, number)) = work.pop() {
            if std::mem::replace(&mut known[at], true) {
                continue;
            }
            let answers = match (order[at].known, seen.answers[at]) {
                (Some(answer), _) => vec![answer],
                (None, Some(answer)) if at == condition => vec![!answer],
                (None, Some(answer)) => vec![answer],
                (None, None) => vec![false, true],
            };
            for answer in answers {
                let number = number + abi::adds(&order, &ways, at, answer);
                match order[at].then[abi::way(answer)] {
                    end @ (abi::TRUE | abi::FALSE) => {
                        if (end == abi::TRUE) != seen.result {
                            return self.shown([number]).evaluations.pop();
                        }
                    }
                    next => work.push((next as usize, number)),
                }
            }
        }
        None
    }
}

/// The only condition that both asked and that answered differently.
fn only_difference(one: &[Option<bool>], other: &[Option<bool>]) -> Option<usize> {
    let both = one.iter().zip(other).enumerate();
    let mut different = both.filter(|(_, answers)| matches!(answers, (Some(a), Some(b)) if a != b));
    let (first, None) = (different.next()?, different.next()) else {
        return None;
    };
    Some(first.0)
}

/// The decisions of a program in the order of its source, and what was seen of each.
pub fn shown<'a>(catalogue: &'a Catalogue, all: &Evaluations) -> Vec<(&'a Decision, Shown)> {
    let decisions = catalogue.decisions.iter().enumerate();
    let mut found: Vec<(&Decision, Shown)> = decisions
        .map(|(at, decision)| {
            let of = all.range((at, 0)..=(at, LOST));
            (decision, decision.shown(of.map(|((_, number), _)| *number)))
        })
        .collect();
    let place = |d: &Decision| d.place.as_ref().map(|p| (p.file.clone(), p.line, p.column));
    found.sort_by_cached_key(|(decision, _)| (place(decision), decision.key));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::decision;

    fn row(evaluation: &Evaluation) -> String {
        let letter = |a: &Option<bool>| match a {
            Some(true) => 'T',
            Some(false) => 'F',
            None => '-',
        };
        let answers: String = evaluation.answers.iter().map(letter).collect();
        format!("{answers}={}", evaluation.result)
    }

    #[test]
    fn two_evaluations_show_what_only_they_differ_in() {
        // `(a || b) && c`
        let decision = decision(1, &[[2, 1], [2, abi::FALSE], [abi::TRUE, abi::FALSE]]);
        let all = decision.shown(0..5);
        let rows: Vec<String> = all.evaluations.iter().map(row).collect();
        assert_eq!(
            rows,
            [
                "T-T=true",
                "T-F=false",
                "FTT=true",
                "FTF=false",
                "FF-=false"
            ]
        );
        assert_eq!(all.pairs, [Some([0, 4]), Some([2, 4]), Some([0, 1])]);
        // Without the fifth nobody has seen what `a` and `b` decide.
        let some = decision.shown([0, 2, 3, LOST, 77]);
        assert_eq!(some.pairs, [None, None, Some([1, 2])]);
        assert!(some.lost && !all.lost);
        let wanted = |at| decision.wanted(at, &some).map(|e| row(&e));
        assert_eq!(wanted(0).as_deref(), Some("FF-=false"));
        assert_eq!(wanted(1).as_deref(), Some("FF-=false"));
    }

    #[test]
    fn the_first_input_stays() {
        let first = |time, input: &str| First {
            time,
            input: input.into(),
        };
        let mut known = Evaluations::from([((0, 1), first(5, "b"))]);
        let others = [((0, 1), first(5, "a")), ((0, 2), first(9, "c"))];
        join(&mut known, others.into());
        join(&mut known, [((0, 1), first(u64::MAX, "0"))].into());
        assert_eq!(known[&(0, 1)], first(5, "a"));
        assert_eq!(known[&(0, 2)], first(9, "c"));
    }

    #[test]
    fn a_decision_is_read_as_it_was_written() {
        let decision = decision(1, &[[1, abi::FALSE], [abi::TRUE, abi::FALSE]]);
        assert_eq!(Decision::read(&decision.write()).unwrap(), decision);
        let mut damaged = decision.clone();
        damaged.asked[1].then = [0, 0];
        let error = Decision::read(&damaged.write()).unwrap_err();
        assert!(format!("{error:#}").contains("damaged"), "{error:#}");
        assert!(Decision::read("[]").is_err());
    }
}
