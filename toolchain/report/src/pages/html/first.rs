//! What stands in the page itself: the first screen, with totals, time and where inputs stop; and the comparison.

use fz_base::{
    numbers::{self, count as grouped},
    words::many,
};
use maud::{Markup, PreEscaped, html};

use super::{
    super::{
        model::{Condition, Grade, Open, Program, Report},
        overview,
        section::{Section, Tab},
    },
    bugs::{self, Reports},
    pack,
    parts::{Kind, Links, code, compared, grade, meter, path, table, text},
};
use crate::measure::{Count, FUNCTIONS, LINES, MCDC, Named, OUTCOMES};

/// Notes that are shown before one asks for them.
const NOTES: usize = 2;
/// Rows that are shown before one asks for more.
const ROWS: usize = 12;
/// Tables that stand beside a picture.
const HALVES: [&str; 4] = ["totals", "chance", "ccs", "hardest"];
/// Sides that have bars of their own, and colours.
const SIDES: usize = 6;
const COLOURS: usize = 6;
/// Ways of a condition, and functions behind it, that are named.
const WAYS: usize = 4;
const NAMED: usize = 3;

pub fn overview(report: &Report, reports: &Reports, links: &Links) -> Markup {
    let files = report.overview.tab(Tab::Overview);
    let files = files.filter(|s| s.what == "files");
    html! {
        h1 id="title" { "Coverage of " (text(&report.title)) }
        @for fact in &report.overview.facts { p.facts { (text(fact)) } }
        @if report.sides.len() > 1 {
            div.verdict {
                @for sentence in &report.overview.verdict { p { (text(sentence)) } }
                p.js { a href="#/comparison" { "More in the comparison" } }
            }
        }
        @for (program, number) in report.programs.iter().zip(0..) {
            (totals(report, (program, number), reports))
            div.sections {
                @for section in sections(report, number, &FIRST) {
                    @if section.what == "frontier" { (frontier(section, program, links)) }
                    @else if bugs::is_list(section, program) {
                        (bugs::list(section, program, reports, &downloads(section, links)))
                    } @else { (card(section, links)) }
                }
            }
        }
        (notes(&report.notes))
        section.card.wide.js.tree-card aria-labelledby="tree-title" {
            div.cardhead {
                h2 id="tree-title" { "Files" }
                span.links { @for section in files { (downloads(section, links)) " " } }
            }
            div id="tree" {}
        }
        div.sections {
            @for number in 0..report.programs.len() {
                @for section in sections(report, number, &LAST) { (card(section, links)) }
            }
        }
    }
}

/// What stands above the tree, and what below it.
const FIRST: [&str; 4] = ["frontier", "over-time", "totals", "crashes"];
const LAST: [&str; 2] = ["resources", "runs"];

fn sections<'a>(
    report: &'a Report,
    program: usize,
    wanted: &'a [&str],
) -> impl Iterator<Item = &'a Section> {
    let all = || report.overview.tab(Tab::Overview);
    let in_order = wanted
        .iter()
        .flat_map(move |what| all().filter(move |s| s.what == *what));
    in_order.filter(move |s| s.program == program)
}

pub fn comparison(report: &Report, links: &Links) -> Markup {
    html! {
        h1 id="comparison-title" { (compared(report)) }
        @if report.sides.len() > 1 {
            div.verdict {
                @for sentence in &report.overview.verdict { p { (text(sentence)) } }
            }
        }
        div.sections {
            @for section in report.overview.tab(Tab::Comparison) { (card(section, links)) }
        }
    }
}

fn notes(notes: &[String]) -> Markup {
    let list = html! {
        @for note in notes { p.note { "Note: " (text(note)) } }
    };
    html! {
        @if notes.len() > NOTES {
            details.notes {
                summary { (many(notes.len(), "note")) }
                (list)
            }
        } @else { (list) }
    }
}

/// What is counted, and the words above it.
const TOTALS: [(&str, &str); 4] = [
    (FUNCTIONS, "Functions"),
    (LINES, "Lines"),
    (OUTCOMES, "Outcomes of conditions"),
    (MCDC, "MC/DC"),
];

