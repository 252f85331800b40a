//! One page that opens without network: what needs no script stands in it as tables and pictures; files and lists are
//! packed ([`data`], [`pack`]), and the scripts of `page/` unpack what is looked at.
//!
//! Texts of programs are never markup: maud escapes them here, scripts make text nodes of them. The page's policy allows
//! its own style and script by their hashes, and nothing else, not even a request.

mod bugs;
mod data;
mod first;
mod help;
mod leads;
mod pack;
mod parts;

use std::{collections::HashMap, path::Path, time::Duration};

use anyhow::{Context, Result};
use fz_base::{outputs, words::visible};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::{
    bugs::Reports,
    parts::{Kind, Links, compared, table, text},
};
use super::{
    model::{File, Report},
    overview,
    section::{Section, Tab},
};
use crate::table::{Cell, Table};

const STYLE: &str = concat!(
    include_str!("page/colors.css"),
    include_str!("page/page.css"),
    include_str!("page/first.css"),
    include_str!("page/bugs.css"),
    include_str!("page/source.css"),
    include_str!("page/panel.css"),
    include_str!("page/narrow.css"),
    include_str!("page/print.css"),
);
const SCRIPT: &str = concat!(
    "'use strict';(() => {\n",
    include_str!("page/data.js"),
    include_str!("page/dom.js"),
    include_str!("page/diff.js"),
    include_str!("page/tree.js"),
    include_str!("page/syntax.js"),
    include_str!("page/cases.js"),
    include_str!("page/source.js"),
    include_str!("page/bytes.js"),
    include_str!("page/panel.js"),
    include_str!("page/steps.js"),
    include_str!("page/calls.js"),
    include_str!("page/lists.js"),
    include_str!("page/walk.js"),
    include_str!("page/search.js"),
    include_str!("page/fresh.js"),
    include_str!("page/page.js"),
    "})();\n",
);

/// Files and conditions that stand in the page for who has no script.
const WITHOUT_SCRIPT: usize = 500;

/// One file, with all data in it.
pub fn file(report: &Report) -> Result<String> {
    whole(report, None, &Reports::default())
}

/// The same, which leads to the reports of `fz crashes` that stand beside it.
pub fn file_at(report: &Report, page: &Path) -> Result<String> {
    let folder = page.parent().unwrap_or(Path::new(""));
    whole(report, None, &Reports::beside(folder, "./"))
}

/// The same, of what goes on: it is loaded again after this time each.
pub fn living(report: &Report, every: Duration) -> Result<String> {
    whole(report, Some(every), &Reports::default())
}

fn whole(report: &Report, every: Option<Duration>, reports: &Reports) -> Result<String> {
    let mut links = HashMap::new();
    for section in &report.overview.sections {
        for (kind, text) in contents(section)? {
            links.insert((&section.name, kind), pack::link(kind.media(), &text));
        }
    }
    Ok(page(report, every, reports, &|section, kind| {
        links
            .get(&(&section.name, kind))
            .cloned()
            .unwrap_or_default()
    }))
}

/// What a section shows, as files.
fn contents(section: &Section) -> Result<Vec<(Kind, String)>> {
    let mut contents = vec![
        (Kind::Csv, section.table.csv()),
        (Kind::Json, format!("{}\n", section.table.json())),
    ];
    contents.extend(section.picture.clone().map(|svg| (Kind::Svg, svg)));
    Ok(contents)
}

/// `index.html`, and what its tables and pictures show as files.
pub fn folder(report: &Report, to: &Path) -> Result<()> {
    let write = |name: String, text: &str| {
        let written = outputs::write(to, Path::new(&name), text.as_bytes());
        written.with_context(|| format!("{}: cannot be written", to.join(name).display()))
    };
    for section in &report.overview.sections {
        for (kind, text) in contents(section)? {
            write(format!("data/{}.{}", section.name, kind.ending()), &text)?;
        }
    }
    let above = to.parent().unwrap_or(Path::new(""));
    let reports = Reports::beside(above, "../");
    let text = page(report, None, &reports, &|section, kind| {
        format!("data/{}.{}", section.name, kind.ending())
    });
    write("index.html".to_owned(), &text)
}

