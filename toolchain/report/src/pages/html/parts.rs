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

/// Code of a program's. Where a line ends is no place inside an arrow, or another operator that begins with a hyphen:
/// browsers would break it there.
pub fn code(said: &str) -> Markup {
    let said = visible(said);
    html! { code { bdi { @for (part, is_whole) in operators(&said) {
        @if is_whole { span.op { (part) } } @else { (part) }
    } } } }
}

/// The parts of code, and whether each is such an operator.
fn operators(said: &str) -> Vec<(&str, bool)> {
    let (mut parts, mut rest) = (Vec::new(), said);
    let begin = |rest: &str| {
        let found = ["->", "--", "-="].iter().filter_map(|op| rest.find(op));
        found.min()
    };
    while let Some(at) = begin(rest) {
        parts.push((&rest[..at], false));
        parts.push((&rest[at..at + 2], true));
        rest = &rest[at + 2..];
    }
    parts.push((rest, false));
    parts
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
        Cell::Code(said) => code(said),
        Cell::Part(some, all @ 1..) => html! { (bar(*some, *all, "plain")) " " (cell.shown()) },
        Cell::Covered(count) if count.reachable > 0 => html! {
            (meter(count.reached, count.reachable)) " " (cell.shown())
        },
        cell => text(&cell.shown()),
    }
}

/// What was reached as a bar; its numbers stand beside it.
pub fn meter(part: usize, whole: usize) -> Markup {
    bar(part, whole, grade(part, whole))
}

/// `kind`: what style sheets call it.
fn bar(part: usize, whole: usize, kind: &str) -> Markup {
    html! {
        svg.meter.(kind) viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect.all width="100" height="10" {}
            rect.part width=(format!("{:.1}", numbers::percent(part, whole))) height="10" {}
        }
    }
}

/// What style sheets call it.
pub fn grade(part: usize, whole: usize) -> &'static str {
    Grade::of(part, whole).map_or("none", Grade::name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_in_one_piece() {
        let of = |said| code(said).into_string();
        assert_eq!(
            of("p->n-- - <b>"),
            "<code><bdi>p<span class=\"op\">-&gt;</span>n<span class=\"op\">--</span> - &lt;b&gt;</bdi></code>"
        );
        assert_eq!(of("a - b"), "<code><bdi>a - b</bdi></code>");
    }
}
