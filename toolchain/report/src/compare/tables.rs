//! A comparison as tables: what stands beside every picture, as CSV and as JSON.

use anyhow::Result;
use fz_base::words::visible;
use fz_coverage::{
    identities::{Catalogue, Identity},
    names::demangled,
};
use serde_json::{Map, Value, json};

use super::{
    Comparison, Program,
    figures::{Figures, SideFigures},
    statistics::Test,
};
use crate::matrix::Matrix;

/// Rows of values under names.
#[derive(Debug, PartialEq)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    fn new<const N: usize>(columns: [&str; N]) -> Table {
        Table {
            columns: columns.map(str::to_owned).to_vec(),
            rows: Vec::new(),
        }
    }

    pub fn csv(&self) -> Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.columns)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|value| match value {
                Value::Null => String::new(),
                Value::String(text) => cell(text),
                other => other.to_string(),
            }))?;
        }
        Ok(writer.into_inner().map_err(|e| e.into_error())?)
    }

    /// An object a row.
    pub fn json(&self) -> Value {
        let row = |row: &Vec<Value>| {
            let columns = self.columns.iter().cloned();
            Value::Object(Map::from_iter(columns.zip(row.iter().cloned())))
        };
        self.rows.iter().map(row).collect()
    }
}

/// A text of others in a table: what is hidden in it is shown, and programs for tables take it for no formula.
pub fn cell(text: &str) -> String {
    let shown = visible(text);
    match shown.starts_with(['=', '+', '-', '@']) {
        true => format!("'{shown}"),
        false => shown,
    }
}

/// The figures of every kind of identity, side by side: what the cumulative coverage graph shows, and more.
pub fn sides(comparison: &Comparison) -> Table {
    let mut table = Table::new([
        "program",
        "kind",
        "known",
        "side",
        "runs",
        "total",
        "median",
        "least",
        "most",
        "only",
        "gained",
        "missed",
        "gained-percent",
        "missed-percent",
        "ccs-median",
        "ccs-mad",
        "u",
        "a12",
        "p",
        "p-corrected",
    ]);
    for program in &comparison.programs {
        let kinds = program.kinds.iter().map(|k| (k.kind.name(), &k.figures));
        let crashes = program.crashes.iter().map(|c| ("crash", &c.figures));
        for (kind, figures) in kinds.chain(crashes) {
            let rows = figures.sides.iter();
            let rows = rows.map(|side| side_row(program, kind, figures, side));
            table.rows.extend(rows);
        }
    }
    table
}

fn side_row(program: &Program, kind: &str, figures: &Figures, side: &SideFigures) -> Vec<Value> {
    let test = |of: fn(&Test) -> f64| json!(side.test.as_ref().map(of));
    vec![
        json!(program.program),
        json!(kind),
        json!(figures.known),
        json!(side.side),
        json!(side.runs.len()),
        json!(side.total),
        json!(side.median),
        json!(side.runs.iter().min()),
        json!(side.runs.iter().max()),
        json!(side.only),
        json!(side.gained),
        json!(side.missed),
        json!(side.gained_percent),
        json!(side.missed_percent),
        json!(side.ccs.map(|c| c.median)),
        json!(side.ccs.map(|c| c.mad)),
        test(|t| t.u),
        test(|t| t.a12),
        test(|t| t.p),
        test(|t| t.corrected),
    ]
}

pub fn over_time(program: &Program) -> Table {
    let mut table = Table::new(["side", "seconds", "low", "median", "high", "together"]);
    for curve in &program.over_time {
        table.rows.extend(curve.points.iter().map(|p| {
            vec![
                json!(curve.side),
                json!(p.seconds),
                json!(p.low),
                json!(p.median),
                json!(p.high),
                json!(p.together),
            ]
        }));
    }
    table
}

pub fn consistency(program: &Program) -> Table {
    let mut table = Table::new(["side", "runs", "of", "identities"]);
    for side in program.main().iter().flat_map(|k| &k.sides) {
        let of = side.consistency.len();
        let rows = side.consistency.iter().enumerate();
        table
            .rows
            .extend(rows.map(|(at, n)| vec![json!(side.side), json!(at + 1), json!(of), json!(n)]));
    }
    table
}

pub fn difficulty(program: &Program) -> Table {
    let mut table = Table::new(["runs", "of", "identities"]);
    let rows = program.difficulty.reached_by.iter().enumerate();
    let of = program.difficulty.runs;
    table
        .rows
        .extend(rows.map(|(runs, n)| vec![json!(runs), json!(of), json!(n)]));
    table
}

