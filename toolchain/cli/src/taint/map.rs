//! `--map`: what each byte of an input decides, below a hex dump and as JSON.

use std::{
    fmt::Write as _,
    io::{BufWriter, Write},
    ops::Range,
};

use anyhow::Result;
use fz_abi::sites::Predicate;
use fz_base::{
    hex, line, part,
    table::{Line, Tone, plain, span, wrapped},
    terminal::{self, Shown},
};
use fz_coverage::names::demangled;
use fz_taint::{
    Number, Outcome, Site, Trace,
    map::{Against, Fact, Holding, Map, Row, VALUES, offsets},
};
use serde::Serialize;

use super::lines::{Run, SiteLine, Summary, is_false};

/// How many sites are shown of a row.
const SITES: usize = 8;

/// How a map is printed.
#[derive(Clone, Copy)]
pub enum Shape {
    Json,
    Text {
        has_colors: bool,
        width: Option<usize>,
    },
}

/// Prints the map of a run, and says how many executions, and sites with later ones, are in it.
pub fn print(
    trace: &mut Trace,
    run: &Run,
    input: &[u8],
    shape: Shape,
    out: &mut impl Write,
) -> Result<usize> {
    // JSON has all of them.
    let shown = match shape {
        Shape::Json => usize::MAX,
        Shape::Text { .. } => SITES,
    };
    let map = Map::of(trace, run.chosen, shown)?;
    let page = Page {
        map: &map,
        trace,
        run,
        input,
    };
    let mut out = BufWriter::new(out);
    match shape {
        Shape::Json => page.print_json(&mut out)?,
        Shape::Text { has_colors, width } => {
            terminal::write(&page.lines(width), has_colors, &mut out)?;
        }
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

/// Bytes and what is said of them.
struct Said {
    bytes: Range<u32>,
    tone: Tone,
    texts: Vec<String>,
}

impl Page<'_> {
    fn lines(&self, width: Option<usize>) -> Vec<Line> {
        let (run, input) = (self.run, self.input);
        let head = format!("{}: {} bytes ({})", run.input, input.len(), run.ended);
        let mut all = vec![vec![plain(head)]];
        let said = self.said();
        let tone = |at: usize| {
            let after = said.partition_point(|s| s.bytes.end as usize <= at);
            let here = said.get(after).filter(|s| s.bytes.contains(&(at as u32)));
            here.map_or(Tone::Quiet, |s| s.tone)
        };
        let mut dumped = 0;
        for (nth, one) in said.iter().enumerate() {
            let begin = one.bytes.start as usize / hex::WIDE * hex::WIDE;
            all.extend(hex::lines(input, dumped, begin, tone));
            if begin >= dumped {
                all.extend(hex::lines(input, begin, begin + hex::WIDE, tone));
            }
            dumped = dumped.max(begin + hex::WIDE);
            all.extend(rows(&offsets(&one.bytes), one.tone, &one.texts));
            if nth + 1 == said.len() {
                all.extend(hex::lines(input, dumped, input.len(), tone));
            }
        }
        for (name, row) in [("any", &self.map.any), ("length", &self.map.length)] {
            all.extend(rows(name, Tone::Plain, &self.texts(row)));
        }
        let all = all.into_iter();
        all.flat_map(|line| wrapped(line, hex::INDENT, width))
            .collect()
    }

    /// Of all bytes, in their order.
    fn said(&self) -> Vec<Said> {
        let mut all = Vec::new();
        let mut at = 0;
        for row in &self.map.rows {
            all.extend(self.gap(at..row.bytes.start));
            all.push(Said {
                bytes: row.bytes.clone(),
                tone: self.tone(row),
                texts: self.texts(row),
            });
            at = row.bytes.end;
        }
        all.extend(self.gap(at..(self.input.len() as u32).max(at)));
        all
    }

    /// Bytes that decide nothing.
    fn gap(&self, bytes: Range<u32>) -> impl Iterator<Item = Said> {
        let read = self.trace.header.input.min(self.input.len() as u64) as u32;
        let unread = bytes.start.max(read)..bytes.end;
        let idle = bytes.start..bytes.end.min(read);
        let gaps = [(idle, "nothing"), (unread, "not read")];
        let gaps = gaps.into_iter().filter(|(bytes, _)| !bytes.is_empty());
        gaps.map(|(bytes, what)| Said {
            bytes,
            tone: Tone::Quiet,
            texts: vec![what.to_owned()],
        })
    }

    /// Whether all that the bytes decide came out both ways.
    fn tone(&self, row: &Row) -> Tone {
        let facts = row.facts.iter().map(|h| &self.map.facts[h.fact as usize]);
        let is_open = |fact: &Fact| matches!(fact.outcomes[..], [Outcome::Truth(_)]);
        match facts.into_iter().any(is_open) {
            true => Tone::Partly,
            false => Tone::Reached,
        }
    }

    fn texts(&self, row: &Row) -> Vec<String> {
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
        let places = places.into_iter();
        let mut all: Vec<String> = places
            .map(|(place, texts)| format!("{place} {}", texts.join("; ")))
            .collect();
        match row.more {
            0 => {}
            1 => all.push("and 1 more site".to_owned()),
            more => all.push(format!("and {more} more sites")),
        }
        all
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
                predicate: site.predicate().map(Predicate::name),
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
        _ => site.predicate().map(Predicate::mirrored),
    };
    // What a switch is compared with are its cases.
    let predicate = predicate.filter(|_| site.operands() == 2);
    let against = listed(&fact.against, |a| Some(against(a)));
    for part in [predicate.map_or("", Predicate::name), &against] {
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

/// The texts below each other, the first one behind the offsets.
fn rows(offsets: &str, tone: Tone, texts: &[String]) -> Vec<Line> {
    let row = |(nth, text): (usize, &String)| {
        let offsets = if nth == 0 { offsets } else { "" };
        let offsets = format!("{offsets:>width$}", width = hex::OFFSETS);
        vec![span(tone, offsets), plain("  "), plain(text)]
    };
    texts.iter().enumerate().map(row).collect()
}
