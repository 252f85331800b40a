//! `--map`: what each byte of an input decides.
//!
//! Bytes that decide the same are one row. Of a site that many executions compared with the byte the narrowest set of bytes
//! counts: a checksum over the whole input says less about a byte than the compare that it alone is in. Sites come in that
//! order, too.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt::{self, Display, Formatter, Write as _},
    io::{BufWriter, Write},
    ops::Range,
};

use anyhow::Result;
use serde::Serialize;

use super::lines::{Run, SiteLine, Summary};
use crate::{
    program::sites,
    taint::{Bytes, Compared, Event, Number, Outcome, Site, Trace},
};

/// How many sites are shown of a row, bytes of its content, and values or outcomes of a site.
const SITES: usize = 8;
const CONTENT: usize = 8;
const VALUES: usize = 8;

/// What is known of the executions of a site into one of whose operands the same bytes flow.
struct Fact {
    /// The site's index.
    site: u32,
    operand: u8,
    /// How many bytes.
    width: u64,
    /// In the order of the run.
    against: Vec<Against>,
    outcomes: Vec<Outcome>,
}

/// What an operand is compared with.
#[derive(Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum Against {
    Number(Number),
    /// A text in quotes, or bytes of the input.
    Text(String),
}

/// Where a fact begins or ends to hold.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Border {
    at: u32,
    fact: u32,
    begins: bool,
}

/// Bytes that decide the same: facts, the narrowest first, one of each site.
struct Row {
    bytes: Range<u32>,
    facts: Vec<u32>,
}

struct Map {
    sites: HashMap<u32, Site>,
    facts: Vec<Fact>,
    rows: Vec<Row>,
    /// Facts that may be of any byte.
    any: Vec<u32>,
    /// How many executions there were.
    count: usize,
}

/// Prints the map of a run, and says how many executions are in it.
pub fn print(
    trace: &mut Trace,
    run: &Run,
    input: &[u8],
    as_json: bool,
    out: &mut impl Write,
) -> Result<usize> {
    let map = Map::of(trace, run)?;
    let mut out = BufWriter::new(out);
    match as_json {
        true => map.print_json(trace, run, input, &mut out)?,
        false => map.print(trace, run, input, &mut out)?,
    }
    out.flush()?;
    Ok(map.count)
}

impl Map {
    fn of(trace: &mut Trace, run: &Run) -> Result<Map> {
        let mut map = Map {
            sites: HashMap::new(),
            facts: Vec::new(),
            rows: Vec::new(),
            any: Vec::new(),
            count: 0,
        };
        let mut numbers: HashMap<(u32, u8, u32), u32> = HashMap::new();
        let mut borders = Vec::new();
        for number in 0..trace.events.len() {
            let event = trace.events.get(number)?;
            let Some(event) = event.filter(|e| run.chosen.has(e.site)) else {
                continue;
            };
            map.count += 1;
            for operand in 0..2 {
                let label = event.labels[operand];
                let bytes = trace.labels.bytes(label)?;
                if bytes.is_empty() {
                    continue;
                }
                let key = (event.index, operand as u8, label);
                let fact = *numbers.entry(key).or_insert_with(|| {
                    let fact = map.facts.len() as u32;
                    map.add(&event, operand, &bytes);
                    match bytes.any {
                        true => map.any.push(fact),
                        false => borders.extend(bytes.ranges.iter().flat_map(|[begin, end]| {
                            [(*begin, true), (*end, false)].map(|(at, begins)| Border {
                                at,
                                fact,
                                begins,
                            })
                        })),
                    }
                    fact
                });
                let other = match event.labels[1 - operand] {
                    0 => None,
                    label => Some(trace.labels.bytes(label)?),
                };
                let fact = &mut map.facts[fact as usize];
                let new = against(&event, operand, other.as_deref());
                keep(&mut fact.against, new);
                let came = Some(event.outcome()).filter(|o| *o != Outcome::None);
                keep(&mut fact.outcomes, came);
            }
        }
        borders.sort_unstable();
        map.sweep(&borders);
        Ok(map)
    }

    fn add(&mut self, event: &Event, operand: usize, bytes: &Bytes) {
        let (site, index) = (event.site, event.index);
        self.sites.entry(index).or_insert_with(|| site.clone());
        self.facts.push(Fact {
            site: index,
            operand: operand as u8,
            width: bytes.len(),
            against: Vec::new(),
            outcomes: Vec::new(),
        });
    }

