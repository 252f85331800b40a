//! `--map`: what each byte of an input decides.
//!
//! Bytes that decide the same are one row. Of a site that many executions compared with the byte the narrowest set of bytes
//! counts: a checksum over the whole input says less about a byte than the compare that it alone is in. Sites come in that
//! order, too.

mod print;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    io::{BufWriter, Write},
    ops::Range,
};

use anyhow::Result;
use serde::Serialize;

use super::lines::Run;
use crate::taint::{Bytes, Compared, Event, Number, Outcome, Site, Trace};

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

/// Bytes that decide the same: facts, the narrowest first, one of each site; and how many sites more there are.
struct Row {
    bytes: Range<u32>,
    facts: Vec<u32>,
    more: usize,
}

struct Map {
    sites: HashMap<u32, Site>,
    facts: Vec<Fact>,
    rows: Vec<Row>,
    /// What may be of any byte.
    any: Row,
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
    // JSON has all of them.
    let shown = if as_json { usize::MAX } else { SITES };
    let map = Map::of(trace, run, shown)?;
    let mut out = BufWriter::new(out);
    match as_json {
        true => map.print_json(trace, run, input, &mut out)?,
        false => map.print(trace, run, input, &mut out)?,
    }
    out.flush()?;
    Ok(map.count)
}

impl Map {
    fn of(trace: &mut Trace, run: &Run, shown: usize) -> Result<Map> {
        let mut map = Map {
            sites: HashMap::new(),
            facts: Vec::new(),
            rows: Vec::new(),
            any: Row {
                bytes: 0..0,
                facts: Vec::new(),
                more: 0,
            },
            count: 0,
        };
        let mut anywhere = HashSet::new();
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
                        true if !anywhere.insert(event.index) => {}
                        true if map.any.facts.len() < shown => map.any.facts.push(fact),
                        true => map.any.more += 1,
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
        map.sweep(&borders, shown);
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
    fn sweep(&mut self, borders: &[Border], shown: usize) {
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
            if !narrowest.is_empty() {
                self.add_row(Row {
                    bytes: border.at..next.at,
                    facts: narrowest.iter().take(shown).map(|(_, f)| *f).collect(),
                    more: narrowest.len().saturating_sub(shown),
                });
            }
        }
    }

    fn add_row(&mut self, row: Row) {
        let is_same = |last: &Row| {
            let pairs = last.facts.iter().zip(&row.facts);
            last.bytes.end == row.bytes.start
                && (last.facts.len(), last.more) == (row.facts.len(), row.more)
                && pairs.into_iter().all(|(a, b)| self.say_the_same(*a, *b))
        };
        if self.rows.last().is_some_and(is_same) {
            self.rows.last_mut().expect("there is one").bytes.end = row.bytes.end;
        } else {
            self.rows.push(row);
        }
    }

    fn say_the_same(&self, a: u32, b: u32) -> bool {
        let of = |fact: u32| {
            let fact = &self.facts[fact as usize];
            (fact.site, fact.operand, &fact.against, &fact.outcomes)
        };
        a == b || of(a) == of(b)
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

/// `7`, or `4-7` with the last one.
fn offsets(bytes: &Range<u32>) -> String {
    match bytes.end - bytes.start {
        1 => bytes.start.to_string(),
        _ => format!("{}-{}", bytes.start, bytes.end - 1),
    }
}
