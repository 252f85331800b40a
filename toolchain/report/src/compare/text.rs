//! A comparison for people who read it in a terminal.

use std::fmt::{Result, Write};

use fz_base::{
    line, numbers, part,
    words::{many, visible},
};

use super::{
    Comparison, OfKind, Program,
    figures::Figures,
    groups::Row,
    sides::RunSummary,
    tables::{self, title},
    verdict::verdict,
};
use crate::{
    matrix::Matrix,
    table::{Cell, Table},
};

/// `most`: rows of each list.
pub fn text(comparison: &Comparison, matrices: &[&Matrix], most: usize) -> String {
    let mut out = String::new();
    write(comparison, matrices, most, &mut out).expect("writing to a string");
    out
}

fn write(comparison: &Comparison, matrices: &[&Matrix], most: usize, out: &mut String) -> Result {
    for (at, (program, matrix)) in comparison.programs.iter().zip(matrices).enumerate() {
        if at > 0 {
            line!(out)?;
        }
        head(program, out)?;
        for kind in &program.kinds {
            of_kind(program, kind, out)?;
        }
        crashes(program, most, out)?;
        resources(program, out)?;
        parts(program, most, out)?;
        lists(program, matrix, most, out)?;
    }
    if !comparison.notes.is_empty() {
        line!(out)?;
    }
    for note in &comparison.notes {
        line!(out, "note: {}", visible(note))?;
    }
    Ok(())
}

fn head(program: &Program, out: &mut String) -> Result {
    line!(out, "{}", visible(&program.program))?;
    for (at, side) in program.sides.iter().enumerate() {
        let sum = |of: fn(&RunSummary) -> usize| side.runs.iter().map(of).sum::<usize>();
        let (runs, inputs) = (side.runs.len(), sum(|r| r.inputs));
        part!(
            out,
            "  {}: {}, {}",
            visible(&side.name),
            many(runs, "run"),
            many(inputs, "input")
        )?;
        for (count, what) in [
            (sum(|r| r.crashes), "crashed"),
            (sum(|r| r.timeouts), "took too long"),
        ] {
            if count > 0 {
                part!(out, ", {count} {what}")?;
            }
        }
        let is_baseline = at == program.baseline && program.sides.len() > 1;
        line!(out, "{}", if is_baseline { " (baseline)" } else { "" })?;
    }
    Ok(())
}

fn gain(count: usize, percent: f64, sign: char) -> String {
    match count {
        0 => "0".to_owned(),
        // Of nothing.
        _ if percent == 0.0 => format!("{sign}{count}"),
        _ => format!("{sign}{count} ({})", numbers::share(percent)),
    }
}

fn probability(p: f64) -> String {
    match p < 0.001 {
        true => "<0.001".to_owned(),
        false => format!("{p:.3}"),
    }
}

fn of_kind(program: &Program, kind: &OfKind, out: &mut String) -> Result {
    figures(&kind.kind.plural(), "reached", &kind.figures, out)?;
    if kind.kind == program.kind {
        let sides = &kind.figures.sides;
        let baseline = &sides[program.baseline];
        let others = sides.iter().enumerate();
        for (_, side) in others.filter(|(at, _)| *at != program.baseline) {
            line!(out, "  {}", visible(&verdict(kind.kind, side, baseline)))?;
        }
    }
    Ok(())
}

const COLUMNS: &str = " | total | a run | only | gained | missed | CCS | A12 | p (corrected)";

/// `verb`: what was done with things of that name.
fn figures(what: &str, verb: &str, figures: &Figures, out: &mut String) -> Result {
    let Figures {
        known,
        reachable,
        common,
        sides,
        ..
    } = figures;
    let [reached, of, common] = [figures.reached, *reachable, *common].map(numbers::count);
    line!(out)?;
    part!(out, "{what}: {reached} of {of} {verb}")?;
    if sides.len() > 1 {
        part!(out, ", {common} of them by every side")?;
    }
    match known - reachable {
        0 => line!(out)?,
        more => line!(out, "; {} more cannot be reached", numbers::count(more))?,
    }
    let rows = sides.iter().map(|side| {
        let ccs = side.ccs.map(|c| format!("({:.0}, {:.0})", c.median, c.mad));
        let test = side.test.as_ref();
        let probable = test.map(|t| format!("{} ({})", probability(t.p), probability(t.corrected)));
        vec![
            Cell::text(&side.side),
            Cell::Count(side.total),
            Cell::Number(side.median, 1),
            Cell::Count(side.only),
            Cell::Figure(gain(side.gained, side.gained_percent, '+')),
            Cell::Figure(gain(side.missed, side.missed_percent, '-')),
            Cell::Figure(ccs.unwrap_or_default()),
            Cell::Figure(test.map_or(String::new(), |t| format!("{:.2}", t.a12))),
            Cell::Figure(probable.unwrap_or_default()),
        ]
    });
    *out += &Table::new(COLUMNS).with(rows).text();
    Ok(())
}

