//! What a report shows, whatever it is written as.

use fz_coverage::{frontier::Hidden, reach::Reach};
use serde::Serialize;

use super::overview::Overview;
use crate::calls::Row;

#[derive(Debug)]
pub struct Report {
    pub title: String,
    /// Sides of any program, each once.
    pub sides: Vec<String>,
    pub baseline: usize,
    /// What `--diff` named.
    pub pair: Option<(usize, usize)>,
    pub programs: Vec<Program>,
    /// By how many runs of each side something was reached; most things share theirs with others.
    pub reaches: Reaches,
    pub overview: Overview,
    /// What a reader of the figures should know.
    pub notes: Vec<String>,
}

#[derive(Debug)]
pub struct Program {
    pub name: String,
    /// Of its files' paths, if there are several programs.
    pub prefix: String,
    /// By side of the report: how many runs it has of this program.
    pub runs: Vec<usize>,
    pub files: Vec<File>,
    /// Conditions that inputs reach and that never come out in one of their ways: what hides most first, or where nobody
    /// knows what they hide, what most inputs reach.
    pub frontier: Vec<Open>,
    /// Those whose evaluations are recorded.
    pub decisions: Vec<Decision>,
    /// `None`: no build records evaluations.
    pub mcdc: Option<Mcdc>,
    /// The tree of calls of what can be reached; `None`: as [`Function::how`].
    pub calls: Option<Calls>,
}

/// An `&&` or `||` with all that is joined below it.
#[derive(Debug)]
pub struct Decision {
    pub text: String,
    pub conditions: Vec<String>,
    /// By condition: what it always answers, if the compiler knows.
    pub always: Vec<Option<bool>>,
    /// By condition: two of `seen` that show it to decide.
    pub pairs: Vec<Option<[usize; 2]>>,
    /// By condition: an evaluation that would show it, beside one that was seen.
    pub missing: Vec<Option<String>>,
    pub seen: Vec<Seen>,
    /// Further evaluations that were seen.
    pub more: usize,
    /// There were more than are kept.
    pub lost: bool,
}

/// An evaluation.
#[derive(Debug)]
pub struct Seen {
    /// `T - F = false`
    pub row: String,
    /// The first that made it.
    pub input: String,
}

/// Conditions that were shown to decide, of all that are open.
#[derive(Debug)]
pub struct Mcdc {
    pub all: Part,
    /// By side of the report.
    pub by_side: Vec<Part>,
}

/// Rows of the tree of calls, whose functions are numbers of `functions` here.
#[derive(Debug)]
pub struct Calls {
    pub functions: Vec<Called>,
    pub rows: Vec<Row>,
}

#[derive(Debug)]
pub struct Called {
    pub name: String,
    pub inputs: u64,
    pub how: Reach,
    /// A file of the program that the report has, and the line.
    pub place: Option<(usize, u32)>,
}

/// Numbers of runs by side, each combination once.
#[derive(Debug, Default)]
pub struct Reaches {
    pub all: Vec<Vec<u32>>,
    known: std::collections::HashMap<Vec<u32>, u32>,
}

impl Reaches {
    pub fn number(&mut self, runs: Vec<u32>) -> u32 {
        if let Some(number) = self.known.get(&runs) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(runs.clone());
        self.known.insert(runs, number);
        number
    }

    pub fn of(&self, number: u32) -> &[u32] {
        &self.all[number as usize]
    }

    pub fn is_reached(&self, number: u32) -> bool {
        self.of(number).iter().any(|runs| *runs > 0)
    }
}

/// How much of something was reached, of how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Part(pub usize, pub usize);

impl Part {
    pub fn percent(self) -> f64 {
        match self.1 {
            0 => 0.0,
            all => self.0 as f64 * 100.0 / all as f64,
        }
    }

    /// `None` of nothing.
    pub fn grade(self) -> Option<Grade> {
        (self.1 > 0).then(|| Grade::of(self.percent()))
    }
}

/// How much was reached of what can be reached, and of all that there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub reached: usize,
    /// All of it where nobody knows.
    pub reachable: usize,
    pub all: usize,
}

impl Coverage {
    /// Of things: by how many inputs or runs they were reached, and how surely they can be. If nobody knows, they can.
    fn of(things: impl Iterator<Item = (u64, Option<Reach>)>) -> Coverage {
        let mut coverage = Coverage::default();
        for (reached, how) in things {
            let can = how.is_none_or(Reach::is_possible);
            coverage.reached += usize::from(reached > 0);
            coverage.reachable += usize::from(can || reached > 0);
            coverage.all += 1;
        }
        coverage
    }

