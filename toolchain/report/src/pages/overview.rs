//! The whole in figures: pictures and tables, with the numbers of each beside it.

mod comparison;
mod rows;
mod sentences;

use anyhow::Result;
use fz_base::words::{apart, many};

use super::model::{Part, Program};
use crate::{
    compare::{
        self, Comparison, files as drawn, tables,
        verdict::{plural, verdict},
    },
    matrix::Matrix,
};

#[derive(Debug, Default)]
pub struct Overview {
    /// Who got further, where, and how sure that is: a sentence each.
    pub verdict: Vec<String>,
    /// By program: what was run.
    pub facts: Vec<String>,
    pub sections: Vec<Section>,
}

/// Where the page has a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Overview,
    /// Of sides, or of the runs of one side.
    Comparison,
}

/// One table, and perhaps a picture of it.
#[derive(Debug)]
pub struct Section {
    pub tab: Tab,
    /// In the order of the report's.
    pub program: usize,
    /// Which table it is, whatever the program.
    pub what: &'static str,
    /// Of files and links.
    pub name: String,
    pub title: String,
    /// What the figures say, for who knows no statistics.
    pub said: Vec<String>,
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

/// As [`many`], with thousands apart.
pub fn counted(n: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(n), if n == 1 { "" } else { "s" })
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
                Cell::Text(text) => tables::cell(text),
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
pub const OPEN: usize = 10;

impl Overview {
    pub fn of(comparison: &Comparison, measured: &[Program], matrices: &[&Matrix]) -> Overview {
        let mut overview = Overview::default();
        let names = apart(comparison.programs.iter().map(|p| slug(&p.program)));
        let known = measured.iter().zip(matrices).zip(&names);
        let programs = comparison.programs.iter().enumerate();
        for ((number, program), ((measured, matrix), name)) in programs.zip(known) {
            let of = match comparison.programs.len() {
                0..=1 => Of::default(),
                _ => Of {
                    number,
                    name: format!("{name}-"),
                    title: format!("{}: ", program.program),
                },
            };
            overview.verdict.extend(verdicts(program, &of.title));
            overview
                .facts
                .push(format!("{}{}.", of.title, sentences::facts(program)));
            let sections = &mut overview.sections;
            sections.extend(sections_of(program, measured, &of));
            sections.extend(comparison::sections(program, measured, matrix, &of));
        }
        overview
    }

    pub fn tab(&self, tab: Tab) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(move |s| s.tab == tab)
    }
}

/// What the sections of a program are called, if there are several programs.
#[derive(Default)]
struct Of {
    number: usize,
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

impl Of {
    fn section(&self, tab: Tab, what: &'static str, title: &str, table: Table) -> Section {
        Section {
            tab,
            program: self.number,
            what,
            name: format!("{}{what}", self.name),
            title: format!("{}{title}", self.title),
            said: Vec::new(),
            note: String::new(),
            picture: None,
            table,
        }
    }
}

impl Section {
    fn say(mut self, said: Vec<String>) -> Section {
        self.said = said;
        self
    }

    fn note(mut self, note: &str) -> Section {
        note.clone_into(&mut self.note);
        self
    }

    fn picture(mut self, picture: Option<String>) -> Section {
        self.picture = picture;
        self
    }
}

fn sections_of(program: &compare::Program, measured: &Program, of: &Of) -> Vec<Section> {
    let section = |what, title: &str, table| of.section(Tab::Overview, what, title, table);
    let mut sections = Vec::new();
    if !program.over_time.is_empty() {
        sections.push(
            section("over-time", "Coverage over time", rows::times(program))
                .note(match program.sides.iter().any(|s| s.runs.len() > 1) {
                    true => "The median of a side's runs; the band has all of them.",
                    false => "",
                })
                .picture(drawn::over_time(program)),
        );
    }
    if !measured.frontier.is_empty() {
        sections.push(
            section(
                "frontier",
                match measured.frontier.len() {
                    0..OPEN => "What to do next: the places that hide most",
                    _ => "What to do next: the ten places that hide most",
                },
                rows::frontier(measured, OPEN),
            )
            .note(FRONTIER_NOTE),
        );
    }
    sections.push(section("files", "Files", rows::files(measured)));
    if let Some(crashes) = &program.crashes {
        sections.push(
            section("crashes", "Crashes", rows::crashes(program, crashes))
                .note("Crashes with one stack are one bug."),
        );
    }
    let coverage = measured.files.iter().flat_map(|f| f.coverage());
    let has_dead = coverage.into_iter().any(|c| c.reachable < c.all);
    sections.push(
        section("totals", "By kind", rows::totals(program)).note(match has_dead {
            true => "Shares are of all that is known, also of what cannot be reached.",
            false => "",
        }),
    );
    if !program.resources.is_empty() {
        sections.push(
            section("resources", "Resources", rows::resources(program)).note(
                "What the runs of a side used together; the peak is that of its largest run.",
            ),
        );
    }
    sections.push(section("runs", "Runs", rows::runs(program)));
    sections
}

const FRONTIER_NOTE: &str = "Conditions that inputs reach, and that never come out in one of their ways. Those that hide most \
                             come first: code that nothing else leads to. What no input can open needs another harness or \
                             option.";

pub use rows::{MOST, frontier};