/// A row for each bug and side.
pub fn crashes(program: &Program) -> Table {
    let mut table = Table::new([
        "key",
        "crash",
        "side",
        "inputs",
        "runs",
        "first-milliseconds",
    ]);
    for bug in program.crashes.iter().flat_map(|c| &c.bugs) {
        let sides = program.sides.iter().zip(&bug.sides);
        table.rows.extend(sides.map(|(summary, side)| {
            vec![
                json!(bug.key),
                json!(bug.title),
                json!(summary.name),
                json!(side.inputs),
                json!(side.runs),
                json!(side.first),
            ]
        }));
    }
    table
}

pub fn resources(program: &Program) -> Table {
    let mut table = Table::new([
        "side",
        "wall-seconds",
        "cpu-seconds",
        "executions",
        "memory-bytes",
        "reached-per-cpu-hour",
    ]);
    let sides = program.sides.iter().zip(&program.resources);
    table.rows.extend(sides.map(|(summary, used)| {
        vec![
            json!(summary.name),
            json!(used.wall_seconds),
            json!(used.cpu_seconds),
            json!(used.executions),
            json!(used.memory),
            json!(used.reached_per_cpu_hour),
        ]
    }));
    table
}

/// Folders, files and functions, a row for each and side.
pub fn groups(program: &Program) -> Table {
    let mut table = Table::new([
        "by",
        "name",
        "file",
        "known",
        "side",
        "total",
        "median",
        "gained",
        "missed",
        "a12",
        "p",
        "p-corrected",
    ]);
    for group in &program.groups {
        for row in &group.rows {
            for (summary, side) in program.sides.iter().zip(&row.sides) {
                let test = |of: fn(&Test) -> f64| json!(side.test.as_ref().map(of));
                table.rows.push(vec![
                    json!(group.by),
                    json!(row.name),
                    json!(row.file),
                    json!(row.known),
                    json!(summary.name),
                    json!(side.total),
                    json!(side.median),
                    json!(side.gained),
                    json!(side.missed),
                    test(|t| t.a12),
                    test(|t| t.p),
                    test(|t| t.corrected),
                ]);
            }
        }
    }
    table
}

/// Every identity of the kind, with the runs of each side that reached it.
pub fn identities(program: &Program, matrix: &Matrix) -> Table {
    let mut table = Table::new([
        "key", "file", "line", "column", "function", "text", "outcome", "inputs",
    ]);
    let names = program.sides.iter().map(|s| format!("runs of {}", s.name));
    table.columns.extend(names);
    for number in program.mask.iter() {
        let Identity {
            key,
            place,
            function,
            text,
            outcome,
            ..
        } = &matrix.catalogue.identities[number];
        let place = place.as_ref();
        let mut row = vec![
            json!(format!("{key:016x}")),
            json!(place.map(|p| matrix.catalogue.path(&p.file))),
            json!(place.map(|p| p.line)),
            json!(place.map(|p| p.column)),
            json!(matrix.catalogue.functions[*function].symbol),
            json!(text),
            json!(outcome),
            json!(matrix.inputs[number]),
        ];
        row.extend(program.sides.iter().map(|s| json!(s.in_runs[number])));
        table.rows.push(row);
    }
    table
}

/// An identity in one line: `src/a.c:5:7: x < 3: true`.
pub fn title(catalogue: &Catalogue, number: usize) -> String {
    let identity = &catalogue.identities[number];
    let function = || demangled(&catalogue.functions[identity.function].symbol);
    let place = match &identity.place {
        Some(place) => format!("{}:{}:{}", place.file, place.line, place.column),
        None => function(),
    };
    let what = match identity.text.is_empty() {
        true => function(),
        false => identity.text.clone(),
    };
    match identity.outcome.is_empty() {
        true => format!("{place}: {what}"),
        false => format!("{place}: {what}: {}", identity.outcome),
    }
}

/// The same for scripts.
pub fn named(catalogue: &Catalogue, number: usize) -> Value {
    let identity = &catalogue.identities[number];
    let place = identity.place.as_ref();
    json!({
        "key": format!("{:016x}", identity.key),
        "file": place.map(|p| catalogue.path(&p.file)),
        "line": place.map(|p| p.line),
        "column": place.map(|p| p.column),
        "function": catalogue.functions[identity.function].symbol,
        "text": identity.text,
        "outcome": identity.outcome,
    })
}