fn crashes(program: &Program, most: usize, out: &mut String) -> Result {
    let Some(crashes) = &program.crashes else {
        return Ok(());
    };
    figures("crashes by their stacks", "found", &crashes.figures, out)?;
    for bug in crashes.bugs.iter().take(most) {
        let sides = program.sides.iter().zip(&bug.sides);
        let runs = sides.map(|(s, b)| format!("{} {} of {}", s.name, b.runs, s.runs.len()));
        let runs: Vec<String> = runs.collect();
        let said = format!("{}: runs of {}", bug.title, runs.join(", "));
        line!(out, "  {}", visible(&said))?;
    }
    rest(crashes.bugs.len(), most, out)
}

fn resources(program: &Program, out: &mut String) -> Result {
    if !program.resources.is_empty() {
        line!(out)?;
        *out += &tables::resources(program).text();
    }
    Ok(())
}

/// Where sides differ: what most was gained and missed in comes first.
fn parts(program: &Program, most: usize, out: &mut String) -> Result {
    let what = program.kind.plural();
    for group in &program.groups {
        let changes = |row: &Row| row.sides.iter().map(|s| s.gained + s.missed).max();
        let mut rows: Vec<&Row> = group.rows.iter().collect();
        rows.retain(|row| changes(row) > Some(0));
        rows.sort_by_key(|row| std::cmp::Reverse(changes(row)));
        if rows.is_empty() {
            continue;
        }
        line!(out)?;
        line!(out, "{what} gained and missed, by {}", group.by)?;
        for row in rows.iter().take(most) {
            let sides = program.sides.iter().zip(&row.sides).enumerate();
            let sides = sides.filter(|(at, _)| *at != program.baseline);
            for (_, (summary, side)) in sides {
                let name = match program.sides.len() {
                    0..=2 => String::new(),
                    _ => format!("  ({})", summary.name),
                };
                let (gained, missed) = (format!("+{}", side.gained), format!("-{}", side.missed));
                let part = visible(&format!("{}{name}", row.name));
                line!(out, "  {gained:>7} {missed:>7}  {part}")?;
            }
        }
        rest(rows.len(), most, out)?;
    }
    Ok(())
}

fn rest(all: usize, most: usize, out: &mut String) -> Result {
    match all > most {
        true => line!(out, "  and {} more (--limit 0 shows all)", all - most),
        false => Ok(()),
    }
}

fn lists(program: &Program, matrix: &Matrix, most: usize, out: &mut String) -> Result {
    let what = program.kind.plural();
    let baseline = program.baseline;
    let base = &program.sides[baseline].name;
    for (at, side) in program.sides.iter().enumerate() {
        if at == baseline {
            continue;
        }
        for (heading, of, by) in [
            (
                format!("{what} that {} reaches and {base} does not", side.name),
                at,
                baseline,
            ),
            (
                format!("{what} that {base} reaches and {} does not", side.name),
                baseline,
                at,
            ),
        ] {
            let found = program.beyond(of, by);
            list(&heading, &found, matrix, most, out, |n| {
                let side = &program.sides[of];
                format!("{} of {} runs", side.in_runs[n], side.runs.len())
            })?;
        }
    }
    let hard = &program.difficulty.hardest;
    let runs: std::collections::HashMap<usize, u32> = hard.iter().copied().collect();
    let numbers: Vec<usize> = hard.iter().map(|(n, _)| *n).collect();
    list(
        &format!(
            "the hardest {what}: of {}",
            many(program.difficulty.runs, "run")
        ),
        &numbers,
        matrix,
        most,
        out,
        |n| many(runs[&n] as usize, "run"),
    )
}

fn list(
    heading: &str,
    numbers: &[usize],
    matrix: &Matrix,
    most: usize,
    out: &mut String,
    runs: impl Fn(usize) -> String,
) -> Result {
    if numbers.is_empty() {
        return Ok(());
    }
    line!(out)?;
    line!(out, "{}", visible(heading))?;
    for number in numbers.iter().take(most) {
        let title = visible(&title(&matrix.catalogue, *number));
        line!(out, "  {:>14}  {title}", runs(*number))?;
    }
    rest(numbers.len(), most, out)
}
