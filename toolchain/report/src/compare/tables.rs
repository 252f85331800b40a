//! A comparison as tables: of the page, and what stands beside every picture as CSV and as JSON.

use fz_base::numbers;
use fz_coverage::{
    identities::{Catalogue, Identity},
    names::demangled,
};
use serde_json::{Value, json};

use super::{
    Comparison, Program,
    crashes::Crashes,
    figures::{Ccs, Figures, SideFigures},
    statistics::Test,
};
use crate::{
    matrix::Matrix,
    table::{Cell, Table},
};

/// Rows of a table of what is ranked.
pub const MOST: usize = 15;

/// As exact as it is.
fn exact(number: f64) -> Cell {
    Cell::Number(number, 3)
}

/// The figures of every kind of identity, side by side: what the cumulative coverage graph shows, and more.
pub fn figures(comparison: &Comparison) -> Table {
    let mut table = Table::new(
        "program | kind | known | side | runs | total | median | least | most | only | gained | missed | gained-percent | missed-percent | ccs-median | ccs-mad | u | a12 | p | p-corrected",
    );
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

fn side_row(program: &Program, kind: &str, figures: &Figures, side: &SideFigures) -> Vec<Cell> {
    let test = |of: fn(&Test) -> f64| Cell::optional(side.test.as_ref().map(of), exact);
    vec![
        Cell::text(&program.program),
        Cell::text(kind),
        Cell::Count(figures.known),
        Cell::text(&side.side),
        Cell::Count(side.runs.len()),
        Cell::Count(side.total),
        exact(side.median),
        Cell::optional(side.runs.iter().min(), |n| Cell::Count(*n)),
        Cell::optional(side.runs.iter().max(), |n| Cell::Count(*n)),
        Cell::Count(side.only),
        Cell::Count(side.gained),
        Cell::Count(side.missed),
        exact(side.gained_percent),
        exact(side.missed_percent),
        Cell::optional(side.ccs, |c| exact(c.median)),
        Cell::optional(side.ccs, |c| exact(c.mad)),
        test(|t| t.u),
        test(|t| t.a12),
        test(|t| t.p),
        test(|t| t.corrected),
    ]
}

/// Folders, files and functions, a row for each and side.
pub fn groups(program: &Program) -> Table {
    let mut table = Table::new(
        "by | name | file | known | side | total | median | gained | missed | a12 | p | p-corrected",
    );
    for group in &program.groups {
        for row in &group.rows {
            for (summary, side) in program.sides.iter().zip(&row.sides) {
                let test = |of: fn(&Test) -> f64| Cell::optional(side.test.as_ref().map(of), exact);
                table.rows.push(vec![
                    Cell::text(group.by),
                    Cell::text(&row.name),
                    Cell::text(&row.file),
                    Cell::Count(row.known),
                    Cell::text(&summary.name),
                    Cell::Count(side.total),
                    exact(side.median),
                    Cell::Count(side.gained),
                    Cell::Count(side.missed),
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
    let mut table = Table::new("key | file | line | column | function | text | outcome | inputs");
    for side in &program.sides {
        table.add(&format!("runs of {}", side.name));
    }
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
            Cell::Text(format!("{key:016x}")),
            Cell::optional(place, |p| Cell::Place(matrix.catalogue.path(&p.file))),
            Cell::optional(place, |p| Cell::Count(p.line as usize)),
            Cell::optional(place, |p| Cell::Count(p.column as usize)),
            Cell::text(&matrix.catalogue.functions[*function].symbol),
            Cell::Code(text.clone()),
            Cell::text(outcome),
            Cell::Count(matrix.inputs[number] as usize),
        ];
        let runs = program.sides.iter().map(|s| s.in_runs[number]);
        row.extend(runs.map(|n| Cell::Count(n as usize)));
        table.rows.push(row);
    }
    table
}

pub fn sides(program: &Program, main: &Figures) -> Table {
    let mut table = Table::new("side | runs | reached | median run | new | missed | no other");
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
        table.rows.push(vec![
            Cell::Text(name),
            Cell::Count(side.runs.len()),
            Cell::Count(side.total),
            Cell::Number(side.median, 1),
            relative(side.gained),
            relative(side.missed),
            Cell::Count(side.only),
        ]);
    }
    table
}

/// The tests of the runs' numbers against the baseline's.
pub fn chances(program: &Program, main: &Figures) -> Table {
    let mut table = Table::new("side | A12 | U | p corrected");
    for side in others(program, main) {
        let test = |of: fn(&Test) -> f64, digits| {
            Cell::optional(side.test.as_ref(), |t| Cell::Number(of(t), digits))
        };
        table.rows.push(vec![
            Cell::Text(side.side.clone()),
            test(|t| t.a12, 2),
            test(|t| t.u, 1),
            test(|t| t.corrected, 4),
        ]);
    }
    table
}

/// How consistently the runs of a side reach what it reaches.
pub fn scores(main: &Figures) -> Table {
    let mut table = Table::new("side | runs | CCS median | CCS MAD");
    for side in &main.sides {
        let ccs = |of: fn(&Ccs) -> f64| Cell::optional(side.ccs.as_ref(), |c| Cell::Percent(of(c)));
        table.rows.push(vec![
            Cell::Text(side.side.clone()),
            Cell::Count(side.runs.len()),
            ccs(|c| c.median),
            ccs(|c| c.mad),
        ]);
    }
    table
}

/// The sides beside the baseline.
pub fn others<'a>(
    program: &'a Program,
    main: &'a Figures,
) -> impl Iterator<Item = &'a SideFigures> {
    let sides = main.sides.iter().enumerate();
    sides
        .filter(|(at, _)| *at != program.baseline)
        .map(|(_, s)| s)
}

pub fn gains(program: &Program, main: &Figures) -> Table {
    let mut table = Table::new("side | new | new share | missed | missed share");
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

pub fn times(program: &Program) -> Table {
    let mut table = Table::new("side | seconds | lowest run | median run | highest run | together");
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

pub fn consistencies(program: &Program) -> Table {
    let mut table = Table::new("side | runs that reach it | of | identities | share");
    for side in program.main().iter().flat_map(|main| &main.sides) {
        for (at, count) in side.consistency.iter().enumerate().rev() {
            table.rows.push(vec![
                Cell::Text(side.side.clone()),
                Cell::Count(at + 1),
                Cell::Count(side.consistency.len()),
                Cell::Count(*count),
                Cell::Percent(numbers::percent(*count, side.total)),
            ]);
        }
    }
    table
}

pub fn difficulty(program: &Program) -> Table {
    let rows = program.difficulty.reached_by.iter().enumerate();
    let rows = rows.map(|(runs, count)| vec![Cell::Count(runs), Cell::Count(*count)]);
    Table::new("runs that reach it | identities").with(rows)
}

pub fn runs(program: &Program) -> Table {
    let mut table =
        Table::new("side | run | inputs | crashes | timeouts | last input, seconds | reached");
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

/// What is reached by the fewest runs.
pub fn hardest(program: &Program, matrix: &Matrix) -> Table {
    let hardest = program.difficulty.hardest.iter().take(MOST);
    let rows = hardest.map(|(number, runs)| {
        let what = title(&matrix.catalogue, *number);
        vec![Cell::Count(*runs as usize), Cell::Text(what)]
    });
    Table::new("runs that reach it | what").with(rows)
}

/// Bugs, and by how many runs of each side they were found.
pub fn crashes(program: &Program, crashes: &Crashes) -> Table {
    let mut table = Table::new("bug");
    for side in &program.sides {
        table.add(&format!("runs of {}", side.name));
    }
    table.add("first seconds");
    table.add("stack");
    for bug in &crashes.bugs {
        let mut row = vec![Cell::Text(bug.title.clone())];
        let sides = program.sides.iter().zip(&bug.sides);
        row.extend(sides.map(|(s, b)| Cell::Part(b.runs, s.runs.len())));
        let first = bug.sides.iter().filter_map(|s| s.first).min();
        row.push(first.map_or(Cell::None, |ms| Cell::Number(ms as f64 / 1000.0, 1)));
        row.push(Cell::Text(bug.stack.join(" ← ")));
        table.rows.push(row);
    }
    table
}

pub fn resources(program: &Program) -> Table {
    let mut table = Table::new("side | CPU seconds | clock seconds | executions | peak MiB");
    table.add(&format!("{} per CPU hour", program.kind.plural()));
    for (side, used) in program.sides.iter().zip(&program.resources) {
        let number = |value: Option<f64>| Cell::optional(value, |v| Cell::Number(v, 0));
        table.rows.push(vec![
            Cell::Text(side.name.clone()),
            number(used.cpu_seconds),
            number(used.wall_seconds),
            Cell::optional(used.executions, |n| Cell::Count(n as usize)),
            number(used.memory.map(|bytes| bytes as f64 / (1 << 20) as f64)),
            number(used.reached_per_cpu_hour),
        ]);
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
