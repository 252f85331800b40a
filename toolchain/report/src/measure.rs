//! How much of a program was reached, measured once: the summary, pages, comparisons, gates and exports render this.
//!
//! Shares are of what can be reached: what nothing in the program leads to is in no denominator. Where nobody knows that, as
//! of programs without a record of their control flow, everything can. A *condition* was reached if an input came to it;
//! it is *in all its ways* if each of its *outcomes* was seen.

use std::collections::{BTreeMap, HashMap};

use fz_base::numbers;
use fz_coverage::{
    decisions::{self, Decision, Evaluations, Shown},
    frontier::{self, Hidden},
    identities::{Identity, Kind, is_file},
    names::demangled,
    reach::{self, Reach},
    sets::Set,
};

use serde::Serialize;

use crate::matrix::Matrix;

/// How much was reached of what can be reached, and of all that there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    pub reached: usize,
    /// All of it where nobody knows.
    pub reachable: usize,
    pub all: usize,
}

impl Count {
    /// Of things, each with whether it was reached and whether it can be. What was reached can be, whatever is said of it.
    fn of(things: impl Iterator<Item = (bool, bool)>) -> Count {
        let mut count = Count::default();
        for (is_reached, can) in things {
            count.add(is_reached, can);
        }
        count
    }

    pub fn add(&mut self, is_reached: bool, can: bool) {
        self.reached += usize::from(is_reached);
        self.reachable += usize::from(can || is_reached);
        self.all += 1;
    }

    pub fn missing(self) -> usize {
        self.reachable - self.reached
    }

    /// `8 of 9`, or of what.
    pub fn said(self) -> String {
        let [reached, of, all] = [self.reached, self.reachable, self.all].map(numbers::count);
        match self.reachable == self.all {
            true => format!("{reached} of {of}"),
            false => format!("{reached} of {of} that can be reached ({all} in all)"),
        }
    }

    pub fn percent(self) -> f64 {
        numbers::percent(self.reached, self.reachable)
    }
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.reached += other.reached;
        self.reachable += other.reachable;
        self.all += other.all;
    }
}

/// A count under the name that it has everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    pub name: &'static str,
    pub count: Count,
}

impl Named {
    /// In JSON, and on the command line.
    pub fn key(&self) -> String {
        self.name.replace(' ', "-")
    }

    /// `lines  8 of 9  88.9 %`, and what is not in that.
    pub fn row(&self) -> String {
        let Count {
            reached,
            reachable,
            all,
        } = self.count;
        let [of, out] = [reachable, all].map(numbers::count);
        let share = numbers::share(self.count.percent());
        let rest = match reachable == all {
            true => String::new(),
            false => format!("  of reachable; {out} in all"),
        };
        let reached = numbers::count(reached);
        format!(
            "{:<18} {reached:>8} of {of:>8}  {share:>7}{rest}",
            self.name
        )
    }
}

pub const FUNCTIONS: &str = "functions";
pub const LINES: &str = "lines";
pub const CONDITIONS: &str = "conditions";
pub const WHOLE: &str = "both outcomes";
pub const OUTCOMES: &str = "outcomes";
pub const EDGES: &str = "edges";
pub const MCDC: &str = "mc/dc";

/// What is counted identity by identity, before conditions and after them.
const BEFORE: [(&str, Kind); 2] = [(FUNCTIONS, Kind::Function), (LINES, Kind::Line)];
const AFTER: [(&str, Kind); 5] = [
    (OUTCOMES, Kind::Outcome),
    (EDGES, Kind::Edge),
    ("regions", Kind::Region),
    ("calls", Kind::Call),
    ("guards", Kind::Guard),
];

/// A condition of the source, with all its outcomes.
#[derive(Debug)]
pub struct Condition<'a> {
    /// One of its outcomes, for what all have in common.
    pub first: &'a Identity,
    /// Its outcomes, in their order.
    pub numbers: Vec<usize>,
    /// By outcome: its label, and how many inputs saw it.
    pub outcomes: Vec<(&'a str, u64)>,
    /// How many came to it.
    pub inputs: u64,
}

impl Condition<'_> {
    fn order(&self) -> impl Ord + '_ {
        let place = self.first.place.as_ref();
        let place = place.map(|p| (&p.file, p.line, p.column));
        (place, self.first.function, &self.first.text, self.first.nth)
    }

    pub fn file(&self) -> &str {
        self.first.place.as_ref().map_or("", |p| &p.file)
    }

    pub fn line(&self) -> u32 {
        self.first.place.as_ref().map_or(0, |p| p.line)
    }

    pub fn column(&self) -> u32 {
        self.first.place.as_ref().map_or(0, |p| p.column)
    }

    pub fn is_reached(&self) -> bool {
        self.inputs > 0
    }

    /// Whether it was reached, and never came out in one of its ways.
    pub fn is_open(&self) -> bool {
        self.is_reached() && self.missing().next().is_some()
    }

    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let missing = self.outcomes.iter().filter(|(_, n)| *n == 0);
        missing.map(|(label, _)| *label)
    }
}