    /// What was reached, of what can be.
    pub fn part(self) -> Part {
        Part(self.reached, self.reachable)
    }

    pub fn of_all(self) -> Part {
        Part(self.reached, self.all)
    }
}

impl std::iter::Sum for Coverage {
    fn sum<I: Iterator<Item = Coverage>>(all: I) -> Coverage {
        all.fold(Coverage::default(), |a, b| Coverage {
            reached: a.reached + b.reached,
            reachable: a.reachable + b.reachable,
            all: a.all + b.all,
        })
    }
}

/// How good a share is, as genhtml has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    Low,
    Medium,
    High,
}

impl Grade {
    /// From this many percent on. The page's scripts have the same.
    pub const MEDIUM: f64 = 75.0;
    pub const HIGH: f64 = 90.0;

    fn of(percent: f64) -> Grade {
        match percent {
            p if p >= Grade::HIGH => Grade::High,
            p if p >= Grade::MEDIUM => Grade::Medium,
            _ => Grade::Low,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Grade::Low => "low",
            Grade::Medium => "medium",
            Grade::High => "high",
        }
    }
}

#[derive(Debug)]
pub struct File {
    /// As the report calls it.
    pub path: String,
    /// Of the system, or not below the folder that the program's own files share.
    pub is_elsewhere: bool,
    pub source: Source,
    pub age: Age,
    pub functions: Vec<Function>,
    pub lines: Vec<Line>,
    pub regions: Vec<Region>,
    /// In the order of the source.
    pub conditions: Vec<Condition>,
}

/// The text of a file, where it is known.
#[derive(Debug)]
pub enum Source {
    Whole(Text),
    /// Only lines that something is known of: number and text.
    Known {
        lines: Vec<(u32, String)>,
        /// Why there is no more, and what to do.
        why: String,
    },
}

#[derive(Debug, Default)]
pub struct Text {
    /// Of which none is longer than [`super::sources::LONGEST`].
    pub lines: Vec<String>,
    /// Lines that were longer: their number, and how many bytes are left out.
    pub cut: Vec<(u32, usize)>,
}

/// Whether a file is what it was at the build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Age {
    Same,
    Changed,
    /// Nobody has kept what it was.
    #[default]
    Unknown,
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    /// What else it may be called.
    pub also: Vec<String>,
    pub line: u32,
    pub inputs: u64,
    pub reach: u32,
    /// How surely a program can reach it; `None`: nobody has recorded the control flow, or runs say little of the program.
    pub how: Option<Reach>,
}

/// A line of the source.
#[derive(Debug)]
pub struct Line {
    pub number: u32,
    pub inputs: u64,
    pub reach: u32,
    /// As [`Function::how`]; of several functions at one place the surest.
    pub how: Option<Reach>,
}

/// A part of the source that runs as one.
#[derive(Debug)]
pub struct Region {
    pub line: u32,
    /// In UTF-16 units from the begin of the line, as browsers count.
    pub at: u32,
    /// The same of its end; `None`: where the next one begins.
    pub end: Option<(u32, u32)>,
    pub inputs: u64,
    pub reach: u32,
}

#[derive(Debug)]
pub struct Condition {
    pub line: u32,
    /// As [`Region::at`].
    pub at: u32,
    pub column: u32,
    pub text: String,
    pub function: String,
    pub expansion: Option<String>,
    /// Where the macro's definition has it.
    pub spelled: Option<String>,
    pub is_unstable: bool,
    /// A check of a guard: its one outcome is that it failed.
    pub is_guard: bool,
    /// As [`Function::how`]; of several functions at one place the surest.
    pub how: Option<Reach>,
    /// How many came to it.
    pub inputs: u64,
    pub outcomes: Vec<Outcome>,
    /// In [`Program::decisions`], and which of its conditions this is.
    pub decision: Option<(usize, usize)>,
}

#[derive(Debug)]
pub struct Outcome {
    pub label: String,
    pub inputs: u64,
    pub reach: u32,
}

impl Condition {
    /// Whether it was reached, and never came out in one of its ways.
    pub fn is_open(&self) -> bool {
        !self.is_guard && self.inputs > 0 && self.outcomes.iter().any(|o| o.inputs == 0)
    }

    pub fn order(&self) -> impl Ord + '_ {
        (self.line, self.column, &self.function, &self.text)
    }

    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let missing = self.outcomes.iter().filter(|o| o.inputs == 0);
        missing.map(|o| o.label.as_str())
    }
}

