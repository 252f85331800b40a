//! `--map`: what each byte of an input decides, as a table and as JSON.

use std::{
    fmt::Write as _,
    io::{BufWriter, Write},
    ops::Range,
};

use anyhow::Result;
use fz_base::{line, part, terminal::Shown};
use fz_binary::sites;
use fz_coverage::names::demangled;
use fz_taint::{
    Number, Outcome, Site, Trace,
    map::{Against, Fact, Holding, Map, Row, VALUES, offsets},
};
use serde::Serialize;

use super::lines::{Run, SiteLine, Summary, is_false};

/// How many sites are shown of a row, and bytes of its content.
const SITES: usize = 8;
const CONTENT: usize = 8;

/// Prints the map of a run, and says how many executions, and sites with later ones, are in it.
pub fn print(
    trace: &mut Trace,
    run: &Run,
    input: &[u8],
    as_json: bool,
    out: &mut impl Write,
) -> Result<usize> {
    // JSON has all of them.
    let shown = if as_json { usize::MAX } else { SITES };
    let map = Map::of(trace, run.chosen, shown)?;
    let page = Page {
        map: &map,
        trace,
        run,
        input,
    };
    let mut out = BufWriter::new(out);
    match as_json {
        true => page.print_json(&mut out)?,
        false => page.print(&mut out)?,
    }
    out.flush()?;
    Ok(map.count)
}

/// What is printed of a run.
struct Page<'a> {
    map: &'a Map,
    trace: &'a Trace,
    run: &'a Run<'a>,
    input: &'a [u8],
}

impl Page<'_> {
    fn print(&self, out: &mut impl Write) -> Result<()> {
        let (trace, run, input) = (self.trace, self.run, self.input);
        line!(out, "{}: {} bytes ({})", run.input, input.len(), run.ended)?;
        let mut at = 0;
        let read = trace.header.input.min(input.len() as u64) as u32;
        for row in &self.map.rows {
            self.print_gap(at..row.bytes.start, read, out)?;
            let (offsets, content) = (offsets(&row.bytes), content(&row.bytes, input));
            self.print_row(&offsets, &content, row, out)?;
            at = row.bytes.end;
        }
        self.print_gap(at..(input.len() as u32).max(at), read, out)?;
        for (name, row) in [("any", &self.map.any), ("length", &self.map.length)] {
            if !row.facts.is_empty() {
                self.print_row(name, "", row, out)?;
            }
        }
        Ok(())
    }

    /// Bytes that decide nothing.
    fn print_gap(&self, bytes: Range<u32>, read: u32, out: &mut impl Write) -> Result<()> {
        let unread = bytes.start.max(read)..bytes.end;
        let idle = bytes.start..bytes.end.min(read);
        for (bytes, what) in [(idle, "nothing"), (unread, "not read")] {
            if !bytes.is_empty() {
                columns(out, &offsets(&bytes), &content(&bytes, self.input), what)?;
            }
        }
        Ok(())
    }

    fn print_row(
        &self,
        offsets: &str,
        content: &str,
        row: &Row,
        out: &mut impl Write,
    ) -> Result<()> {
        let (mut offsets, mut content) = (offsets, content);
        // A place is said once, whatever is compared there.
        let mut places: Vec<(String, Vec<String>)> = Vec::new();
        for Holding { fact, later } in &row.facts {
            let fact = &self.map.facts[*fact as usize];
            let site = &self.map.sites[&fact.site];
            let (place, text) = (place(site), fact_text(fact, site, *later));
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, texts)) if texts.contains(&text) => {}
                Some((_, texts)) => texts.push(text),
                None => places.push((place, vec![text])),
            }
        }
        for (place, texts) in places {
            columns(
                out,
                offsets,
                content,
                &format!("{place} {}", texts.join("; ")),
            )?;
            (offsets, content) = ("", "");
        }
        match row.more {
            0 => Ok(()),
            1 => columns(out, "", "", "and 1 more site"),
            more => columns(out, "", "", &format!("and {more} more sites")),
        }
    }

    fn print_json(&self, out: &mut impl Write) -> Result<()> {
        let fact = |holding: &Holding| {
            let fact = &self.map.facts[holding.fact as usize];
            let site = &self.map.sites[&fact.site];
            FactLine {
                site: SiteLine::of(site),
                operand: fact.operand,
                width: fact.operand.map(|_| fact.width),
                later: holding.later,
                predicate: site.predicate(),
                against: &fact.against,
                outcomes: &fact.outcomes,
            }
        };
        let row = |row: &Row| RowLine {
            begin: row.bytes.start,
            end: row.bytes.end,
            sites: row.facts.iter().map(fact).collect(),
        };
        let line = MapLine {
            input: self.run.input,
            size: self.input.len(),
            bytes: self.map.rows.iter().map(row).collect(),
            any: self.map.any.facts.iter().map(fact).collect(),
            length: self.map.length.facts.iter().map(fact).collect(),
            summary: Summary::of(self.trace, &self.run.ended),
        };
        serde_json::to_writer(Shown::json(&mut *out), &line)?;
        line!(out)?;
        Ok(())
    }
}