/// What is measured of a file, or of all.
#[derive(Debug, Default)]
pub struct Part {
    identities: BTreeMap<Kind, Vec<usize>>,
    /// In [`Measure::conditions`].
    pub conditions: Vec<usize>,
    /// In [`Measure::decisions`]: those whose evaluations are recorded.
    pub decisions: Vec<usize>,
}

impl Part {
    /// The identities of a kind.
    pub fn of(&self, kind: Kind) -> &[usize] {
        self.identities.get(&kind).map_or(&[], Vec::as_slice)
    }
}

/// What some of the runs saw.
#[derive(Debug)]
pub struct Seen {
    reached: Set,
    /// By decision of [`Measure::decisions`], and by its condition: whether it was shown to decide.
    shown: Vec<Vec<bool>>,
}

/// A condition of the frontier.
#[derive(Debug)]
pub struct Open {
    /// In [`Measure::conditions`].
    pub condition: usize,
    /// What only it leads to; `None`: nobody has kept the control flow.
    pub behind: Option<Hidden>,
}

#[derive(Debug)]
pub struct Measure<'a> {
    pub matrix: &'a Matrix,
    /// By function of the catalogue: how surely it can be reached; `None`: nobody has kept the control flow, or runs say
    /// little of the program.
    pub functions: Option<Vec<Reach>>,
    /// By identity: the same; of a line that of its surest part.
    how: Option<Vec<Reach>>,
    /// By the key of an outcome.
    numbers: HashMap<u64, usize>,
    /// In the order of the source.
    pub conditions: Vec<Condition<'a>>,
    /// In the order of the source.
    pub decisions: Vec<(&'a Decision, Shown)>,
    pub evaluations: Evaluations,
    /// What all runs saw.
    pub seen: Seen,
    pub all: Part,
    /// By name in the catalogue. What is in no known file or line is left out: nobody could show it.
    pub files: BTreeMap<&'a str, Part>,
}

