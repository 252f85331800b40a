//! What a report shows, whatever it is written as.

use std::path::PathBuf;

use fz_base::numbers;
use fz_coverage::{frontier::Hidden, reach::Reach};
use serde::{Serialize, Serializer};

use super::section::Overview;
use crate::{
    calls::Row,
    measure::{Count, Named},
};

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
    /// Of each kind that there is.
    pub totals: Vec<Named>,
    /// By side of the report: the same of what its runs reached; nothing of a side that has none.
    pub by_side: Vec<Vec<Named>>,
    /// The tree of calls of what can be reached; `None`: as [`Function::how`].
    pub calls: Option<Calls>,
    /// Of the nearest inputs of the frontier, where their files were found.
    pub inputs: Vec<Bytes>,
    pub crashed: Crashed,
}

/// What crashed, as far as the store knows it.
#[derive(Debug, Default)]
pub struct Crashed {
    pub inputs: usize,
    /// What most runs found comes first.
    pub bugs: Vec<Bug>,
}

#[derive(Debug)]
pub struct Bug {
    pub title: String,
    pub inputs: usize,
    /// Seconds from a run's start to the first input that found it.
    pub first: Option<f64>,
    pub stack: String,
    /// A file of the report, and the line.
    pub place: Option<String>,
}

/// How an input begins.
#[derive(Debug, Serialize)]
pub struct Bytes {
    /// Of all of it.
    pub size: u64,
    /// In base 64.
    pub begin: String,
    /// Its path, from the store's folder on.
    pub file: String,
    #[serde(skip)]
    pub path: PathBuf,
}

/// An `&&` or `||` with all that is joined below it.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub struct Seen {
    /// `T - F = false`
    pub row: String,
    /// The first that made it.
    pub input: String,
}

/// Rows of the tree of calls, whose functions are numbers of `functions` here.
#[derive(Debug, Default, Serialize)]
pub struct Calls {
    pub functions: Vec<Called>,
    pub rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
pub struct Called {
    pub name: String,
    pub inputs: u64,
    pub how: Reach,
    /// A file of the report, and the line.
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

