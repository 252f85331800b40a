//! The tables of the overview.

use std::{cmp::Reverse, collections::HashMap};

use fz_coverage::{frontier::Hidden, tally::never};

use super::{Cell, Table};
use crate::{
    compare::{
        self,
        figures::{Ccs, Figures, SideFigures},
        groups::{Group, Row},
        statistics::Test,
        tables,
        verdict::plural,
    },
    matrix::Matrix,
    pages::model::{File, Part, Program},
};

/// Rows of a table of what is ranked.
pub const MOST: usize = 15;

pub fn totals(program: &compare::Program) -> Table {
    let mut table = Table::new(&[
        ("kind", false),
        ("known", true),
        ("reached", true),
        ("share of all", true),
    ]);
    let has_sides = program.sides.len() > 1;
    if has_sides {
        table.add("by every side", true);
    }
    for of in &program.kinds {
        let mut row = vec![
            Cell::Text(plural(of.kind)),
            Cell::Count(of.figures.known),
            Cell::Count(of.figures.reached),
            Cell::Percent(Part(of.figures.reached, of.figures.known).percent()),
        ];
        row.extend(has_sides.then_some(Cell::Count(of.figures.common)));
        table.rows.push(row);
    }
    table
}

pub fn sides(program: &compare::Program, main: &Figures) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("runs", true),
        ("reached", true),
        ("median run", true),
        ("new", true),
        ("missed", true),
        ("no other", true),
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
pub fn chances(program: &compare::Program, main: &Figures) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("A12", true),
        ("U", true),
        ("p corrected", true),
    ]);
    for side in others(program, main) {
        let test = |of: fn(&Test) -> f64, digits| {
            let test = side.test.as_ref();
            test.map_or(Cell::None, |t| Cell::Number(of(t), digits))
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
    let mut table = Table::new(&[
        ("side", false),
        ("runs", true),
        ("CCS median", true),
        ("CCS MAD", true),
    ]);
    for side in &main.sides {
        let ccs = |of: fn(&Ccs) -> f64| {
            let ccs = side.ccs.as_ref();
            ccs.map_or(Cell::None, |ccs| Cell::Percent(of(ccs)))
        };
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
    program: &'a compare::Program,
    main: &'a Figures,
) -> impl Iterator<Item = &'a SideFigures> {
    let sides = main.sides.iter().enumerate();
    sides
        .filter(|(at, _)| *at != program.baseline)
        .map(|(_, s)| s)
}

pub fn gains(program: &compare::Program, main: &Figures) -> Table {
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

pub fn times(program: &compare::Program) -> Table {
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

pub fn consistencies(main: &Figures) -> Table {
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

pub fn difficulty(program: &compare::Program) -> Table {
    let mut table = Table::new(&[("runs that reach it", true), ("identities", true)]);
    for (count, runs) in program.difficulty.reached_by.iter().zip(0..) {
        table
            .rows
            .push(vec![Cell::Count(runs), Cell::Count(*count)]);
    }
    table
}

/// All files; those with the most that is not reached come first.
pub fn files(measured: &Program) -> Table {
    let mut table = Table::new(&FILE);
    let files = measured.files.iter().map(|f| (f.coverage(), f));
    let mut files: Vec<_> = files
        .filter(|(coverage, _)| coverage.iter().any(|c| c.all > 0))
        .collect();
    files.sort_by_key(|([_, lines, outcomes], _)| {
        let missing = [lines, outcomes].map(|c| c.reachable - c.reached);
        Reverse(missing.iter().sum::<usize>())
    });
    table.rows = files.into_iter().map(|(_, f)| file(f)).collect();
    table
}

const FILE: [(&str, bool); 4] = [
    ("file", false),
    ("functions", true),
    ("lines", true),
    ("outcomes", true),
];

fn file(file: &File) -> Vec<Cell> {
    let path = Cell::Text(file.path.clone());
    let parts = file.coverage().map(|c| Cell::Part(c.of_all()));
    std::iter::once(path).chain(parts).collect()
}

/// Files in which sides differ most.
pub fn differ(measured: &Program, by_file: &Group) -> Table {
    let mut table = Table::new(&[
        ("file", false),
        ("differ", true),
        ("functions", true),
        ("lines", true),
        ("outcomes", true),
    ]);
    let rows: HashMap<&str, &Row> = by_file.rows.iter().map(|r| (r.name.as_str(), r)).collect();
    let differ = |path: &str| {
        let path = path.strip_prefix(&measured.prefix).unwrap_or(path);
        let sides = rows.get(path).map_or(&[][..], |r| &r.sides);
        sides.iter().map(|s| s.gained + s.missed).sum::<usize>()
    };
    let files = measured.files.iter().map(|f| (differ(&f.path), f));
    let mut files: Vec<(usize, &File)> = files.filter(|(differ, _)| *differ > 0).collect();
    files.sort_by_key(|(differ, _)| Reverse(*differ));
    let rows = files.into_iter().take(MOST).map(|(differ, of)| {
        let mut row = file(of);
        row.insert(1, Cell::Count(differ));
        row
    });
    table.rows = rows.collect();
    table
}

/// As many conditions as wanted.
pub fn frontier(measured: &Program, most: usize) -> Table {
    let mut table = Table::new(&[
        ("blocks behind", true),
        ("functions behind", true),
        ("condition", false),
        ("never", false),
        ("place", false),
        ("inputs", true),
        ("nearest input", false),
    ]);
    for open in measured.frontier.iter().take(most) {
        let file = &measured.files[open.file];
        let condition = &file.conditions[open.condition];
        let near = open.nearest.first();
        let behind = |count: fn(&Hidden) -> usize| {
            let behind = open.behind.as_ref();
            behind.map_or(Cell::None, |b| Cell::Count(count(b)))
        };
        table.rows.push(vec![
            behind(|b| b.blocks),
            behind(|b| b.functions.len()),
            Cell::Text(condition.text.clone()),
            Cell::Text(never(condition.missing(), condition.outcomes.len())),
            Cell::Text(format!("{}:{}", file.path, condition.line)),
            Cell::Count(condition.inputs as usize),
            near.map_or(Cell::None, |n| Cell::Text(n.to_string())),
        ]);
    }
    table
}

pub fn runs(program: &compare::Program) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("run", false),
        ("inputs", true),
        ("crashes", true),
        ("timeouts", true),
        ("last input, seconds", true),
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

/// What is reached by the fewest runs.
pub fn hardest(program: &compare::Program, matrix: &Matrix) -> Table {
    let mut table = Table::new(&[("runs that reach it", true), ("what", false)]);
    for (number, runs) in program.difficulty.hardest.iter().take(MOST) {
        table.rows.push(vec![
            Cell::Count(*runs as usize),
            Cell::Text(tables::title(&matrix.catalogue, *number)),
        ]);
    }
    table
}

/// Bugs, and by how many runs of each side they were found.
pub fn crashes(program: &compare::Program, crashes: &compare::crashes::Crashes) -> Table {
    let mut table = Table::new(&[("bug", false)]);
    for side in &program.sides {
        table.add(&format!("runs of {}", side.name), true);
    }
    table.add("first seconds", true);
    table.add("stack", false);
    for bug in &crashes.bugs {
        let mut row = vec![Cell::Text(bug.title.clone())];
        let sides = program.sides.iter().zip(&bug.sides);
        row.extend(sides.map(|(s, b)| Cell::Part(Part(b.runs, s.runs.len()))));
        let first = bug.sides.iter().filter_map(|s| s.first).min();
        row.push(first.map_or(Cell::None, |ms| Cell::Number(ms as f64 / 1000.0, 1)));
        row.push(Cell::Text(bug.stack.join(" ← ")));
        table.rows.push(row);
    }
    table
}

pub fn resources(program: &compare::Program) -> Table {
    let mut table = Table::new(&[
        ("side", false),
        ("CPU seconds", true),
        ("clock seconds", true),
        ("executions", true),
        ("peak MiB", true),
    ]);
    table.add(&format!("{} per CPU hour", plural(program.kind)), true);
    for (side, used) in program.sides.iter().zip(&program.resources) {
        let number = |value: Option<f64>| value.map_or(Cell::None, |v| Cell::Number(v, 0));
        table.rows.push(vec![
            Cell::Text(side.name.clone()),
            number(used.cpu_seconds),
            number(used.wall_seconds),
            used.executions
                .map_or(Cell::None, |n| Cell::Count(n as usize)),
            number(used.memory.map(|bytes| bytes as f64 / (1 << 20) as f64)),
            number(used.reached_per_cpu_hour),
        ]);
    }
    table
}
