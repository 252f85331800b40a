//! The report as text and as markdown: for terminals and for comments of services that build and test.

use std::fmt::Write;

use fz_base::{
    line,
    words::{many, visible},
};

use super::{model::Report, overview, section::Section};
use crate::{compare::tables::MOST, markdown::escaped, table::Table};

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
        out += &table.text();
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
        out += &format!("{}\n", table.markdown());
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
            let mut said = format!("{} not seen with both outcomes", many(all, "condition"));
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
        table.rows.truncate(MOST);
    }
    table
}
