//! The whole in figures: pictures and tables, with the numbers of each beside it.

mod rows;

use anyhow::Result;
use fz_base::words::{apart, many};

use super::model::{Part, Program};
use crate::{
    compare::{
        self, Comparison, files as drawn,
        verdict::{plural, verdict},
    },
    matrix::Matrix,
};

#[derive(Debug, Default)]
pub struct Overview {
    /// Who got further, where, and how sure that is: a sentence each.
    pub verdict: Vec<String>,
    pub sections: Vec<Section>,
}

/// One table, and perhaps a picture of it.
#[derive(Debug)]
pub struct Section {
    /// Of files and links.
    pub name: String,
    pub title: String,
    /// What the words mean.
    pub note: String,
    pub picture: Option<String>,
    pub table: Table,
}

#[derive(Clone, Debug, Default)]
pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub title: String,
    pub is_number: bool,
}

/// What is shown, and what a program reads.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Text(String),
    Count(usize),
    /// With so many digits behind the point.
    Number(f64, usize),
    Percent(f64),
    /// Reached, of all.
    Part(Part),
    None,
}

impl Cell {
    pub fn shown(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(n) => grouped(*n),
            Cell::Number(n, digits) => format!("{n:.digits$}"),
            Cell::Percent(n) => format!("{n:.1} %"),
            Cell::Part(Part(_, 0)) => "–".to_owned(),
            Cell::Part(part) => format!("{} of {}", grouped(part.0), grouped(part.1)),
            Cell::None => "–".to_owned(),
        }
    }

    pub fn json(&self) -> serde_json::Value {
        match self {
            Cell::Text(text) => text.as_str().into(),
            Cell::Count(n) => (*n).into(),
            Cell::Number(n, _) | Cell::Percent(n) => (*n).into(),
            Cell::Part(part) => serde_json::json!({"reached": part.0, "all": part.1}),
            Cell::None => serde_json::Value::Null,
        }
    }
}

/// Thousands apart by narrow spaces.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

impl Table {
    pub fn new(columns: &[(&str, bool)]) -> Table {
        let mut table = Table::default();
        for (title, is_number) in columns {
            table.add(title, *is_number);
        }
        table
    }

    fn add(&mut self, title: &str, is_number: bool) {
        let title = title.to_owned();
        self.columns.push(Column { title, is_number });
    }

    /// Comma-separated, as tables of comparisons are.
    pub fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.columns.iter().map(|c| &c.title))?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| match cell {
                Cell::Text(text) => text.clone(),
                Cell::Part(Part(_, 0)) => "–".to_owned(),
                Cell::Part(part) => format!("{}/{}", part.0, part.1),
                Cell::None => String::new(),
                other => other.json().to_string(),
            }))?;
        }
        let bytes = writer.into_inner().map_err(|e| e.into_error())?;
        Ok(String::from_utf8(bytes)?)
    }

    pub fn json(&self) -> serde_json::Value {
        let rows = self.rows.iter().map(|row| {
            let cells = self.columns.iter().zip(row);
            let cells = cells.map(|(c, cell)| (c.title.replace(' ', "-"), cell.json()));
            cells.collect::<serde_json::Map<_, _>>()
        });
        rows.map(serde_json::Value::Object).collect()
    }
}

/// Conditions of the frontier that the overview shows.
const OPEN: usize = 10;

impl Overview {
    pub fn of(comparison: &Comparison, measured: &[Program], matrices: &[&Matrix]) -> Overview {
        let mut overview = Overview::default();
        let names = apart(comparison.programs.iter().map(|p| slug(&p.program)));
        let known = measured.iter().zip(matrices).zip(&names);
        for (program, ((measured, matrix), name)) in comparison.programs.iter().zip(known) {
            let of = match comparison.programs.len() {
                0..=1 => Of::default(),
                _ => Of {
                    name: format!("{name}-"),
                    title: format!("{}: ", program.program),
                },
            };
            overview.verdict.extend(verdicts(program, &of.title));
            overview
                .sections
                .extend(sections(program, measured, matrix, &of));
        }
        overview
    }
}

/// What the sections of a program are called, if there are several programs.
#[derive(Default)]
struct Of {
    name: String,
    title: String,
}

/// Of a name what may stand in that of a file.
fn slug(name: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    name.chars().map(letter).take(40).collect()
}