impl<'a> Measure<'a> {
    pub fn of(matrix: &'a Matrix) -> Measure<'a> {
        Self::of_part(matrix, None)
    }

    /// `selected`: the identities that count.
    pub fn of_part(matrix: &'a Matrix, selected: Option<&Set>) -> Measure<'a> {
        let catalogue = &matrix.catalogue;
        let is_selected = |n: usize| selected.is_none_or(|set| set.contains(n));
        let functions = functions(matrix);
        let evaluations = matrix.evaluations(|_| true);
        let outcomes = catalogue.identities.iter().enumerate();
        let outcomes = outcomes.filter(|(_, i)| i.kind == Kind::Outcome);
        let numbers: HashMap<u64, usize> = outcomes.map(|(n, i)| (i.key, n)).collect();
        let mut decisions = decisions::shown(catalogue, &evaluations);
        decisions.retain(|(decision, _)| {
            let asked = decision.asked.iter().flat_map(|a| a.outcomes).flatten();
            let mut known = asked.filter_map(|key| numbers.get(&key)).peekable();
            known.peek().is_none() || known.any(|n| is_selected(*n))
        });
        let identities = 0..catalogue.identities.len();
        let reached = identities.clone().filter(|n| matrix.inputs[*n] > 0);
        let seen = Seen {
            reached: Set::of(identities.len(), reached),
            shown: decisions.iter().map(|(_, shown)| pairs(shown)).collect(),
        };
        let mut measure = Measure {
            how: functions.as_ref().map(|of| by_identity(matrix, of)),
            functions,
            numbers,
            conditions: conditions(matrix, &is_selected),
            decisions,
            evaluations,
            seen,
            all: Part::default(),
            files: BTreeMap::new(),
            matrix,
        };
        let identities = catalogue.identities.iter().enumerate();
        for (number, identity) in identities.filter(|(n, _)| is_selected(*n)) {
            let place = identity.place.as_ref();
            measure.put(place, |part| {
                let of_kind = part.identities.entry(identity.kind).or_default();
                of_kind.push(number);
            });
        }
        for number in 0..measure.conditions.len() {
            let place = measure.conditions[number].first.place.as_ref();
            measure.put(place, |part| part.conditions.push(number));
        }
        for number in 0..measure.decisions.len() {
            let (decision, _) = measure.decisions[number];
            if decision.is_recorded {
                let place = decision.place.as_ref();
                measure.put(place, |part| part.decisions.push(number));
            }
        }
        measure
    }

    /// Where something belongs: to all, and to its file.
    fn put(&mut self, place: Option<&'a fz_coverage::identities::Place>, put: impl Fn(&mut Part)) {
        put(&mut self.all);
        if let Some(place) = place.filter(|p| p.line > 0 && is_file(&p.file)) {
            put(self.files.entry(&place.file).or_default());
        }
    }

    pub fn identity(&self, number: usize) -> &'a Identity {
        &self.matrix.catalogue.identities[number]
    }

    /// How surely an identity can be reached, if that is known.
    pub fn how(&self, number: usize) -> Option<Reach> {
        self.how.as_ref().map(|how| how[number])
    }

    pub fn can(&self, number: usize) -> bool {
        self.how(number).is_none_or(Reach::is_possible)
    }

    pub fn is_reached(&self, number: usize) -> bool {
        self.matrix.inputs[number] > 0
    }

    /// Whether an identity is of what counts: it was reached, or can be.
    pub fn counts(&self, number: usize) -> bool {
        self.can(number) || self.is_reached(number)
    }

    /// What these runs of the matrix saw.
    pub fn seen_by(&self, runs: &[usize]) -> Seen {
        let mut reached = Set::new(self.matrix.catalogue.identities.len());
        for run in runs {
            reached.unite(&self.matrix.runs[*run].set);
        }
        let evaluations = self.matrix.evaluations(|run| runs.contains(&run));
        let shown = decisions::shown(&self.matrix.catalogue, &evaluations);
        let by_key: HashMap<u64, Vec<bool>> =
            shown.iter().map(|(d, s)| (d.key, pairs(s))).collect();
        Seen {
            shown: self
                .decisions
                .iter()
                .map(|(d, _)| by_key[&d.key].clone())
                .collect(),
            reached,
        }
    }

    pub fn of_kind(&self, part: &Part, kind: Kind, seen: &Seen) -> Count {
        let of = part.of(kind).iter();
        Count::of(of.map(|n| (seen.reached.contains(*n), self.can(*n))))
    }

    /// Of functions, lines and outcomes.
    pub fn coverage(&self, part: &Part, seen: &Seen) -> [Count; 3] {
        [Kind::Function, Kind::Line, Kind::Outcome].map(|kind| self.of_kind(part, kind, seen))
    }

    /// Of each kind that there is.
    pub fn counted(&self, part: &Part, seen: &Seen) -> Vec<Named> {
        let simple = |(name, kind): &(&'static str, Kind)| Named {
            name,
            count: self.of_kind(part, *kind, seen),
        };
        let conditions = |name, least: fn(&Condition) -> usize| {
            let conditions = part.conditions.iter().map(|n| &self.conditions[*n]);
            let count = Count::of(conditions.map(|c| {
                let seen = c.numbers.iter().filter(|n| seen.reached.contains(**n));
                let can = c.numbers.iter().any(|n| self.can(*n));
                (seen.count() >= least(c), can)
            }));
            Named { name, count }
        };
        let mut counts: Vec<Named> = BEFORE.iter().map(simple).collect();
        counts.push(conditions(CONDITIONS, |_| 1));
        counts.push(conditions(WHOLE, |c| c.numbers.len()));
        counts.extend(AFTER.iter().map(simple));
        counts.push(Named {
            name: MCDC,
            count: self.mcdc(part, seen),
        });
        counts.retain(|named| named.count.all > 0);
        counts
    }

    /// Of the conditions of recorded decisions those that were shown to decide.
    pub fn mcdc(&self, part: &Part, seen: &Seen) -> Count {
        let decisions = part.decisions.iter();
        let conditions = decisions.flat_map(|n| self.open(self.decisions[*n].0, &seen.shown[*n]));
        Count::of(conditions)
    }

    /// The same of a decision, by what all runs saw.
    pub fn mcdc_of(&self, (decision, shown): &(&Decision, Shown)) -> Count {
        Count::of(self.open(decision, &pairs(shown)))
    }

    /// Of each condition that may be shown to decide, whether it was, and whether it can be reached.
    fn open(&self, decision: &Decision, shown: &[bool]) -> impl Iterator<Item = (bool, bool)> {
        let open = decision.open();
        open.map(|at| (shown[at], self.can_decide(decision, at)))
    }

    fn can_decide(&self, decision: &Decision, at: usize) -> bool {
        let outcome = decision.asked[at].outcomes;
        let number = outcome.and_then(|[yes, _]| self.numbers.get(&yes));
        number.is_none_or(|number| self.can(*number))
    }

    /// The decisions with a condition that counts.
    pub fn is_live(&self, decision: &(&Decision, Shown)) -> bool {
        self.mcdc_of(decision).reachable > 0
    }

    /// Conditions that inputs reach, and of which an outcome was never seen. Those come first that hide most; where
    /// nobody knows that, those that most inputs reach.
    pub fn frontier(&self) -> Vec<Open> {
        let flow = self.matrix.flow.as_ref();
        let hidden = flow.map(|flow| frontier::by_outcome(flow, |n| self.is_reached(n)));
        let open = self.conditions.iter().enumerate();
        let mut open: Vec<Open> = open
            .filter(|(_, c)| c.is_open())
            .map(|(number, condition)| Open {
                condition: number,
                behind: hidden.as_ref().map(|hidden| {
                    let found = condition.numbers.iter().find_map(|n| hidden.get(n));
                    found.cloned().unwrap_or_default()
                }),
            })
            .collect();
        open.sort_by_cached_key(|open| {
            let behind = open.behind.as_ref();
            let behind = behind.map(|b| (b.blocks, b.functions.len()));
            std::cmp::Reverse((behind, self.conditions[open.condition].inputs))
        });
        open
    }

    /// The symbol of the function that a condition is in.
    pub fn symbol(&self, condition: &Condition) -> &'a str {
        &self.matrix.catalogue.functions[condition.first.function].symbol
    }