    /// Goes over the input once.
    fn sweep(&mut self, borders: &[Border]) {
        // By site: its facts that hold here, the narrowest first.
        let mut holding: BTreeMap<u32, BTreeSet<(u64, u32)>> = BTreeMap::new();
        // The first fact of each site.
        let mut narrowest: BTreeSet<(u64, u32)> = BTreeSet::new();
        for (number, border) in borders.iter().enumerate() {
            let fact = &self.facts[border.fact as usize];
            let of_site = holding.entry(fact.site).or_default();
            if let Some(first) = of_site.first() {
                narrowest.remove(first);
            }
            let place = (fact.width, border.fact);
            match border.begins {
                true => of_site.insert(place),
                false => of_site.remove(&place),
            };
            narrowest.extend(of_site.first());
            let Some(next) = borders.get(number + 1).filter(|next| next.at > border.at) else {
                continue;
            };
            let facts: Vec<u32> = narrowest.iter().map(|(_, fact)| *fact).collect();
            if !facts.is_empty() {
                self.add_row(border.at..next.at, facts);
            }
        }
    }

    fn add_row(&mut self, bytes: Range<u32>, facts: Vec<u32>) {
        let is_same = |last: &Row| {
            let pairs = last.facts.iter().zip(&facts);
            last.bytes.end == bytes.start
                && last.facts.len() == facts.len()
                && pairs.into_iter().all(|(a, b)| self.say_the_same(*a, *b))
        };
        if self.rows.last().is_some_and(is_same) {
            self.rows.last_mut().expect("there is one").bytes.end = bytes.end;
        } else {
            self.rows.push(Row { bytes, facts });
        }
    }

    fn say_the_same(&self, a: u32, b: u32) -> bool {
        let of = |fact: u32| {
            let fact = &self.facts[fact as usize];
            (fact.site, fact.operand, &fact.against, &fact.outcomes)
        };
        a == b || of(a) == of(b)
    }

    fn print(&self, trace: &Trace, run: &Run, input: &[u8], out: &mut impl Write) -> Result<()> {
        writeln!(out, "{}: {} bytes ({})", run.input, input.len(), run.ended)?;
        let mut at = 0;
        let read = trace.header.input.min(input.len() as u64) as u32;
        for row in &self.rows {
            self.print_gap(at..row.bytes.start, read, input, out)?;
            self.print_row(row.bytes.clone(), &row.facts, input, out)?;
            at = row.bytes.end;
        }
        self.print_gap(at..(input.len() as u32).max(at), read, input, out)?;
        if !self.any.is_empty() {
            let sites: BTreeSet<u32> = self
                .any
                .iter()
                .map(|f| self.facts[*f as usize].site)
                .collect();
            let one_each = sites.iter().filter_map(|site| {
                let mut facts = self.any.iter();
                facts.find(|f| self.facts[**f as usize].site == *site)
            });
            let facts: Vec<u32> = one_each.copied().collect();
            self.print_lines("any", "", &facts, out)?;
        }
        Ok(())
    }

    /// Bytes that decide nothing.
    fn print_gap(
        &self,
        bytes: Range<u32>,
        read: u32,
        input: &[u8],
        out: &mut impl Write,
    ) -> Result<()> {
        let unread = bytes.start.max(read)..bytes.end;
        let idle = bytes.start..bytes.end.min(read);
        for (bytes, what) in [(idle, "nothing"), (unread, "not read")] {
            if !bytes.is_empty() {
                columns(out, &offsets(&bytes), &content(&bytes, input), what)?;
            }
        }
        Ok(())
    }

    fn print_row(
        &self,
        bytes: Range<u32>,
        facts: &[u32],
        input: &[u8],
        out: &mut impl Write,
    ) -> Result<()> {
        self.print_lines(&offsets(&bytes), &content(&bytes, input), facts, out)
    }

    fn print_lines(
        &self,
        offsets: &str,
        content: &str,
        facts: &[u32],
        out: &mut impl Write,
    ) -> Result<()> {
        let (mut offsets, mut content) = (offsets, content);
        for fact in facts.iter().take(SITES) {
            let fact = &self.facts[*fact as usize];
            columns(out, offsets, content, &fact.text(&self.sites[&fact.site]))?;
            (offsets, content) = ("", "");
        }
        match facts.len().saturating_sub(SITES) {
            0 => Ok(()),
            1 => columns(out, "", "", "and 1 more site"),
            more => columns(out, "", "", &format!("and {more} more sites")),
        }
    }

