//! A comparison as a folder: pictures, and beside each its figures as CSV and JSON.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use fz_base::{numbers::percent, outputs, words::apart};
use fz_engines::launch;

use super::{Comparison, Program, json, tables};
use crate::{
    matrix::Matrix,
    pictures::{self, Bar, Histogram, Numbered},
    table::Table,
};

pub fn write(comparison: &Comparison, matrices: &[&Matrix], folder: &Path) -> Result<()> {
    ensure!(
        !folder.is_file(),
        "-o {}: it is a file; name a folder",
        folder.display()
    );
    launch::folder::make(folder)?;
    let put = |name: &str, content: &[u8]| {
        let written = outputs::write(folder, Path::new(name), content);
        written.with_context(|| format!("{} cannot be written", folder.join(name).display()))
    };
    let put_table = |name: &str, table: &Table, picture: Option<String>| {
        put(&format!("{name}.csv"), table.csv().as_bytes())?;
        put(
            &format!("{name}.json"),
            format!("{:#}\n", table.json()).as_bytes(),
        )?;
        picture.map_or(Ok(()), |svg| put(&format!("{name}.svg"), svg.as_bytes()))
    };
    let whole = json::json(comparison, matrices)?;
    put("comparison.json", format!("{whole}\n").as_bytes())?;
    put_table(
        "sides",
        &tables::figures(comparison),
        ccg(&comparison.programs),
    )?;
    let names = apart(comparison.programs.iter().map(|p| file_name(&p.program)));
    let programs = comparison.programs.iter().zip(matrices);
    for ((program, matrix), of) in programs.zip(&names) {
        let name = |what: &str| match comparison.programs.len() {
            1 => what.to_owned(),
            _ => format!("{what}-{of}"),
        };
        let crashes = program.crashes.as_ref();
        let crashes = crashes.map_or_else(Table::default, |c| tables::crashes(program, c));
        for (what, table, picture) in [
            ("over-time", tables::times(program), over_time(program)),
            (
                "consistency",
                tables::consistencies(program),
                consistency(program),
            ),
            (
                "difficulty",
                tables::difficulty(program),
                Some(difficulty(program)),
            ),
            ("parts", tables::groups(program), None),
            ("crashes", crashes, None),
            ("resources", tables::resources(program), None),
            ("identities", tables::identities(program, matrix), None),
        ] {
            put_table(&name(what), &table, picture)?;
        }
    }
    Ok(())
}

/// Of a program's name what every file system takes.
fn file_name(name: &str) -> String {
    let keep = |c: char| match c.is_ascii_alphanumeric() || ".-_".contains(c) {
        true => c,
        false => '_',
    };
    name.chars().map(keep).collect()
}

/// The cumulative coverage graph of programs; `None` if there is nothing to compare.
pub fn ccg(programs: &[Program]) -> Option<String> {
    let mut bars = Vec::new();
    for program in programs {
        let sides = program.main().into_iter().flat_map(|k| &k.sides);
        let others = sides.enumerate().filter(|(at, _)| *at != program.baseline);
        bars.extend(others.map(|(_, side)| Bar {
            program: program.program.clone(),
            side: side.side.clone(),
            gained: side.gained_percent,
            missed: side.missed_percent,
        }));
    }
    let first = programs.first()?;
    let baseline = &first.sides[first.baseline].name;
    (!bars.is_empty()).then(|| pictures::ccg(&first.kind.plural(), baseline, &bars))
}

pub fn over_time(program: &Program) -> Option<String> {
    let curves = curves(program);
    (!curves.is_empty()).then(|| pictures::over_time(&program.kind.plural(), &curves))
}

/// With the number of each one's side: not all sides have one.
pub fn curves(program: &Program) -> Vec<Numbered<'_>> {
    let curves = program.over_time.iter();
    curves.map(|c| (number(program, &c.side), c)).collect()
}

fn number(program: &Program, side: &str) -> usize {
    let sides = program.sides.iter();
    sides
        .zip(0..)
        .find(|(s, _)| s.name == side)
        .map_or(0, |(_, n)| n)
}

pub fn consistency(program: &Program) -> Option<String> {
    let figures = program.main()?;
    let histogram = |side: &super::figures::SideFigures| {
        let ccs = side.ccs?;
        let shares = side.consistency.iter().rev();
        Some(Histogram {
            side: side.side.clone(),
            number: number(program, &side.side),
            note: format!("median {:.0} %, MAD {:.0}", ccs.median, ccs.mad),
            shares: shares.map(|n| percent(*n, side.total)).collect(),
        })
    };
    let histograms: Vec<Histogram> = figures.sides.iter().filter_map(histogram).collect();
    (!histograms.is_empty()).then(|| pictures::consistency(&program.kind.plural(), &histograms))
}

pub fn difficulty(program: &Program) -> String {
    pictures::difficulty(&program.kind.plural(), &program.difficulty.reached_by[1..])
}
