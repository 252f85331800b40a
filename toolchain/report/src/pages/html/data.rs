//! What the scripts of `page/` read: as JSON, with the names that they use. `data.js` unpacks it.

use fz_coverage::reach::Reach;
use serde::Serialize;

use super::{
    super::model::{Bytes, Calls, Function, Near, Open, Program, Report},
    leads::LEADS,
};
use crate::measure::Count;

/// Conditions of the frontier that the page lists.
const OPEN: usize = 20_000;
/// Functions behind a condition that it names.
const NAMED: usize = 12;

/// All but the files' lines.
#[derive(Serialize)]
pub struct Index<'a> {
    title: &'a str,
    sides: &'a [String],
    baseline: usize,
    pair: Option<(usize, usize)>,
    programs: Vec<Runs<'a>>,
    /// Numbers of runs by side.
    reaches: &'a [Vec<u32>],
    files: Vec<FileRow<'a>>,
    functions: Vec<FunctionRow<'a>>,
    frontier: Vec<OpenRow<'a>>,
    /// How many conditions the whole frontier has.
    open: usize,
    leads: Vec<Lead>,
    inputs: Vec<&'a Bytes>,
}

#[derive(Serialize)]
struct Runs<'a> {
    name: &'a str,
    /// By side.
    runs: &'a [usize],
}

#[derive(Serialize)]
struct FileRow<'a> {
    path: &'a str,
    program: usize,
    functions: Count,
    lines: Count,
    outcomes: Count,
    /// Of each reach: its number, and how many lines and outcomes have it.
    reaches: Vec<(u32, [usize; 2])>,
    elsewhere: bool,
}

#[derive(Serialize)]
struct FunctionRow<'a> {
    file: usize,
    #[serde(flatten)]
    function: &'a Function,
}

#[derive(Serialize)]
struct OpenRow<'a> {
    file: usize,
    /// Of the file.
    condition: usize,
    line: u32,
    inputs: u64,
    text: &'a str,
    #[serde(rename = "macro")]
    expansion: Option<&'a str>,
    #[serde(rename = "where")]
    function: &'a str,
    never: Vec<&'a str>,
    near: Vec<Near>,
    behind: Option<Behind<'a>>,
}

/// What lies behind a condition: how much, and the names of some functions.
#[derive(Serialize)]
struct Behind<'a> {
    blocks: usize,
    functions: usize,
    names: &'a [String],
}

#[derive(Serialize)]
struct Lead {
    how: Reach,
    word: &'static str,
    what: &'static str,
}

/// The tree of calls of a program, where that is known.
#[derive(Serialize)]
pub struct Tree<'a> {
    name: &'a str,
    #[serde(flatten)]
    calls: Option<&'a Calls>,
}

impl<'a> Index<'a> {
    pub fn of(report: &'a Report) -> Index<'a> {
        let mut index = Index {
            title: &report.title,
            sides: &report.sides,
            baseline: report.baseline,
            pair: report.pair,
            programs: Vec::new(),
            reaches: &report.reaches.all,
            files: Vec::new(),
            functions: Vec::new(),
            frontier: Vec::new(),
            open: 0,
            leads: LEADS
                .map(|(how, word, what)| Lead { how, word, what })
                .into(),
            inputs: Vec::new(),
        };
        for (number, program) in report.programs.iter().enumerate() {
            index.programs.push(Runs {
                name: &program.name,
                runs: &program.runs,
            });
            let before = index.files.len();
            for file in &program.files {
                let own = file.functions.iter().map(|function| FunctionRow {
                    file: index.files.len(),
                    function,
                });
                index.functions.extend(own);
                let [functions, lines, outcomes] = file.coverage;
                index.files.push(FileRow {
                    path: &file.path,
                    program: number,
                    functions,
                    lines,
                    outcomes,
                    reaches: file.reaches().into_iter().collect(),
                    elsewhere: file.is_elsewhere,
                });
            }
            index.open += program.frontier.len();
            let open = program.frontier.iter().take(OPEN);
            let before = [before, index.inputs.len()];
            index
                .frontier
                .extend(open.map(|open| open_row(open, program, before)));
            index.inputs.extend(&program.inputs);
        }
        index.frontier.sort_by_cached_key(|row| {
            let behind = row.behind.as_ref().map(|b| (b.blocks, b.functions));
            std::cmp::Reverse((behind, row.inputs))
        });
        index
    }
}

/// `files`, `inputs`: how many of other programs come before.
fn open_row<'a>(open: &'a Open, program: &'a Program, [files, inputs]: [usize; 2]) -> OpenRow<'a> {
    let condition = &program.files[open.file].conditions[open.condition];
    let near = |near: &Near| Near {
        bytes: near.bytes.map(|number| inputs + number),
        ..near.clone()
    };
    OpenRow {
        file: files + open.file,
        condition: open.condition,
        line: condition.line,
        inputs: condition.inputs,
        text: &condition.text,
        expansion: condition.expansion.as_deref(),
        function: &condition.function,
        never: condition.missing().collect(),
        near: open.nearest.iter().map(near).collect(),
        behind: open.behind.as_ref().map(|behind| Behind {
            blocks: behind.blocks,
            functions: behind.functions.len(),
            names: &behind.functions[..behind.functions.len().min(NAMED)],
        }),
    }
}

/// By program.
pub fn trees(report: &Report) -> Vec<Tree<'_>> {
    let programs = report.programs.iter();
    let trees = programs.map(|program| Tree {
        name: &program.name,
        calls: program.calls.as_ref(),
    });
    trees.collect()
}
