//! The whole in figures: pictures and tables, with the numbers of each beside it.

use anyhow::Result;

use super::model::{Part, Program};
use crate::coverage::compare::{
    self, Comparison,
    figures::{Ccs, Figures, SideFigures},
    files as drawn,
    verdict::{plural, verdict},
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub title: &'static str,
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
    fn new(columns: &[(&'static str, bool)]) -> Table {
        let columns = columns.iter().map(|(title, is_number)| Column {
            title,
            is_number: *is_number,
        });
        Table {
            columns: columns.collect(),
            rows: Vec::new(),
        }
    }

    /// Comma-separated, as tables of comparisons are.
    pub fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.columns.iter().map(|c| c.title))?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| match cell {
                Cell::Text(text) => text.clone(),
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

/// Files that a table shows.
const FILES: usize = 15;
/// Conditions of the frontier that the overview shows.
const OPEN: usize = 10;

impl Overview {
    pub fn of(comparison: &Comparison, measured: &[Program]) -> Overview {
        let mut overview = Overview::default();
        for (program, measured) in comparison.programs.iter().zip(measured) {
            let of = match comparison.programs.len() {
                0..=1 => Of::default(),
                _ => Of {
                    name: format!("{}-", slug(&program.program)),
                    title: format!("{}: ", program.program),
                },
            };
            overview.verdict.extend(verdicts(program, &of.title));
            overview.sections.extend(sections(program, measured, &of));
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
    let said: Vec<String> = others(program, main)
        .map(|side| format!("{title}{}.", verdict(program.kind, side, base)))
        .collect();
    match said.is_empty() {
        false => said,
        true => vec![format!(
            "{title}{} reached {} of {} {} ({:.1} %) in {} {}.",
            base.side,
            grouped(base.total),
            grouped(main.known),
            plural(program.kind),
            Part(base.total, main.known).percent(),
            base.runs.len(),
            if base.runs.len() == 1 { "run" } else { "runs" },
        )],
    }
}

fn sections(program: &compare::Program, measured: &Program, of: &Of) -> Vec<Section> {
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
            sides(program, main),
        ));
        if main.sides.len() > 1 {
            sections.push(section(
                "ccg",
                "New and missed",
                "Which, not how many: two sides with the same total may reach different parts.",
                drawn::ccg(std::slice::from_ref(program)),
                gains(program, main),
            ));
        }
        if !program.over_time.is_empty() {
            sections.push(section(
                "over-time",
                "Over time",
                "The median of the runs; the band has all of them.",
                drawn::over_time(program),
                times(program),
            ));
        }
    }
    sections.push(section(
        "files",
        "Where",
        FILES_NOTE,
        None,
        files(program, measured),
    ));
    if !measured.frontier.is_empty() {
        sections.push(section(
            "frontier",
            "The frontier",
            "Conditions that inputs reach, and that never come out in one of their ways.",
            None,
            frontier(measured, OPEN),
        ));
    }
    if let Some(main) = program.main() {
        sections.push(section(
            "consistency",
            "Consistency",
            "Of what a side reaches, how much is reached by all of its runs, by all but one, …, by one.",
            drawn::consistency(program),
            consistencies(main),
        ));
        if program.difficulty.runs > 1 {
            sections.push(section(
                "difficulty",
                "Difficulty",
                "How many runs, of all sides, reach it: what few reach is hard.",
                Some(drawn::difficulty(program)),
                difficulty(program),
            ));
        }
    }
    sections.push(section(
        "totals",
        "By kind",
        "What was reached by any side, and what by every side.",
        None,
        totals(program),
    ));
    sections.push(section(
        "runs",
        "Runs",
        "What each run has left.",
        None,
        runs(program),
    ));
    sections
}

const FILES_NOTE: &str =
    "Files with the most that is not reached; where sides differ, those in which they differ most.";

fn totals(program: &compare::Program) -> Table {
    let mut table = Table::new(&[
        ("kind", false),
        ("known", true),
        ("reached", true),
        ("share", true),
        ("by every side", true),
    ]);
    for of in &program.kinds {
        table.rows.push(vec![
            Cell::Text(plural(of.kind)),
            Cell::Count(of.figures.known),
            Cell::Count(of.figures.reached),
            Cell::Percent(Part(of.figures.reached, of.figures.known).percent()),
            Cell::Count(of.figures.common),
        ]);
    }
    table
}

fn sides(program: &compare::Program, main: &Figures) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("runs", true),
        ("reached", true),
        ("median run", true),
        ("new", true),
        ("missed", true),
        ("no other", true),
        ("CCS median", true),
        ("CCS MAD", true),
        ("U", true),
        ("A12", true),
        ("p", true),
    ]);
    for (at, side) in main.sides.iter().enumerate() {
        let is_baseline = at == program.baseline && main.sides.len() > 1;
        let name = match is_baseline {
            true => format!("{} (baseline)", side.side),
            false => side.side.clone(),
        };
        let relative = |n: usize| match at == program.baseline {
            true => Cell::None,
            false => Cell::Count(n),
        };
        let ccs = |of: fn(&Ccs) -> f64| {
            side.ccs
                .as_ref()
                .map_or(Cell::None, |ccs| Cell::Percent(of(ccs)))
        };
        let test = |of: fn(&compare::statistics::Test) -> f64, digits| {
            side.test
                .as_ref()
                .map_or(Cell::None, |t| Cell::Number(of(t), digits))
        };
        table.rows.push(vec![
            Cell::Text(name),
            Cell::Count(side.runs.len()),
            Cell::Count(side.total),
            Cell::Number(side.median, 1),
            relative(side.gained),
            relative(side.missed),
            Cell::Count(side.only),
            ccs(|c| c.median),
            ccs(|c| c.mad),
            test(|t| t.u, 1),
            test(|t| t.a12, 2),
            test(|t| t.corrected, 4),
        ]);
    }
    table
}