    fn print_json(
        &self,
        trace: &Trace,
        run: &Run,
        input: &[u8],
        out: &mut impl Write,
    ) -> Result<()> {
        let fact = |number: &u32| {
            let fact = &self.facts[*number as usize];
            let site = &self.sites[&fact.site];
            FactLine {
                site: SiteLine::of(site),
                operand: fact.operand,
                width: fact.width,
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
            input: run.input,
            size: input.len(),
            bytes: self.rows.iter().map(row).collect(),
            any: self.any.iter().map(fact).collect(),
            summary: Summary::of(trace, &run.ended),
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
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
    operand: u8,
    /// How many bytes flow into it.
    width: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    predicate: Option<&'static str>,
    against: &'a [Against],
    outcomes: &'a [Outcome],
}

impl Fact {
    /// `a.c:7:9 integer == 10: false`
    fn text(&self, site: &Site) -> String {
        let place = site.place.to_string();
        let place = match place.as_str() {
            "?" => format!("{} #{}", site.function, site.number),
            _ => place,
        };
        let mut text = format!("{place} {}", site.kind_name());
        // The other way around if it is the second operand.
        let predicate = match self.operand {
            0 => site.predicate(),
            _ => site.predicate().map(sites::mirrored),
        };
        // What a switch is compared with are its cases.
        let predicate = predicate.filter(|_| site.operands() == 2);
        let against = listed(&self.against, |a| Some(a.to_string()));
        for part in [predicate.unwrap_or_default(), &against] {
            if !part.is_empty() {
                let _ = write!(text, " {part}");
            }
        }
        let outcomes = listed(&self.outcomes, outcome);
        if !outcomes.is_empty() {
            let _ = write!(text, ": {outcomes}");
        }
        text
    }
}

/// Adds what is new, as far as it can be shown.
fn keep<T: PartialEq>(known: &mut Vec<T>, new: impl IntoIterator<Item = T>) {
    for one in new {
        if known.len() <= VALUES && !known.contains(&one) {
            known.push(one);
        }
    }
}

fn listed<T>(all: &[T], text: impl Fn(&T) -> Option<String>) -> String {
    let mut shown: Vec<_> = all.iter().take(VALUES).filter_map(text).collect();
    if all.len() > VALUES {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// What an operand is compared with: values, or the bytes that flow into them.
fn against(event: &Event, operand: usize, other: Option<&Bytes>) -> Vec<Against> {
    let site = event.site;
    let text = match (event.compared, other) {
        (Compared::Numbers(_), _) if !site.cases.is_empty() => {
            let cases = site.cases.iter().map(|c| Against::Number(site.number(*c)));
            return cases.collect();
        }
        (Compared::Numbers(_), _) if site.operands() == 1 => return Vec::new(),
        (_, Some(bytes)) if bytes.any => "any bytes".to_owned(),
        (_, Some(bytes)) => {
            let ranges = bytes.ranges.iter().take(VALUES);
            let mut ranges: Vec<_> = ranges
                .map(|[begin, end]| offsets(&(*begin..*end)))
                .collect();
            if bytes.ranges.len() > VALUES {
                ranges.push("…".to_owned());
            }
            format!("[{}]", ranges.join(", "))
        }
        (Compared::Numbers(_), None) if site.is_vector() => return Vec::new(),
        (Compared::Numbers(numbers), None) => {
            return vec![Against::Number(site.number(numbers[1 - operand]))];
        }
        (Compared::Call { operands: None, .. }, None) => return Vec::new(),
        (
            Compared::Call {
                operands: Some(texts),
                ..
            },
            None,
        ) => {
            let text = texts[1 - operand];
            let text = text.strip_suffix(b"\0").unwrap_or(text);
            format!("\"{}\"", text.escape_ascii())
        }
    };
    vec![Against::Text(text)]
}

impl Display for Against {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Against::Text(text) => f.write_str(text),
            Against::Number(number) => f.write_str(&readable(*number)),
        }
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

/// `7`, or `4-7` with the last one.
fn offsets(bytes: &Range<u32>) -> String {
    match bytes.end - bytes.start {
        1 => bytes.start.to_string(),
        _ => format!("{}-{}", bytes.start, bytes.end - 1),
    }
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
    writeln!(out, "{offsets:>11}  {content:33}  {what}")?;
    Ok(())
}
