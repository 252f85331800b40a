//! The whole in figures: pictures and tables, with the numbers of each beside it.

mod comparison;
mod rows;
mod sentences;

use fz_base::words::{apart, many};

use super::{
    model::Program,
    section::{Of, Overview, Section, Tab},
};
use crate::{
    compare::{self, Comparison, files as drawn, tables, verdict::verdict},
    matrix::Matrix,
};

/// Conditions of the frontier that the overview shows.
pub const OPEN: usize = 10;

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
    let said: Vec<String> = tables::others(program, main)
        .map(|side| format!("{title}{}.", verdict(program.kind, side, base)))
        .collect();
    match said.is_empty() {
        false => said,
        true => vec![format!(
            "{title}{} reached {} in {}.",
            base.side,
            main.share(program.kind, base.total),
            many(base.runs.len(), "run"),
        )],
    }
}

fn sections_of(program: &compare::Program, measured: &Program, of: &Of) -> Vec<Section> {
    let section = |what, title: &str, table| of.section(Tab::Overview, what, title, table);
    let mut sections = Vec::new();
    if !program.over_time.is_empty() {
        sections.push(
            section("over-time", "Coverage over time", tables::times(program))
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
                    0..OPEN => "What to do next: the conditions that block most code",
                    _ => "What to do next: the ten conditions that block most code",
                },
                rows::frontier(measured, OPEN),
            )
            .note(FRONTIER_NOTE),
        );
    }
    sections.push(section("files", "Files", rows::files(measured)));
    if let Some(crashes) = &program.crashes {
        sections.push(
            section("crashes", "Crashes", tables::crashes(program, crashes))
                .note("Crashes with one stack are one bug."),
        );
    }
    sections.push(section("totals", "By kind", rows::totals(program, measured)).note(WORDS));
    if !program.resources.is_empty() {
        sections.push(
            section("resources", "Resources", tables::resources(program)).note(
                "What the runs of a side used together; the peak is that of its largest run.",
            ),
        );
    }
    sections.push(section("runs", "Runs", tables::runs(program)));
    sections
}

const WORDS: &str = "Shares are of what can be reached. A condition was reached if an input came to it; both outcomes count if each \
                     of its outcomes was seen. Conditions of && and || that were shown to decide are MC/DC.";

const FRONTIER_NOTE: &str = "Conditions that always came out the same way. Those that block most code come first, \
                             which nothing else leads to. If no input can take the other branch, you need another \
                             harness, or other arguments.";

pub use rows::{FILE, file, frontier};