/// A condition of the frontier.
#[derive(Debug)]
pub struct Open {
    /// Of the program, and of the file.
    pub file: usize,
    pub condition: usize,
    /// What only it leads to; `None`: nobody has kept the control flow.
    pub behind: Option<Hidden>,
    /// The smallest inputs that come to it.
    pub nearest: Vec<Near>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Near {
    pub size: u64,
    pub run: String,
    pub name: String,
}

impl std::fmt::Display for Near {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.run.is_empty() {
            true => write!(f, "{}", self.name),
            false => write!(f, "{}: {}", self.run, self.name),
        }
    }
}

impl File {
    /// Of the source's own conditions: a guard's is none.
    fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        let conditions = self.conditions.iter().filter(|c| !c.is_guard);
        conditions.flat_map(|c| &c.outcomes)
    }

    /// Of functions, lines and outcomes, what inputs reached.
    pub fn coverage(&self) -> [Coverage; 3] {
        let outcomes = self.conditions.iter().filter(|c| !c.is_guard);
        let outcomes = outcomes.flat_map(|c| c.outcomes.iter().map(|o| (o.inputs, c.how)));
        [
            Coverage::of(self.functions.iter().map(|f| (f.inputs, f.how))),
            Coverage::of(self.lines.iter().map(|l| (l.inputs, l.how))),
            Coverage::of(outcomes),
        ]
    }

    /// The same of what the runs of a side of the report reached.
    pub fn coverage_by(&self, side: usize, reaches: &Reaches) -> [Coverage; 3] {
        let all = self.coverage();
        let of = |reach: u32| reaches.of(reach)[side] > 0;
        let reached = [
            self.functions.iter().filter(|f| of(f.reach)).count(),
            self.lines.iter().filter(|l| of(l.reach)).count(),
            self.outcomes().filter(|o| of(o.reach)).count(),
        ];
        std::array::from_fn(|at| Coverage {
            reached: reached[at],
            ..all[at]
        })
    }

    /// What of each reach there is: lines and outcomes, by its number.
    pub fn reaches(&self) -> std::collections::BTreeMap<u32, [usize; 2]> {
        let mut counts = std::collections::BTreeMap::new();
        for line in &self.lines {
            counts.entry(line.reach).or_insert([0; 2])[0] += 1;
        }
        for outcome in self.outcomes() {
            counts.entry(outcome.reach).or_insert([0; 2])[1] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_are_no_outcomes() {
        let condition = |is_guard, outcomes: &[u64]| Condition {
            line: 1,
            at: 0,
            column: 1,
            text: String::new(),
            function: String::new(),
            expansion: None,
            spelled: None,
            is_unstable: false,
            is_guard,
            how: None,
            inputs: outcomes.iter().sum(),
            decision: None,
            outcomes: outcomes
                .iter()
                .map(|inputs| Outcome {
                    label: String::new(),
                    inputs: *inputs,
                    reach: 0,
                })
                .collect(),
        };
        let file = File {
            path: String::new(),
            is_elsewhere: false,
            source: Source::Known {
                lines: Vec::new(),
                why: String::new(),
            },
            age: Age::Same,
            functions: Vec::new(),
            lines: Vec::new(),
            regions: Vec::new(),
            conditions: vec![condition(false, &[0, 2]), condition(true, &[1])],
        };
        assert_eq!(file.coverage()[2].of_all(), Part(1, 2));
        let mut reaches = Reaches::default();
        assert_eq!(reaches.number(vec![3, 0]), 0);
        let by_side = [0, 1].map(|side| file.coverage_by(side, &reaches)[2].part());
        assert_eq!(by_side, [Part(2, 2), Part(0, 2)]);
        assert_eq!(file.reaches()[&0], [0, 2]);
    }

    #[test]
    fn grades_begin_where_genhtml_has_them() {
        let grade = |part: Part| part.grade().map(Grade::name);
        assert_eq!(
            [Part(749, 1000), Part(75, 100), Part(899, 1000), Part(9, 10)].map(grade),
            [Some("low"), Some("medium"), Some("medium"), Some("high")]
        );
        assert_eq!(grade(Part(0, 0)), None);
    }

    #[test]
    fn what_was_reached_can_be_whatever_is_said_of_it() {
        let things = [
            (3, Some(Reach::Never)),
            (0, Some(Reach::Perhaps)),
            (0, Some(Reach::Never)),
        ];
        let coverage = Coverage::of(things.into_iter());
        let wanted = Coverage {
            reached: 1,
            reachable: 2,
            all: 3,
        };
        assert_eq!(coverage, wanted);
        let sum: Coverage = [wanted, wanted].into_iter().sum();
        assert_eq!((sum.part(), sum.all), (Part(2, 4), 6));
    }
}