#[derive(Serialize)]
struct MapLine<'a> {
    input: &'a str,
    size: usize,
    bytes: Vec<RowLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    any: Vec<FactLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    length: Vec<FactLine<'a>>,
    summary: Summary<'a>,
}

#[derive(Serialize)]
struct RowLine<'a> {
    begin: u32,
    end: u32,
    sites: Vec<FactLine<'a>>,
}

#[derive(Serialize)]
struct FactLine<'a> {
    site: SiteLine<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operand: Option<u8>,
    /// How many bytes flow into it.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u64>,
    #[serde(skip_serializing_if = "is_false")]
    later: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    predicate: Option<&'static str>,
    against: &'a [Against],
    outcomes: &'a [Outcome],
}

/// `integer == 10: false`, and whether there is more.
fn fact_text(fact: &Fact, site: &Site, later: bool) -> String {
    let mut text = site.kind_name().to_owned();
    if fact.operand.is_none() {
        return text + ", later";
    }
    // The other way around if it is the second operand.
    let predicate = match fact.operand {
        Some(0) => site.predicate(),
        _ => site.predicate().map(sites::mirrored),
    };
    // What a switch is compared with are its cases.
    let predicate = predicate.filter(|_| site.operands() == 2);
    let against = listed(&fact.against, |a| Some(against(a)));
    for part in [predicate.unwrap_or_default(), &against] {
        if !part.is_empty() {
            let _ = part!(text, " {part}");
        }
    }
    let outcomes = listed(&fact.outcomes, outcome);
    if !outcomes.is_empty() {
        let _ = part!(text, ": {outcomes}");
    }
    if later {
        text += ", and later";
    }
    text
}

fn place(site: &Site) -> String {
    let place = site.place.to_string();
    match place.as_str() {
        "?" => format!("{} #{}", demangled(&site.function), site.number),
        _ => place,
    }
}

fn listed<T>(all: &[T], text: impl Fn(&T) -> Option<String>) -> String {
    let mut shown: Vec<_> = all.iter().take(VALUES).filter_map(text).collect();
    if all.len() > VALUES {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

fn against(against: &Against) -> String {
    match against {
        Against::Text(text) => text.clone(),
        Against::Number(number) => readable(*number),
    }
}

/// A number, with the text that it is in memory if it looks like one.
fn readable(number: Number) -> String {
    let Number::Unsigned(word) = number else {
        return number.to_string();
    };
    let bytes = word.to_le_bytes();
    let length = 8 - word.leading_zeros() as usize / 8;
    match &bytes[..length] {
        text if !text.iter().all(|b| matches!(b, b' '..=b'~')) => word.to_string(),
        [] => word.to_string(),
        [one] => format!("{word} '{}'", one.escape_ascii()),
        text => format!("{word} \"{}\"", text.escape_ascii()),
    }
}

fn outcome(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::None => return None,
        Outcome::Truth(is) => is.to_string(),
        Outcome::Case(case) => case.to_string(),
        Outcome::Default => "default".to_owned(),
        Outcome::Word(word) => (*word).to_owned(),
    })
}

fn content(bytes: &Range<u32>, input: &[u8]) -> String {
    let (begin, end) = (bytes.start as usize, (bytes.end as usize).min(input.len()));
    let all = input.get(begin..end).unwrap_or_default();
    let shown = &all[..all.len().min(CONTENT)];
    let more = if shown.len() < all.len() { "…" } else { "" };
    let hex: Vec<_> = shown.iter().map(|b| format!("{b:02x}")).collect();
    let ascii = shown.iter().map(|b| match b {
        b' '..=b'~' => char::from(*b),
        _ => '.',
    });
    format!("{:23} {}{more}", hex.join(" "), ascii.collect::<String>())
}

fn columns(out: &mut impl Write, offsets: &str, content: &str, what: &str) -> Result<()> {
    line!(out, "{offsets:>11}  {content:33}  {what}")?;
    Ok(())
}
