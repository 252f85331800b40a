//! What crashed: a card on the first screen that leads to the bugs, and the list of them.

use std::{collections::BTreeMap, fs, path::Path};

use fz_base::{
    numbers::{self, count as grouped},
    words::many,
};
use maud::{Markup, html};

use super::{
    super::{
        model::{Bug, Crashed, Program},
        section::Section,
    },
    pack,
    parts::{path, table, text},
};

/// How the folder of a report of `fz crashes` is called after its program.
const ENDING: &str = ".crashes";

/// Reports of `fz crashes`, by program: their addresses.
#[derive(Debug, Default)]
pub struct Reports(BTreeMap<String, String>);

impl Reports {
    /// Those in a folder, to which `up` leads from the page: `./` at least, as a name alone may look like a scheme.
    pub fn beside(folder: &Path, up: &str) -> Reports {
        let here = Path::new(".");
        let folder = if folder == Path::new("") {
            here
        } else {
            folder
        };
        let entries = fs::read_dir(folder).into_iter().flatten();
        let reports = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let program = name.strip_suffix(ENDING)?.to_owned();
            let is_report = entry.path().join("index.html").is_file();
            is_report.then(|| (program, format!("{up}{}/index.html", pack::escaped(&name))))
        });
        Reports(reports.collect())
    }

    /// That of a program: the one named after it, or the only one, as builds of a program have names of their own.
    fn of(&self, program: &str) -> Option<&str> {
        let only = self.0.values().next().filter(|_| self.0.len() == 1);
        self.0.get(program).or(only).map(String::as_str)
    }
}

/// How many bugs there are, and where they are described.
pub fn card(program: &Program, number: usize, reports: &Reports) -> Markup {
    let Crashed { inputs, bugs } = &program.crashed;
    let crash = if *inputs == 1 { "crashes" } else { "crash" };
    let found = |is_known: bool| if is_known { "crash" } else { "calm" };
    html! {
        div.total.(found(*inputs > 0)) {
            h2 { "Bugs" }
            div.large { span.percent {
                @if bugs.is_empty() && *inputs > 0 { "?" } @else { (grouped(bugs.len())) }
            } }
            @if *inputs == 0 {
                p { "no input crashed" }
            } @else {
                p { (many(*inputs, "input")) " " (crash) }
                p.lead {
                    @if let Some(report) = reports.of(&program.name) {
                        a href=(report) { "Reports" }
                        @if !bugs.is_empty() { " · " a.js href=(place(number)) { "the list" } }
                    } @else if bugs.is_empty() {
                        "their stacks are not known: `fz crashes` finds them"
                    } @else {
                        a.js href=(place(number)) { "See the list" }
                    }
                }
            }
        }
    }
}

fn place(number: usize) -> String {
    format!("#/bugs/{number}")
}

/// The bugs of a program, what most runs found first.
pub fn list(section: &Section, program: &Program, reports: &Reports, downloads: &Markup) -> Markup {
    let id = format!("section-{}", section.name);
    html! {
        section.card.wide.bugs aria-labelledby=(id) data-bugs=(section.program) {
            div.cardhead {
                h2 id=(id) tabindex="-1" { (text(&section.title)) }
                span.links { (downloads) }
            }
            p.note {
                (section.note)
                @if let Some(report) = reports.of(&program.name) {
                    " " a href=(report) { "The report of " code { "fz crashes" } } " has their inputs and what sanitizers say."
                } @else {
                    " " code { "fz crashes" } " runs them under sanitizers, and writes a report of each."
                }
            }
            ol.stops { @for bug in &program.crashed.bugs { (row(bug)) } }
            details {
                summary { "By side" }
                div.scroll tabindex="0" role="region" aria-label={ (section.title) ", table" } {
                    (table(&section.table, &section.title, usize::MAX))
                }
            }
        }
    }
}

fn row(bug: &Bug) -> Markup {
    html! {
        li {
            div.what { b { (text(&bug.title)) } }
            div.behind { (text(&bug.stack)) }
            div.where {
                @if let Some(place) = &bug.place { a href=(pack::address(place)) { (path(place)) } }
                span.more {
                    (many(bug.inputs, "input"))
                    @if let Some(first) = bug.first { " · the first after " (after(first)) }
                }
            }
        }
    }
}

/// Of what was found at once, to a tenth of a second.
fn after(seconds: f64) -> String {
    match seconds < 10.0 {
        true => format!("{seconds:.1} seconds"),
        false => numbers::seconds(seconds),
    }
}

/// The list's card takes the place of a table's.
pub fn is_list(section: &Section, program: &Program) -> bool {
    section.what == "crashes" && !program.crashed.bugs.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_found_where_they_stand() {
        let scratch = tempfile::tempdir().unwrap();
        let report = |name: &str| {
            let folder = scratch.path().join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("index.html"), "").unwrap();
        };
        fs::create_dir_all(scratch.path().join("empty.crashes")).unwrap();
        assert_eq!(Reports::beside(scratch.path(), "").of("empty"), None);
        report("a \"b\".crashes");
        let beside = |up| Reports::beside(scratch.path(), up);
        assert_eq!(
            beside("../").of("other"),
            Some("../a%20%22b%22.crashes/index.html")
        );
        report("q.crashes");
        assert_eq!(beside("./").of("other"), None);
        assert_eq!(beside("./").of("q"), Some("./q.crashes/index.html"));
    }
}