    /// `None` of nothing.
    pub fn of(part: usize, whole: usize) -> Option<Grade> {
        (whole > 0).then(|| match numbers::percent(part, whole) {
            p if p >= Grade::HIGH => Grade::High,
            p if p >= Grade::MEDIUM => Grade::Medium,
            _ => Grade::Low,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Grade::Low => "low",
            Grade::Medium => "medium",
            Grade::High => "high",
        }
    }
}

/// Of a file the page has what is not skipped here, when somebody looks at it.
#[derive(Debug, Serialize)]
pub struct File {
    /// As the report calls it.
    #[serde(skip)]
    pub path: String,
    /// Of the system, or not below the folder that the program's own files share.
    #[serde(skip)]
    pub is_elsewhere: bool,
    #[serde(flatten)]
    pub source: Source,
    #[serde(skip)]
    pub functions: Vec<Function>,
    #[serde(rename = "counts")]
    pub lines: Vec<Line>,
    pub regions: Vec<Region>,
    /// In the order of the source.
    pub conditions: Vec<Condition>,
    /// That these are of, whose evaluations are recorded.
    pub decisions: Vec<Decision>,
    /// Of functions, lines and outcomes.
    #[serde(skip)]
    pub coverage: [Count; 3],
}

/// The text of a file.
#[derive(Debug, Default, Serialize)]
pub struct Source {
    /// Number and text. None is longer than [`super::sources::LONGEST`].
    #[serde(serialize_with = "one_after_the_other")]
    pub lines: Vec<(u32, String)>,
    /// Lines that were longer: their number, and how many bytes are left out.
    pub cut: Vec<(u32, usize)>,
    /// Why there are only lines that something is known of, and what to do.
    pub why: Option<String>,
    pub age: Age,
}

/// The number of the first of lines that follow each other, and their texts: numbers between texts take a quarter of what a
/// page of a large file is.
fn one_after_the_other<S: Serializer>(lines: &[(u32, String)], to: S) -> Result<S::Ok, S::Error> {
    let runs = lines.chunk_by(|(a, _), (b, _)| a + 1 == *b);
    to.collect_seq(runs.map(|run| {
        let texts: Vec<&str> = run.iter().map(|(_, text)| text.as_str()).collect();
        (run[0].0, texts)
    }))
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

#[derive(Debug, Serialize)]
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
#[derive(Debug, Serialize)]
pub struct Line {
    pub number: u32,
    pub inputs: u64,
    pub reach: u32,
    /// As [`Function::how`]; of several functions at one place the surest.
    pub how: Option<Reach>,
}

/// A part of the source that runs as one.
#[derive(Debug, Serialize)]
pub struct Region {
    pub line: u32,
    /// In UTF-16 units from the begin of the line, as browsers count.
    pub at: u32,
    /// The same of its end; `None`: where the next one begins.
    pub end: Option<(u32, u32)>,
    pub inputs: u64,
    pub reach: u32,
}

#[derive(Debug, Serialize)]
pub struct Condition {
    pub line: u32,
    /// As [`Region::at`].
    pub at: u32,
    #[serde(skip)]
    pub column: u32,
    pub text: String,
    #[serde(rename = "where")]
    pub function: String,
    #[serde(rename = "macro")]
    pub expansion: Option<String>,
    /// Where the macro's definition has it.
    pub spelled: Option<String>,
    #[serde(rename = "unstable")]
    pub is_unstable: bool,
    /// A check of a guard: its one outcome is that it failed.
    #[serde(rename = "guard")]
    pub is_guard: bool,
    /// As [`Function::how`]; of several functions at one place the surest.
    pub how: Option<Reach>,
    /// How many came to it.
    #[serde(skip)]
    pub inputs: u64,
    pub outcomes: Vec<Outcome>,
    /// In [`File::decisions`], and which of its conditions this is.
    pub decision: Option<(usize, usize)>,
}

#[derive(Debug, Serialize)]
pub struct Outcome {
    pub label: String,
    /// Line and place of a case's label in the file, as [`Region::at`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<(u32, u32)>,
    pub inputs: u64,
    pub reach: u32,
}

impl Condition {
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

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Near {
    pub size: u64,
    pub run: String,
    pub name: String,
    /// Of its contents.
    #[serde(skip)]
    pub hash: u64,
    /// In [`Program::inputs`]; the page has them in one list of all programs.
    pub bytes: Option<usize>,
    /// Offsets of bytes that decide the condition, as ranges without their ends; nothing where nobody has looked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deciding: Vec<[u32; 2]>,
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
    /// What of each reach there is: lines and outcomes, by its number.
    pub fn reaches(&self) -> std::collections::BTreeMap<u32, [usize; 2]> {
        let mut counts = std::collections::BTreeMap::new();
        for line in &self.lines {
            counts.entry(line.reach).or_insert([0; 2])[0] += 1;
        }
        // Of the source's own conditions: a guard's is none.
        let conditions = self.conditions.iter().filter(|c| !c.is_guard);
        for outcome in conditions.flat_map(|c| &c.outcomes) {
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
                    case: None,
                    inputs: *inputs,
                    reach: 0,
                })
                .collect(),
        };
        let file = File {
            path: String::new(),
            is_elsewhere: false,
            source: Source::default(),
            functions: Vec::new(),
            lines: Vec::new(),
            regions: Vec::new(),
            conditions: vec![condition(false, &[0, 2]), condition(true, &[1])],
            coverage: [Count::default(); 3],
            decisions: Vec::new(),
        };
        assert_eq!(file.reaches()[&0], [0, 2]);
    }

    #[test]
    fn lines_are_numbered_where_they_begin_anew() {
        let lines = [(1, "a"), (2, "b"), (7, "c")];
        let source = Source {
            lines: lines.map(|(n, text)| (n, text.to_owned())).into(),
            ..Source::default()
        };
        let json = serde_json::to_value(&source).unwrap();
        assert_eq!(json["lines"].to_string(), r#"[[1,["a","b"]],[7,["c"]]]"#);
    }

    #[test]
    fn grades_begin_where_genhtml_has_them() {
        let grade = |(part, whole)| Grade::of(part, whole).map(Grade::name);
        assert_eq!(
            [(749, 1000), (75, 100), (899, 1000), (9, 10)].map(grade),
            [Some("low"), Some("medium"), Some("medium"), Some("high")]
        );
        assert_eq!(grade((0, 0)), None);
    }
}