/// The sides beside the baseline.
fn others<'a>(
    program: &'a compare::Program,
    main: &'a Figures,
) -> impl Iterator<Item = &'a SideFigures> {
    let sides = main.sides.iter().enumerate();
    sides
        .filter(|(at, _)| *at != program.baseline)
        .map(|(_, s)| s)
}

fn gains(program: &compare::Program, main: &Figures) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("new", true),
        ("new share", true),
        ("missed", true),
        ("missed share", true),
    ]);
    for side in others(program, main) {
        table.rows.push(vec![
            Cell::Text(side.side.clone()),
            Cell::Count(side.gained),
            Cell::Percent(side.gained_percent),
            Cell::Count(side.missed),
            Cell::Percent(side.missed_percent),
        ]);
    }
    table
}

fn times(program: &compare::Program) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("seconds", true),
        ("lowest run", true),
        ("median run", true),
        ("highest run", true),
        ("together", true),
    ]);
    for curve in &program.over_time {
        table.rows.extend(curve.points.iter().map(|p| {
            vec![
                Cell::Text(curve.side.clone()),
                Cell::Number(p.seconds, 1),
                Cell::Number(p.low, 0),
                Cell::Number(p.median, 1),
                Cell::Number(p.high, 0),
                Cell::Count(p.together),
            ]
        }));
    }
    table
}

fn consistencies(main: &Figures) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("runs that reach it", true),
        ("identities", true),
        ("share", true),
    ]);
    for side in &main.sides {
        for (at, count) in side.consistency.iter().enumerate().rev() {
            table.rows.push(vec![
                Cell::Text(side.side.clone()),
                Cell::Count(at + 1),
                Cell::Count(*count),
                Cell::Percent(Part(*count, side.total).percent()),
            ]);
        }
    }
    table
}

fn difficulty(program: &compare::Program) -> Table {
    let mut table = Table::new(&[("runs that reach it", true), ("identities", true)]);
    for (count, runs) in program.difficulty.reached_by.iter().zip(0..) {
        table
            .rows
            .push(vec![Cell::Count(runs), Cell::Count(*count)]);
    }
    table
}

fn files(program: &compare::Program, measured: &Program) -> Table {
    let mut table = Table::new(&[
        ("file", false),
        ("functions", true),
        ("lines", true),
        ("outcomes", true),
        ("differ", true),
    ]);
    let by_file = program.groups.iter().find(|g| g.by == "file");
    let rows = by_file.map_or(&[][..], |g| &g.rows);
    let differ = |path: &str| {
        let row = rows
            .iter()
            .find(|r| path == r.name || path.ends_with(&format!("/{}", r.name)));
        let sides = row.map_or(&[][..], |r| &r.sides);
        sides.iter().map(|s| s.gained + s.missed).sum::<usize>()
    };
    let missing = |part: Part| part.1 - part.0;
    let mut files: Vec<_> = measured
        .files
        .iter()
        .map(|f| (differ(&f.path), f))
        .collect();
    files.sort_by_key(|(differ, f)| {
        let open = missing(f.outcomes_reached()) + missing(f.lines_reached());
        std::cmp::Reverse((*differ, open))
    });
    for (differ, file) in files.into_iter().take(FILES) {
        table.rows.push(vec![
            Cell::Text(file.path.clone()),
            Cell::Part(file.functions_reached()),
            Cell::Part(file.lines_reached()),
            Cell::Part(file.outcomes_reached()),
            Cell::Count(differ),
        ]);
    }
    table
}

/// As many conditions as wanted.
pub fn frontier(measured: &Program, most: usize) -> Table {
    let mut table = Table::new(&[
        ("inputs", true),
        ("condition", false),
        ("never", false),
        ("place", false),
        ("nearest input", false),
    ]);
    for open in measured.frontier.iter().take(most) {
        let file = &measured.files[open.file];
        let condition = &file.conditions[open.condition];
        let missing: Vec<&str> = condition.missing().collect();
        let near = open.nearest.first();
        table.rows.push(vec![
            Cell::Count(condition.inputs() as usize),
            Cell::Text(condition.text.clone()),
            Cell::Text(missing.join(", ")),
            Cell::Text(format!("{}:{}", file.path, condition.line)),
            near.map_or(Cell::None, |n| Cell::Text(n.to_string())),
        ]);
    }
    table
}

fn runs(program: &compare::Program) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("run", false),
        ("inputs", true),
        ("crashes", true),
        ("timeouts", true),
        ("seconds", true),
        ("reached", true),
    ]);
    let reached = |side: usize, run: usize| {
        let runs = program.main().and_then(|m| m.sides.get(side));
        runs.and_then(|s| s.runs.get(run))
            .map_or(Cell::None, |n| Cell::Count(*n))
    };
    for (side, of) in program.sides.iter().enumerate() {
        for (at, run) in of.runs.iter().enumerate() {
            let last = run.last.map(|ms| f64::from(ms) / 1000.0);
            table.rows.push(vec![
                Cell::Text(of.name.clone()),
                Cell::Text(run.run.title()),
                Cell::Count(run.inputs),
                Cell::Count(run.crashes),
                Cell::Count(run.timeouts),
                last.map_or(Cell::None, |s| Cell::Number(s, 1)),
                reached(side, at),
            ]);
        }
    }
    table
}