/// `every`: when it is loaded again.
fn page(report: &Report, every: Option<Duration>, reports: &Reports, links: &Links) -> String {
    let files: Vec<&File> = report.programs.iter().flat_map(|p| &p.files).collect();
    let markup = html! {
        (DOCTYPE)
        html lang="en" data-reload=[every.map(|time| time.as_secs().max(1))] {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(pack::policy(STYLE, SCRIPT));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { "Coverage of " (visible(&report.title)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (head(report))
                main id="main" tabindex="-1" {
                    section id="overview" aria-labelledby="title" { (first::overview(report, reports, links)) }
                    @if has_comparison(report) {
                        section id="comparison" aria-labelledby="comparison-title" { (first::comparison(report, links)) }
                    }
                    div id="view" hidden {}
                    section id="printed" aria-hidden="true" {}
                }
                div id="status" role="status" aria-live="polite" {}
                (help::help())
                noscript { (without_script(report, &files)) }
                script type="text/plain" id="index" { (PreEscaped(pack::packed(&data::Index::of(report)))) }
                @if has_calls(report) {
                    script type="text/plain" id="calls" { (PreEscaped(pack::packed(&data::trees(report)))) }
                }
                @for (file, number) in files.iter().zip(0..) {
                    script type="text/plain" id={ "file-" (number) } { (PreEscaped(pack::packed(file))) }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string()
}

fn has_comparison(report: &Report) -> bool {
    report.overview.tab(Tab::Comparison).next().is_some()
}

fn has_calls(report: &Report) -> bool {
    report.programs.iter().any(|p| p.calls.is_some())
}

fn head(report: &Report) -> Markup {
    let side = |id: &str, label: &str| {
        html! {
            label { (label) " " select id=(id) aria-label={ "side " (label) } {} }
        }
    };
    html! {
        a.skip href="#main" { "to the content" }
        header {
            div.bar {
                span.brand { b { "fz" } " " (text(&report.title)) }
                nav.js aria-label="views" {
                    a href="#/" data-view="overview" { "Overview" }
                    @if has_comparison(report) {
                        a href="#/comparison" data-view="comparison" { (compared(report)) }
                    }
                    a href="#/files" data-view="files" { "Files" }
                    a href="#/frontier" data-view="frontier" { "Frontier" }
                    @if has_calls(report) {
                        a href="#/calls" data-view="calls" { "Calls" }
                    }
                    @if report.sides.len() > 1 {
                        a href="#/diff" data-view="diff" { "Diff" span.long { "erences" } }
                    }
                }
                form.js role="search" id="search-form" {
                    input type="search" id="search" placeholder="Search  /" aria-label="search functions, files, conditions and code"
                        autocomplete="off" spellcheck="false";
                }
                @if report.sides.len() > 1 {
                    fieldset.js id="differ" {
                        legend.unseen { "what only one of two sides reached" }
                        label.switch {
                            input type="checkbox" id="diff-on";
                            " Mark A/B"
                        }
                        (side("side-a", "A"))
                        (side("side-b", "B"))
                    }
                }
                button.js.quiet type="button" id="theme" aria-label="dark or light" { "◐" }
                button.js.quiet type="button" id="help-open" aria-label="help and keys" { "?" }
            }
        }
    }
}

fn without_script(report: &Report, files: &[&File]) -> Markup {
    // Links to sources lead nowhere without scripts.
    let rows = files.iter().take(WITHOUT_SCRIPT).map(|file| {
        let mut row = overview::file(file);
        row[0] = Cell::text(&file.path);
        row
    });
    let table_of_files = Table::new(overview::FILE).with(rows);
    html! {
        section.card aria-labelledby="bare-files" {
            h2 id="bare-files" { "Files" }
            p.note {
                "Without scripts the page has no sources: these are tables of the files and of the frontier."
                @if files.len() > WITHOUT_SCRIPT { " Of " (files.len()) " files the first " (WITHOUT_SCRIPT) "." }
            }
            (table(&table_of_files, "Files", usize::MAX))
        }
        @for program in &report.programs {
            section.card {
                h2 { "Frontier of " (text(&program.name)) }
                @let rows = overview::frontier(program, WITHOUT_SCRIPT);
                (table(&rows, "Frontier", usize::MAX))
            }
        }
    }
}
