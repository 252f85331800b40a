//! Sides against each other: before each statistic stands what it says.

use super::{rows, sentences};
use crate::{
    compare::{self, files as drawn, tables},
    matrix::Matrix,
    pages::{
        model::Program,
        section::{Of, Section, Tab},
    },
};

/// None of a single run.
pub fn sections(
    program: &compare::Program,
    measured: &Program,
    matrix: &Matrix,
    of: &Of,
) -> Vec<Section> {
    let section = |what, title: &str, table| of.section(Tab::Comparison, what, title, table);
    let Some(main) = program.main() else {
        return Vec::new();
    };
    let mut sections = Vec::new();
    if main.sides.len() > 1 {
        sections.push(
            section(
                "sides",
                "Which side reached more?",
                tables::sides(program, main),
            )
            .say(sentences::sides(program, main))
            .note(SIDES_NOTE),
        );
        let by_file = program.groups.iter().find(|g| g.by == "file");
        if let Some(by_file) = by_file {
            let table = rows::differ(measured, by_file);
            if !table.rows.is_empty() {
                sections.push(
                    section("differ", "Where do the sides differ?", table)
                        .say(sentences::differ(program, by_file)),
                );
            }
        }
        sections.push(
            section(
                "ccg",
                "What did one side reach that another did not?",
                tables::gains(program, main),
            )
            .say(sentences::gains(program, main))
            .note("Two sides with the same total may reach different parts.")
            .picture(drawn::ccg(std::slice::from_ref(program))),
        );
        sections.push(
            section(
                "chance",
                "Is the difference more than chance?",
                tables::chances(program, main),
            )
            .say(sentences::chances(program, main))
            .note(CHANCE_NOTE),
        );
    }
    if main.sides.iter().any(|s| s.runs.len() > 1) {
        sections.push(
            section(
                "ccs",
                "How alike are the runs of a side?",
                tables::scores(main),
            )
            .say(sentences::consistencies(program, main))
            .note(CCS_NOTE),
        );
        sections.push(
            section("consistency", "Consistency", tables::consistencies(program))
                .say(vec![CONSISTENCY.to_owned()])
                .picture(drawn::consistency(program)),
        );
    }
    if program.difficulty.runs > 1 {
        sections.push(
            section("difficulty", "What is hard?", tables::difficulty(program))
                .say(sentences::difficulty(program))
                .note("How many runs, of all sides, reach it: what few reach is hard.")
                .picture(Some(drawn::difficulty(program))),
        );
        if !program.difficulty.hardest.is_empty() {
            let table = tables::hardest(program, matrix);
            sections.push(section("hardest", "The hardest", table).say(vec![HARDEST.to_owned()]));
        }
    }
    sections
}

const SIDES_NOTE: &str = "New and missed: against the baseline, with all runs of a side together. No other: what no other \
                          side reached.";
const CHANCE_NOTE: &str = "A12 (Vargha and Delaney): how often a run of the side reaches more than one of the baseline; 0.5 \
                           is no difference, and equal runs count half. U and p: the Mann-Whitney test of the same, p \
                           corrected for all tests of the table (Holm). Below 0.05 one calls a difference significant.";
const CCS_NOTE: &str = "CCS, the coverage consistency score: for each thing that a side reached, the share of its runs that \
                        reached it; the median of these shares, and their median distance from it (MAD).";
const CONSISTENCY: &str =
    "How much of what a side reached was reached by all of its runs, by all but one, …, by one.";
const HARDEST: &str = "Some runs reached these, and not all: another run may miss them. What the fewest runs reached comes \
                       first.";
