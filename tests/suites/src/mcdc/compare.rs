//! Decisions of two builds, side by side.

use std::collections::{BTreeMap, BTreeSet};

pub use crate::truth::compare::Key;

/// What was seen of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decision {
    /// By condition: whether it was shown to decide.
    pub shown: Vec<bool>,
    /// By evaluation: what each condition answered, and the result.
    pub evaluations: BTreeSet<(Vec<Option<bool>>, bool)>,
    /// Conditions that the compiler knows the answer of.
    pub known: Vec<bool>,
    /// Its text, where that is known.
    pub text: String,
    pub is_recorded: bool,
}

pub type Decisions = BTreeMap<Key, Vec<Decision>>;

#[derive(Debug, Default)]
pub struct Report {
    /// That both have.
    pub decisions: usize,
    pub equal: usize,
    /// clang takes no notice of `!` before a part of a decision.
    pub negated: usize,
    /// clang numbers conditions of macros by where the macros are defined.
    pub permuted: usize,
    /// The compiler knows the result, of one instance of a template, say, so that there is no code.
    pub settled: usize,
    /// fz says that it does not record them.
    pub unrecorded: usize,
    /// clang measures no decision that another stands in.
    pub ours_alone: usize,
    pub theirs_alone: Vec<String>,
    pub different: Vec<String>,
}

impl Decision {
    /// With its conditions in another order.
    fn permuted(&self, order: &[usize]) -> Decision {
        let evaluations = self.evaluations.iter();
        Decision {
            shown: order.iter().map(|at| self.shown[*at]).collect(),
            evaluations: evaluations
                .map(|(e, r)| (order.iter().map(|at| e[*at]).collect(), *r))
                .collect(),
            ..Decision::default()
        }
    }

    /// Without conditions whose answer is known, and without the text.
    fn reduced(&self, known: &[bool]) -> Decision {
        fn left<T: Clone>(all: &[T], known: &[bool]) -> Vec<T> {
            let all = all.iter().zip(known).filter(|(_, known)| !**known);
            all.map(|(one, _)| one.clone()).collect()
        }
        let evaluations = self.evaluations.iter();
        Decision {
            shown: left(&self.shown, known),
            evaluations: evaluations.map(|(e, r)| (left(e, known), *r)).collect(),
            ..Decision::default()
        }
    }
}

/// What a decision has in any order of its conditions: how many were shown, and of each evaluation, how many conditions
/// answered what, and the result; and of each condition, how many evaluations answered what.
type Form = (usize, Vec<([usize; 3], bool)>, Vec<[usize; 3]>);

impl Decision {
    fn form(&self) -> Form {
        let count = |answers: &mut dyn Iterator<Item = Option<bool>>| {
            let mut counts = [0; 3];
            for answer in answers {
                counts[answer.map_or(2, usize::from)] += 1;
            }
            counts
        };
        let evaluations = self.evaluations.iter();
        let mut rows: Vec<_> = evaluations
            .map(|(e, result)| (count(&mut e.iter().copied()), *result))
            .collect();
        rows.sort_unstable();
        let column = |at: usize| count(&mut self.evaluations.iter().map(|(e, _)| e[at]));
        let mut columns: Vec<_> = (0..self.shown.len()).map(column).collect();
        columns.sort_unstable();
        let shown = self.shown.iter().filter(|shown| **shown).count();
        (shown, rows, columns)
    }
}

/// Of so many conditions all orders are tried.
const PERMUTED: usize = 7;

/// All orders of so many things.
fn permutations(count: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        let with = |order: &Vec<usize>| {
            let places = 0..=order.len();
            let order = order.clone();
            places.map(move |at| {
                let mut order = order.clone();
                order.insert(at, next);
                order
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all.into_iter()
}

/// `is_left_out`: of files.
pub fn compare(theirs: &Decisions, ours: &Decisions, is_left_out: &dyn Fn(&str) -> bool) -> Report {
    let mut report = Report::default();
    for (key, theirs) in theirs.iter().filter(|(key, _)| !is_left_out(&key.file)) {
        let Some(ours) = ours.get(key) else {
            // A function that the linker dropped, or one that no unit calls, was evaluated by nobody.
            let is_seen = theirs.iter().any(|d| !d.evaluations.is_empty());
            // `1 || a` is no code.
            let is_settled = |d: &Decision| d.evaluations.len() < 2 && !d.shown.contains(&true);
            if is_seen && theirs.iter().all(is_settled) {
                report.settled += 1;
            } else if is_seen {
                report
                    .theirs_alone
                    .push(format!("{key}: only clang has it"));
            }
            continue;
        };
        report.decisions += 1;
        if ours.iter().any(|d| !d.is_recorded) {
            report.unrecorded += 1;
            continue;
        }
        let is_settled = ours.iter().any(|d| d.known.contains(&true));
        let [theirs, ours] = [theirs, ours].map(|all| {
            let seen = all.iter().filter(|d| !d.evaluations.is_empty());
            seen.collect::<Vec<&Decision>>()
        });
        // A file that is included several times has a decision with several meanings.
        let known = ours.first().map_or(&[][..], |d| &d.known);
        let are_fit = ours.iter().all(|d| d.known == known)
            && theirs.iter().all(|d| d.shown.len() == known.len());
        let reduced = |all: &[&Decision]| -> BTreeSet<Decision> {
            all.iter().map(|d| d.reduced(known)).collect()
        };
        let is_permuted = || {
            let ours = reduced(&ours);
            if known.len() > PERMUTED {
                let forms = |all: &BTreeSet<Decision>| -> BTreeSet<Form> {
                    all.iter().map(Decision::form).collect()
                };
                return forms(&reduced(&theirs)) == forms(&ours);
            }
            permutations(known.len()).any(|order| {
                let permuted = theirs.iter().map(|d| d.permuted(&order).reduced(known));
                permuted.collect::<BTreeSet<Decision>>() == ours
            })
        };
        // clang has no instance of it that stands in another decision.
        let has_more =
            || reduced(&ours).is_superset(&reduced(&theirs)) && ours.len() > theirs.len();
        match () {
            () if are_fit && (reduced(&theirs) == reduced(&ours) || has_more()) => {
                report.equal += 1;
            }
            () if ours.iter().any(|d| negates(&d.text)) => report.negated += 1,
            () if is_settled
                && ours.is_empty()
                && !theirs.iter().any(|d| d.shown.contains(&true)) =>
            {
                report.settled += 1;
            }
            () if are_fit && is_permuted() => report.permuted += 1,
            () => report.different.push(format!(
                "{key}: {}\n  clang {:?}\n  fz    {:?}",
                ours.first().map_or("", |d| &d.text),
                reduced(&theirs),
                reduced(&ours)
            )),
        }
    }
    report.ours_alone = ours.keys().filter(|key| !theirs.contains_key(key)).count();
    report
}

/// Whether a decision negates another one: what is in parentheses, or a macro's, which has a name in capitals.
fn negates(text: &str) -> bool {
    text.match_indices('!').any(|(at, _)| {
        let is_of_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let rest = text[at + 1..].trim_start_matches(is_of_name);
        rest.starts_with('(')
    })
}