    /// `src/a.c:5:7`, or the function of what has no place.
    pub fn place(&self, condition: &Condition) -> String {
        match &condition.first.place {
            Some(place) => place.to_string(),
            None => format!("in {}", demangled(self.symbol(condition))),
        }
    }
}

fn pairs(shown: &Shown) -> Vec<bool> {
    shown.pairs.iter().map(Option::is_some).collect()
}

/// By function, how surely it can be reached.
fn functions(matrix: &Matrix) -> Option<Vec<Reach>> {
    let flow = matrix.flow.as_ref();
    let flow = flow.filter(|_| !matrix.says_little())?;
    let functions = matrix.catalogue.functions.len();
    Some(reach::of(flow, functions, |n| matrix.inputs[n] > 0))
}

/// By identity, how surely it can be reached; of a line its surest part.
pub fn reach(matrix: &Matrix) -> Option<Vec<Reach>> {
    Some(by_identity(matrix, &functions(matrix)?))
}

fn by_identity(matrix: &Matrix, functions: &[Reach]) -> Vec<Reach> {
    let identities = matrix.catalogue.identities.iter();
    let mut how: Vec<Reach> = identities.map(|i| functions[i.function]).collect();
    for (line, members) in (matrix.first_line..).zip(matrix.lines.members()) {
        let surest = members.iter().map(|n| how[*n]).min();
        how[line] = surest.unwrap_or(how[line]);
    }
    how
}

fn conditions<'a>(matrix: &'a Matrix, is_selected: &dyn Fn(usize) -> bool) -> Vec<Condition<'a>> {
    let identities = matrix.catalogue.identities.iter().enumerate();
    let mut outcomes: Vec<(usize, &Identity)> = identities
        .filter(|(n, i)| i.kind == Kind::Outcome && is_selected(*n))
        .collect();
    outcomes.sort_by(|(_, a), (_, b)| a.outcome_order().cmp(&b.outcome_order()));
    let mut by_text: BTreeMap<(usize, &str, u32), Condition> = BTreeMap::new();
    for (number, identity) in outcomes {
        let condition = by_text.entry((identity.function, &identity.text, identity.nth));
        let condition = condition.or_insert_with(|| Condition {
            first: identity,
            inputs: matrix.came[number],
            outcomes: Vec::new(),
            numbers: Vec::new(),
        });
        let inputs = matrix.inputs[number];
        condition.outcomes.push((&identity.outcome, inputs));
        condition.numbers.push(number);
    }
    let mut conditions: Vec<Condition> = by_text.into_values().collect();
    conditions.sort_by(|a, b| a.order().cmp(&b.order()));
    conditions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reached_can_be_whatever_is_said_of_it() {
        let things = [(true, false), (false, true), (false, false)];
        let wanted = Count {
            reached: 1,
            reachable: 2,
            all: 3,
        };
        assert_eq!(Count::of(things.into_iter()), wanted);
        assert_eq!(wanted.missing(), 1);
    }
}
