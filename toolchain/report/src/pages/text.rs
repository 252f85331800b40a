//! The report as text and as markdown: for terminals and for comments of services that build and test.

use std::fmt::Write;

use fz_base::{
    line,
    words::{many, visible},
};

use super::{
    model::Report,
    overview::{self, Cell, Section, Table},
};
use crate::markdown::{code, escaped};

/// Tables of which each row is a point of a picture say nothing in a text.
const PICTURES: [&str; 3] = ["over-time", "consistency", "difficulty"];

/// `most`: conditions of the frontier of each program.
pub fn text(report: &Report, most: usize) -> String {
    let mut out = format!("coverage of {}\n", visible(&report.title));
    for line in report.overview.verdict.iter().chain(&report.notes) {
        line!(out, "{}", visible(line)).expect("writing to a string");
    }
    for Said { title, said, table } in tables(report, most) {
        out += &format!("\n{}\n", visible(&title));
        for sentence in said {
            out += &format!("{}\n", visible(sentence));
        }
        out += &aligned(&table);
    }
    out
}

/// The same for viewers of markdown.
pub fn markdown(report: &Report, most: usize) -> String {
    let mut out = format!("## Coverage of {}\n\n", escaped(&report.title));
    for line in report.overview.verdict.iter().chain(&report.notes) {
        out += &format!("{}\n\n", escaped(line));
    }
    for Said { title, said, table } in tables(report, most) {
        out += &format!("### {}\n\n", escaped(&title));
        for sentence in said {
            out += &format!("{}\n\n", escaped(sentence));
        }
        out += &format!("{}\n", piped(&table));
    }
    out
}

struct Said<'a> {
    title: String,
    /// Before the table.
    said: &'a [String],
    table: Table,
}

/// With all of the frontier that is wanted in the place of the overview's few.
fn tables(report: &Report, most: usize) -> Vec<Said<'_>> {
    let is_said = |s: &&Section| !PICTURES.contains(&s.what);
    let sections = report.overview.sections.iter().filter(is_said);
    let sections = sections.filter(|s| s.what != "frontier");
    let mut tables: Vec<Said> = sections
        .map(|s| Said {
            title: s.title.clone(),
            said: &s.said,
            table: shortened(s),
        })
        .collect();
    for program in &report.programs {
        let all = program.frontier.len();
        if all > 0 {
            let mut said = format!("{} not seen in all ways", many(all, "condition"));
            if all > most {
                said += &format!("; the first {most} (--limit 0 shows all)");
            }
            let title = match report.programs.len() {
                1 => format!("Frontier: {said}"),
                _ => format!("{}: frontier: {said}", program.name),
            };
            tables.push(Said {
                title,
                said: &[],
                table: overview::frontier(program, most),
            });
        }
    }
    tables
}

/// Of files only those that lack most.
fn shortened(section: &Section) -> Table {
    let mut table = section.table.clone();
    if section.what == "files" {
        table.rows.truncate(overview::MOST);
    }
    table
}

fn aligned(table: &Table) -> String {
    let cells = |row: &Vec<Cell>| row.iter().map(|c| visible(&c.shown())).collect::<Vec<_>>();
    let head: Vec<String> = table.columns.iter().map(|c| visible(&c.title)).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head)
        .chain(table.rows.iter().map(cells))
        .collect();
    let width = |at: usize| {
        rows.iter()
            .map(|r| r[at].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let cells = row.iter().zip(&table.columns).zip(&widths);
        let cells = cells.map(|((cell, column), width)| match column.is_number {
            true => format!("{cell:>width$}"),
            false => format!("{cell:<width$}"),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        out += &format!("  {}\n", line.trim_end());
    }
    out
}

fn piped(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = line(table.columns.iter().map(|c| escaped(&c.title)).collect());
    let rules = table.columns.iter().map(|c| match c.is_number {
        true => "---:".to_owned(),
        false => "---".to_owned(),
    });
    out += &line(rules.collect());
    for row in &table.rows {
        let cells = row.iter().zip(&table.columns).map(|(cell, column)| {
            let shown = cell.shown();
            match column.title.as_str() {
                "condition" | "place" | "file" | "nearest input" => code(&shown),
                _ => escaped(&shown),
            }
        });
        out += &line(cells.collect());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&[("inputs", true), ("condition", false)]);
        table.rows = vec![vec![
            Cell::Count(12345),
            Cell::Text("a || `b` < c\u{202e}\n".to_owned()),
        ]];
        table
    }

    #[test]
    fn tables_stay_tables_whatever_is_in_them() {
        assert_eq!(
            piped(&table()),
            "| inputs | condition |\n| ---: | --- |\n| 12\u{202f}345 | <code>a &#124;&#124; &#96;b&#96; &#60; c⟪U+202E⟫⟪U+000A⟫</code> |\n"
        );
        assert_eq!(
            aligned(&table()),
            "  inputs  condition\n  12\u{202f}345  a || `b` < c⟪U+202E⟫⟪U+000A⟫\n"
        );
        // Sides' names are in heads.
        let head = piped(&Table::new(&[("runs of <b>|`", true)]));
        assert_eq!(head.matches('|').count(), 4, "{head}");
        assert!(!head.contains(['<', '`']), "{head}");
    }
}