/// The totals of a program, large; of several sides together and each.
fn totals(report: &Report, (program, number): (&Program, usize), reports: &Reports) -> Markup {
    let of = |totals: &[Named], what: &str| totals.iter().find(|n| n.name == what).map(|n| n.count);
    let sides = report.sides.iter().zip(&program.by_side).enumerate();
    let sides = sides.zip(&program.runs).filter(|(_, runs)| **runs > 0);
    let sides = sides.map(|((at, (name, totals)), _)| (at, name, totals));
    let sides: Vec<(usize, &String, &Vec<Named>)> = sides.take(SIDES).collect();
    html! {
        @if report.programs.len() > 1 { h2.program { (text(&program.name)) } }
        div.totals {
            @for (what, title) in TOTALS {
                @let known = of(&program.totals, what);
                @if known.is_some() || what != MCDC {
                    @let count = known.unwrap_or_default();
                    div.total.(grade(count.reached, count.reachable)) {
                        h2 { (title) }
                        div.large {
                            span.percent { (percent(count)) }
                            @if let Some(grade) = Grade::of(count.reached, count.reachable) { span.grade { (grade.name()) } }
                        }
                        (meter(count.reached, count.reachable))
                        p { (said(count, what)) }
                        @if sides.len() > 1 {
                            ul.bysides {
                                @for (side, name, totals) in &sides {
                                    @let count = of(totals, what).unwrap_or_default();
                                    li {
                                        span.who { span.swatch.{ "side-" (side % COLOURS) } aria-hidden="true" {} (text(name)) }
                                        (meter(count.reached, count.reachable))
                                        span.n { (percent(count)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            (bugs::card(program, number, reports))
        }
    }
}

/// The figures behind a share.
fn said(count: Count, what: &str) -> String {
    let Count {
        reached,
        reachable,
        all,
    } = count;
    let (things, verb) = match what {
        MCDC => ("conditions of && and ||", "were shown to decide"),
        what => (what, "reached"),
    };
    let [reached, can, in_all] = [reached, reachable, all].map(grouped);
    match all {
        0 => format!("no {things} are known"),
        _ if reachable < all => format!("{reached} of {can} reachable {things}; {in_all} in all"),
        _ => format!("{reached} of {can} {things} {verb}"),
    }
}

fn percent(count: Count) -> String {
    match count.reachable {
        0 => "–".to_owned(),
        _ => numbers::share(count.percent()),
    }
}

/// The conditions of the frontier that come first.
fn frontier(section: &Section, program: &Program, links: &Links) -> Markup {
    let id = format!("section-{}", section.name);
    let open = program.frontier.iter().take(overview::OPEN);
    html! {
        section.card.stopping aria-labelledby=(id) {
            div.cardhead {
                h2 id=(id) { (text(&section.title)) }
                span.links { (downloads(section, links)) }
            }
            p.note { (section.note) }
            ol.stops {
                @for open in open {
                    @let file = &program.files[open.file];
                    (stop(open, &file.conditions[open.condition], &file.path))
                }
            }
            @if program.frontier.len() > overview::OPEN {
                p.more.js {
                    a href="#/frontier" { "All " (grouped(program.frontier.len())) " conditions" }
                }
            }
        }
    }
}

fn stop(open: &Open, condition: &Condition, file: &str) -> Markup {
    let missing: Vec<&str> = condition.missing().collect();
    let inputs = condition.inputs as usize;
    let place = format!("{file}:{}", condition.line);
    html! {
        li {
            div.what {
                (code(&condition.text))
                span.never { "never" }
                span.ways {
                    @for (way, at) in missing.iter().take(WAYS).zip(0..) {
                        @if at > 0 { ", " }
                        (code(way))
                    }
                    @if missing.len() > WAYS { " and " (missing.len() - WAYS) " more" }
                }
            }
            @if let Some(behind) = open.behind.as_ref().filter(|b| b.blocks > 0) {
                div.behind {
                    b { (many(behind.blocks, "block")) }
                    @if !behind.functions.is_empty() { ", " b { (many(behind.functions.len(), "function")) } }
                    " behind it"
                    @if let Some(names) = behind.names(NAMED) { ": " (text(&names)) }
                }
            }
            div.where {
                a href=(pack::address(&place)) { (path(&place)) }
                span.more {
                    (many(inputs, "input")) (if inputs == 1 { " comes to it" } else { " come to it" })
                    " · in " (text(&condition.function))
                }
            }
        }
    }
}

/// What a section shows, as files.
fn downloads(section: &Section, links: &Links) -> Markup {
    let link = |kind: Kind| {
        let name = format!("{}.{}", section.name, kind.ending());
        html! {
            a download=(name) href=(links(section, kind)) aria-label={ (section.title) " as " (kind.ending()) } {
                (kind.ending())
            }
        }
    };
    html! {
        (link(Kind::Csv)) " " (link(Kind::Json))
        @if section.picture.is_some() { " " (link(Kind::Svg)) }
    }
}

fn card(section: &Section, links: &Links) -> Markup {
    let id = format!("section-{}", section.name);
    let is_wide = section.picture.is_none() && !HALVES.contains(&section.what);
    html! {
        section.card.wide[is_wide] aria-labelledby=(id) {
            div.cardhead {
                h2 id=(id) { (text(&section.title)) }
                span.links { (downloads(section, links)) }
            }
            @for sentence in &section.said { p.said { (text(sentence)) } }
            @if let Some(picture) = &section.picture {
                figure { (PreEscaped(picture)) }
                details {
                    summary { "The same as a table" }
                    div.scroll tabindex="0" role="region" aria-label={ (section.title) ", table" } {
                        (table(&section.table, &section.title, usize::MAX))
                    }
                }
            } @else if section.table.rows.len() > ROWS {
                (table(&section.table, &section.title, ROWS))
                details {
                    summary { "All " (grouped(section.table.rows.len())) " rows" }
                    (table(&section.table, &section.title, usize::MAX))
                }
            } @else {
                (table(&section.table, &section.title, usize::MAX))
            }
            @if !section.note.is_empty() { p.note { (section.note) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_say_what_they_are_of() {
        let of = |reached, reachable, all| {
            let count = Count {
                reached,
                reachable,
                all,
            };
            said(count, "lines")
        };
        assert_eq!(of(1, 2, 2), "1 of 2 lines reached");
        assert_eq!(of(1, 2, 3), "1 of 2 reachable lines; 3 in all");
        assert_eq!(of(0, 0, 3), "0 of 0 reachable lines; 3 in all");
        assert_eq!(of(0, 0, 0), "no lines are known");
    }
}
