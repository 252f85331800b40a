//! The report as one picture: of the program that has most lines, where there are several.

use fz_base::words::many;
use fz_coverage::conditions::never;

use super::model::{Crashed, Program, Report};
use crate::{
    compare::{self, Comparison, files},
    measure::{FUNCTIONS, LINES, OUTCOMES},
    pictures::{self, Figure, Next},
};

/// What is shown, and its name.
const FIGURES: [(&str, &str); 3] = [
    (LINES, "Lines"),
    (OUTCOMES, "Conditions"),
    (FUNCTIONS, "Functions"),
];

pub fn card(report: &Report, comparison: &Comparison) -> String {
    let programs = report.programs.iter().zip(&comparison.programs);
    let facts = report.overview.facts.iter();
    let size = |program: &Program| program.files.iter().map(|f| f.lines.len()).sum::<usize>();
    let largest = programs
        .zip(facts)
        .max_by_key(|((program, _), _)| size(program));
    largest.map_or_else(String::new, |((program, compared), facts)| {
        of(program, compared, facts)
    })
}

fn of(program: &Program, compared: &compare::Program, facts: &str) -> String {
    let known = |what: &str| program.totals.iter().find(|n| n.name == what);
    let figures = FIGURES.iter().filter_map(|(what, name)| {
        let count = known(what)?.count;
        Some(Figure { name, count })
    });
    let next = program.frontier.first().map(|open| {
        let file = &program.files[open.file];
        let condition = &file.conditions[open.condition];
        let behind = open.behind.as_ref().filter(|b| b.blocks > 0);
        let behind = behind.map(|b| format!(", {} behind it", many(b.blocks, "block")));
        let never = never(condition.missing(), condition.outcomes.len());
        Next {
            condition: condition.text.clone(),
            never: format!("never {never}"),
            place: format!(
                "{}:{}, in {}{}",
                file.path,
                condition.line,
                condition.function,
                behind.unwrap_or_default()
            ),
        }
    });
    pictures::card(&pictures::Card {
        title: &program.name,
        facts: facts.trim_end_matches('.'),
        figures: figures.collect(),
        crashed: program.crashed.said(),
        what: &compared.kind.plural(),
        curves: files::curves(compared),
        next,
    })
}

impl Crashed {
    /// `2 bugs, 5 inputs crash`; nothing of what did not.
    pub fn said(&self) -> Option<String> {
        let crash = if self.inputs == 1 { "crashes" } else { "crash" };
        let inputs = format!("{} {crash}", many(self.inputs, "input"));
        match (self.bugs.len(), self.inputs) {
            (0, 0) => None,
            (0, _) => Some(inputs),
            (bugs, _) => Some(format!("{}, {inputs}", many(bugs, "bug"))),
        }
    }
}
