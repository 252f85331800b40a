//! Parts of the page that several views have.

use fz_base::{numbers, words::visible};
use maud::{Markup, html};

use super::{
    super::{
        model::{Grade, Report},
        section::Section,
    },
    pack,
};
use crate::table::{Cell, Table};

/// What a section is saved as.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Csv,
    Json,
    Svg,
}

impl Kind {
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Csv => "csv",
            Kind::Json => "json",
            Kind::Svg => "svg",
        }
    }

    pub fn media(self) -> &'static str {
        match self {
            Kind::Csv => "text/csv",
            Kind::Json => "application/json",
            Kind::Svg => "image/svg+xml",
        }
    }
}

pub type Links<'a> = dyn Fn(&Section, Kind) -> String + 'a;

/// A text of a program's.
pub fn text(text: &str) -> Markup {
    html! { bdi { (visible(text)) } }
}

/// A path, perhaps with a line: where room is short, its folder is cut, never its end.
pub fn path(path: &str) -> Markup {
    let (folder, name) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
    html! {
        span.path {
            @if !folder.is_empty() { span.folder { (text(folder)) } }
            span.base { (text(name)) }
        }
    }
}

/// What is held against each other.
pub fn compared(report: &Report) -> &'static str {
    match report.sides.len() {
        0..=1 => "Runs",
        _ => "Comparison",
    }
}

pub fn table(table: &Table, title: &str, most: usize) -> Markup {
    let kinds: Vec<Option<&str>> = (0..table.columns.len())
        .map(|at| table.is_number(at).then_some("n"))
        .collect();
    // The column that names a row is the first with words.
    let name = kinds.iter().position(Option::is_none).unwrap_or(0);
    html! {
        table {
            caption.unseen { (visible(title)) }
            thead {
                tr {
                    @for (title, kind) in table.columns.iter().zip(&kinds) {
                        th scope="col" class=[kind] { (visible(title)) }
                    }
                }
            }
            tbody {
                @for row in table.rows.iter().take(most) {
                    tr {
                        @for (at, (cell, kind)) in row.iter().zip(&kinds).enumerate() {
                            @if at == name { th scope="row" class=[kind] { (shown(cell)) } }
                            @else { td class=[kind] { (shown(cell)) } }
                        }
                    }
                }
            }
        }
    }
}

fn shown(cell: &Cell) -> Markup {
    match cell {
        Cell::Place(place) => {
            html! { a href=(pack::address(place)) { (path(place)) } }
        }
        Cell::Code(said) => html! { code { (text(said)) } },
        Cell::Part(some, all @ 1..) => html! { (meter(*some, *all)) " " (cell.shown()) },
        Cell::Covered(count) if count.reachable > 0 => html! {
            (meter(count.reached, count.reachable)) " " (cell.shown())
        },
        cell => text(&cell.shown()),
    }
}

/// A bar; its numbers stand beside it.
pub fn meter(part: usize, whole: usize) -> Markup {
    html! {
        svg.meter.(grade(part, whole)) viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect.all width="100" height="10" {}
            rect.part width=(format!("{:.1}", numbers::percent(part, whole))) height="10" {}
        }
    }
}

/// What style sheets call it.
pub fn grade(part: usize, whole: usize) -> &'static str {
    Grade::of(part, whole).map_or("none", Grade::name)
}