/// A sentence for each side that is held against the baseline; of a single side how far it got.
fn verdicts(program: &compare::Program, title: &str) -> Vec<String> {
    let Some(main) = program.main() else {
        return vec![format!("{title}nothing is known that could be reached")];
    };
    let base = &main.sides[program.baseline];
    let said: Vec<String> = rows::others(program, main)
        .map(|side| format!("{title}{}.", verdict(program.kind, side, base)))
        .collect();
    match said.is_empty() {
        false => said,
        true => vec![format!(
            "{title}{} reached {} of {} {} ({:.1} %) in {}.",
            base.side,
            grouped(base.total),
            grouped(main.known),
            plural(program.kind),
            Part(base.total, main.known).percent(),
            many(base.runs.len(), "run"),
        )],
    }
}

fn sections(
    program: &compare::Program,
    measured: &Program,
    matrix: &Matrix,
    of: &Of,
) -> Vec<Section> {
    let section = |name: &str, title: &str, note: &str, picture, table| Section {
        name: format!("{}{name}", of.name),
        title: format!("{}{title}", of.title),
        note: note.to_owned(),
        picture,
        table,
    };
    let mut sections = Vec::new();
    let what = plural(program.kind);
    if let Some(main) = program.main() {
        sections.push(section(
            "sides",
            &format!("Sides, by {what}"),
            "New and missed: against the baseline, with all runs together. CCS: how consistently runs reach what the side \
             reaches, as median and median distance from it. U, A12 and p: of the runs' numbers against the baseline's \
             (Mann-Whitney, Vargha-Delaney; p is corrected for all tests).",
            None,
            rows::sides(program, main),
        ));
        if main.sides.len() > 1 {
            sections.push(section(
                "ccg",
                "New and missed",
                "Which, not how many: two sides with the same total may reach different parts.",
                drawn::ccg(std::slice::from_ref(program)),
                rows::gains(program, main),
            ));
        }
        if !program.over_time.is_empty() {
            sections.push(section(
                "over-time",
                "Over time",
                "The median of the runs; the band has all of them.",
                drawn::over_time(program),
                rows::times(program),
            ));
        }
    }
    sections.push(section(
        "files",
        "Where",
        FILES_NOTE,
        None,
        rows::files(program, measured),
    ));
    if !measured.frontier.is_empty() {
        sections.push(section(
            "frontier",
            "The frontier",
            "Conditions that inputs reach, and that never come out in one of their ways. Those come first that hide most: \
             blocks and functions that did not run, and that nothing else leads to.",
            None,
            rows::frontier(measured, OPEN),
        ));
    }
    if let Some(crashes) = &program.crashes {
        sections.push(section(
            "crashes",
            "Crashes",
            "Bugs: what crashes with one stack have in common, and by how many runs they were found.",
            None,
            rows::crashes(program, crashes),
        ));
    }
    if let Some(main) = program.main() {
        sections.push(section(
            "consistency",
            "Consistency",
            "Of what a side reaches, how much is reached by all of its runs, by all but one, …, by one.",
            drawn::consistency(program),
            rows::consistencies(main),
        ));
        if program.difficulty.runs > 1 {
            sections.push(section(
                "difficulty",
                "Difficulty",
                "How many runs, of all sides, reach it: what few reach is hard.",
                Some(drawn::difficulty(program)),
                rows::difficulty(program),
            ));
            if !program.difficulty.hardest.is_empty() {
                sections.push(section(
                    "hardest",
                    "The hardest",
                    "What some runs reach, and not all: what the fewest reach comes first.",
                    None,
                    rows::hardest(program, matrix),
                ));
            }
        }
    }
    if !program.resources.is_empty() {
        sections.push(section(
            "resources",
            "Resources",
            "What the runs of a side used together; the peak is that of its largest run.",
            None,
            rows::resources(program),
        ));
    }
    sections.push(section(
        "totals",
        "By kind",
        "What was reached by any side, and what by every side.",
        None,
        rows::totals(program),
    ));
    sections.push(section(
        "runs",
        "Runs",
        "What each run has left.",
        None,
        rows::runs(program),
    ));
    sections
}

const FILES_NOTE: &str =
    "Files with the most that is not reached; where sides differ, those in which they differ most.";

pub use rows::frontier;
