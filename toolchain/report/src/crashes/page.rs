//! One page that opens without network and without scripts: a table of the bugs, and for each all that is known of it.
//!
//! Texts of programs are never markup: maud escapes them. The page's policy allows its own style, by its hash, and nothing else.

use base64::{Engine, prelude::BASE64_STANDARD};
use fz_base::words::{many, visible};
use fz_coverage::crashes::Frame;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::{Bug, Report, Smallest, excerpts::Excerpt, text};

const STYLE: &str = concat!(
    include_str!("../pages/page/colors.css"),
    include_str!("page.css"),
);

/// Files of a bug that are listed.
const FILES: usize = 200;
/// Bytes of an input that are shown, and of a row.
const BYTES: usize = 512;
const ROW: usize = 16;

pub fn of(report: &Report) -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"
    );
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { "Crashes of " (visible(&report.program)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "to the content" }
                header { span.brand { b { "fz" } " Crashes of " (said(&report.program)) } }
                main id="main" tabindex="-1" {
                    (overview(report))
                    @for (bug, number) in report.bugs.iter().zip(1..) { (one(bug, number)) }
                    (beside(report))
                }
            }
        }
    };
    markup.into_string()
}

/// A text of somebody else.
fn said(text: &str) -> Markup {
    html! { bdi { (visible(text)) } }
}

fn overview(report: &Report) -> Markup {
    let found: usize = report.bugs.iter().map(|b| b.inputs.len()).sum();
    html! {
        h1 {
            @match report.bugs.len() {
                0 => { "No bug: nothing crashed again" }
                bugs => { (many(bugs, "bug")) ", found by " (many(found, "input")) }
            }
        }
        p.note {
            (many(report.files, "file")) ", each run " (many(report.runs as usize, "time"))
            " under each of these builds: "
            @for (build, number) in report.builds.iter().filter(|b| b.why_not.is_none()).zip(0..) {
                @if number > 0 { ", " }
                code { (build.name) }
            }
            ". The first in which an input crashes decides what kind of bug it is."
        }
        @for build in &report.builds {
            @if let Some(why) = &build.why_not {
                p.note.warn { "No build by " code { (build.name) } ": " (said(why)) }
            }
        }
        @if !report.bugs.is_empty() {
            section.card aria-labelledby="bugs" {
                h2 id="bugs" { "Bugs" }
                div.wide tabindex="0" role="region" aria-labelledby="bugs" {
                    table {
                        thead { tr {
                            th.n scope="col" { "#" }
                            th scope="col" { "kind" }
                            th scope="col" { "where" }
                            th.n scope="col" { "inputs" }
                            th.n scope="col" { "smallest" }
                            th scope="col" { "crashes in" }
                        } }
                        tbody {
                            @for (bug, number) in report.bugs.iter().zip(1..) {
                                tr {
                                    td.n { (number) }
                                    th scope="row" {
                                        a href={ "#" (anchor(bug)) } { (said(&bug.fault.what)) }
                                        @if bug.is_flaky { " " span.badge { "flaky" } }
                                    }
                                    td.place {
                                        code { (said(&bug.fault.crash().location())) }
                                        @if let Some(caller) = &bug.caller { " called by " code { (said(caller)) } }
                                    }
                                    td.n { (bug.inputs.len()) }
                                    td.n { (bytes(bug.smallest.size)) }
                                    td { (crashing(bug)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn anchor(bug: &Bug) -> String {
    format!("bug-{}", bug.key)
}

fn bytes(size: usize) -> String {
    many(size, "byte")
}

fn crashing(bug: &Bug) -> String {
    let crashed = bug.outcomes.iter().filter(|o| o.crashed > 0);
    let names: Vec<&str> = crashed.map(|o| &*o.build).collect();
    names.join(", ")
}

fn one(bug: &Bug, number: usize) -> Markup {
    let id = anchor(bug);
    html! {
        article.card id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } {
                span.dim { (number) ". " } (said(&bug.title))
                @if let Some(caller) = &bug.caller { ", called by " (said(caller)) }
                @if bug.is_flaky { " " span.badge { "flaky" } }
            }
            @if bug.is_flaky {
                p.note.warn { "Flaky: " (text::flaky(bug)) ". Time, addresses or threads may decide about it." }
            }
            @for excerpt in bug.excerpts.iter().take(1) { (source(excerpt)) }
            h3 { "What the sanitizer reports" }
            (message(bug))
            h3 { "Stack" }
            (stack(&bug.fault.frames, bug.fault.left_out))
            @if bug.ways.len() > 1 { (ways(bug)) }
            @if bug.excerpts.len() > 1 {
                details {
                    summary { "Source of the callers" }
                    @for excerpt in &bug.excerpts[1..] { (source(excerpt)) }
                }
            }
            h3 { "Run it again" }
            @for (build, line) in &bug.again {
                p.label { code { (build) } }
                pre.command tabindex="0" { (visible(line)) }
            }
            h3 { "Smallest input" }
            (smallest(&bug.smallest))
            (builds(bug))
            (inputs(bug))
        }
    }
}

fn message(bug: &Bug) -> Markup {
    let fault = &bug.fault;
    html! {
        @if !fault.message.is_empty() {
            pre tabindex="0" {
                @for line in &fault.message { (visible(line)) "\n" }
            }
        }
        ul {
            @if let Some(address) = fault.address {
                li {
                    "It accessed address " code { (format!("{address:#x}")) }
                    @if fault.is_null() { ": a null pointer" }
                    "."
                }
            }
            @if let Some(about) = &fault.about { li { "It is about " code { (said(about)) } "." } }
            @if fault.tool.is_empty() {
                li { "No sanitizer reported it: " code { (said(&fault.signal)) } " ended the program." }
            }
            @for guard in &bug.guards { li { "On the way, an operation went wrong: " code { (said(guard)) } } }
        }
    }
}

fn source(excerpt: &Excerpt) -> Markup {
    html! {
        figure {
            figcaption { code { (said(&excerpt.file)) ":" (excerpt.line) } " in " code { (said(&excerpt.function)) } }
            pre.source tabindex="0" {
                @for (number, line) in &excerpt.lines {
                    @let class = (*number == excerpt.line).then_some("row it");
                    span class=(class.unwrap_or("row")) {
                        span.num { (number) }
                        (untabbed(line)) "\n"
                    }
                }
            }
        }
    }
}

/// Tabs are white space in sources, and not shown as what they are.
fn untabbed(line: &str) -> String {
    visible(&line.replace('\t', "    "))
}

fn stack(frames: &[Frame], left_out: u64) -> Markup {
    html! {
        @if frames.is_empty() {
            p.note { "There is no stack: the program was killed by what cannot be caught." }
        } @else {
            @let numbered = || frames.iter().zip(0..);
            @let others = numbered().filter(|(f, _)| f.is_machinery).count();
            ol.stack {
                @for (own, number) in numbered().filter(|(f, _)| !f.is_machinery) { (frame(own, number)) }
            }
            @if others > 0 {
                details open[others == frames.len()] {
                    summary { (many(others, "frame")) " of the sanitizer, libc and the C++ library" }
                    ol.stack {
                        @for (other, number) in numbered().filter(|(f, _)| f.is_machinery) { (frame(other, number)) }
                    }
                }
            }
            @if left_out > 0 { p.note { "and " (left_out) " further ones" } }
        }
    }
}

/// With its number in the whole stack.
fn frame(frame: &Frame, number: usize) -> Markup {
    html! {
        li.dim[frame.is_machinery] value=(number) {
            code { (said(&frame.name())) }
            @if !frame.file.is_empty() {
                " " span.where { (said(&frame.file)) @if frame.line > 0 { ":" (frame.line) } }
            } @else if frame.module != frame.name() {
                " " span.where { (said(&frame.module)) }
            }
        }
    }
}

fn ways(bug: &Bug) -> Markup {
    html! {
        details {
            summary { (bug.ways.len() + bug.more_ways) " paths lead to it" }
            ul {
                @for way in &bug.ways {
                    li {
                        @for (function, number) in way.functions.iter().zip(0..) {
                            @if number > 0 { " ← " }
                            code { (said(function)) }
                        }
                        " with " code { (said(&way.input)) }
                    }
                }
            }
            @if bug.more_ways > 0 { p.note { "and " (bug.more_ways) " more" } }
        }
    }
}

fn smallest(smallest: &Smallest) -> Markup {
    html! {
        p.note {
            code { (said(&smallest.file)) } ": " (bytes(smallest.size))
            @if let Some(tries) = smallest.tries {
                ", of an input of " (bytes(smallest.size_before as usize)) " in " (many(tries as usize, "run"))
                @match smallest.is_smallest {
                    true => { ". Removing any single byte loses the crash." }
                    false => { ". The search was not finished: " code { "--minimise" } " gives it more time." }
                }
            } @else { ". Making it smaller was not tried." }
        }
        @if !smallest.bytes.is_empty() {
            pre.hex tabindex="0" { (dump(&smallest.bytes)) }
        }
    }
}

/// As `hexdump -C` has it.
fn dump(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (row, number) in bytes[..bytes.len().min(BYTES)].chunks(ROW).zip(0..) {
        let hex: Vec<String> = row.iter().map(|b| format!("{b:02x}")).collect();
        let text = row.iter().map(|b| match b {
            b' '..=b'~' => *b as char,
            _ => '.',
        });
        let text: String = text.collect();
        out.push_str(&format!(
            "{:08x}  {:<47}  |{text}|\n",
            number * ROW,
            hex.join(" ")
        ));
    }
    if bytes.len() > BYTES {
        out.push_str(&format!(
            "… and {}\n",
            many(bytes.len() - BYTES, "further byte")
        ));
    }
    out
}

fn builds(bug: &Bug) -> Markup {
    html! {
        h3 { "Under each build" }
        div.wide tabindex="0" role="region" aria-label="under each build" {
            table {
                thead { tr { th scope="col" { "build" } th.n scope="col" { "crashed" } th scope="col" { "as" } } }
                tbody {
                    @for ran in &bug.outcomes {
                        tr {
                            th scope="row" { code { (ran.build) } }
                            td.n { (ran.crashed) " of " (ran.runs) }
                            td {
                                @if let Some(title) = &ran.title { (said(title)) }
                                @if ran.timed_out > 0 { " (" (ran.timed_out) " took too long)" }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn inputs(bug: &Bug) -> Markup {
    html! {
        details {
            summary { (many(bug.inputs.len(), "input")) @if bug.inputs.len() == 1 { " that finds it" } @else { " that find it" } }
            ul.files {
                @for file in bug.inputs.iter().take(FILES) {
                    li {
                        code { (said(&file.path)) } " " span.dim { (bytes(file.size as usize)) }
                        @if file.crashed < file.runs {
                            " " span.dim { "(crashed in " (file.crashed) " of " (many(file.runs as usize, "run")) ")" }
                        }
                    }
                }
            }
            @if bug.inputs.len() > FILES { p.note { "and " (bug.inputs.len() - FILES) " more, which the JSON names" } }
        }
    }
}

fn hangs(report: &Report) -> Markup {
    html! {
        @if !report.hangs.is_empty() {
            section.card aria-labelledby="hangs" {
                h2 id="hangs" { "Time-outs" }
                p.note { "Where the program was when it had taken too long: a look at one moment of it." }
                @for hang in &report.hangs {
                    h3 { (said(&hang.title)) }
                    @if !hang.frames.is_empty() { (stack(&hang.frames, hang.left_out)) }
                    ul.files {
                        @for path in hang.inputs.iter().take(FILES) { li { code { (said(path)) } } }
                    }
                    @if hang.inputs.len() > FILES { p.note { "and " (hang.inputs.len() - FILES) " more" } }
                }
            }
        }
    }
}

fn beside(report: &Report) -> Markup {
    let well = || report.well.iter().filter(|c| !c.has_timed_out);
    let calm = well().count();
    html! {
        (hangs(report))
        @if calm > 0 {
            section.card aria-labelledby="well" {
                h2 id="well" { "Did not crash again" }
                p.note { "What the fuzzer saw may depend on time, on addresses, on memory, or on inputs that ran before in the same process." }
                ul.files {
                    @for calm in well().take(FILES) { li { code { (said(&calm.path)) } } }
                }
                @if calm > FILES { p.note { "and " (calm - FILES) " more" } }
            }
        }
        @if !report.left_out.is_empty() || !report.troubles.is_empty() {
            section.card aria-labelledby="left-out" {
                h2 id="left-out" { "Not looked at" }
                ul {
                    @for (what, count) in &report.left_out { li { (many(*count, what)) } }
                    @for (path, why) in report.troubles.iter().take(FILES) {
                        li { code { (said(path)) } ": " (said(why)) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::sample, *};

    #[test]
    fn a_page_shows_all_and_does_nothing() {
        let page = of(&sample());
        for shown in [
            "2 bugs, found by 2 inputs",
            "heap-buffer-overflow",
            "2 of 3 runs crashed",
            "src/a &lt;b&gt;.c",
            "&lt;script&gt;alert(1)&lt;/script&gt;⟪U+001B⟫[31m",
            "./p '&lt;b&gt;'",
            "00000000  3c 62 3e 00",
            "|&lt;b&gt;.|",
            "Removing any single byte loses the crash.",
            "int32 overflow: 1 * 2",
            "There is no stack",
            "2 leaks",
            "time-out in spin&lt;int&gt; s.c:7",
            "1 frame of the sanitizer, libc and the C++ library",
        ] {
            assert!(page.contains(shown), "{shown}");
        }
        // The program's own frames come first, by their numbers.
        let stack = page.split("<ol class=\"stack\">").nth(1).unwrap();
        let first = "<li class=\"\" value=\"1\"><code><bdi>f</bdi></code>";
        assert!(stack.starts_with(first), "{stack}");
        for acting in [
            "<script", "<img", "\u{1b}", "http://", "https://", "<q>", "<d>",
        ] {
            assert!(!page.contains(acting), "{acting}");
        }
    }

    #[test]
    fn dumps_have_all_bytes_up_to_a_limit() {
        assert_eq!(dump(b""), "");
        let long = dump(&[0x41; BYTES + 3]);
        assert!(long.ends_with("… and 3 further bytes\n"), "{long}");
        assert_eq!(long.lines().count(), BYTES / ROW + 1);
    }
}
