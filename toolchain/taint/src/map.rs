//! What each byte of an input decides (`fz taint --map`).
//!
//! Bytes that decide the same are one row. Of a site that many executions compared with the byte the narrowest set of bytes
//! counts: a checksum over the whole input says less about a byte than the compare that it alone is in. Sites come in that
//! order, too. What depends on how many bytes there are is behind them all (`length`). Of executions behind the first ones of a site only the bytes are known (`later`).

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::Range,
};

use anyhow::Result;
use serde::Serialize;

use crate::{Bytes, Chosen, Compared, Event, Number, Outcome, Site, Trace};

/// How many values or outcomes of a site are kept, and one more, which says that there are more.
pub const VALUES: usize = 8;

/// What is known of the executions of a site into one of whose operands the same bytes flow; or of all later ones.
pub struct Fact {
    /// The site's index.
    pub site: u32,
    /// `None`: of later ones.
    pub operand: Option<u8>,
    /// How many bytes; of later ones at most as many as the narrowest of the first ones had.
    pub width: u64,
    /// In the order of the run.
    pub against: Vec<Against>,
    pub outcomes: Vec<Outcome>,
}

/// What an operand is compared with.
#[derive(Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Against {
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

/// A fact, by its number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Holding {
    pub fact: u32,
    /// Whether the bytes flowed into later executions of the site, too.
    pub later: bool,
}

/// Bytes that decide the same: facts, the narrowest first, one of each site; and how many sites more there are.
pub struct Row {
    pub bytes: Range<u32>,
    pub facts: Vec<Holding>,
    pub more: usize,
}

pub struct Map {
    pub sites: HashMap<u32, Site>,
    pub facts: Vec<Fact>,
    pub rows: Vec<Row>,
    /// What may be of any byte.
    pub any: Row,
    /// What depends on how many bytes there are.
    pub length: Row,
    /// How many executions there were, and sites with later ones.
    pub count: usize,
}

impl Row {
    /// Of what is not at places.
    fn nowhere() -> Row {
        Row {
            bytes: 0..0,
            facts: Vec::new(),
            more: 0,
        }
    }

    fn add(&mut self, fact: Holding, shown: usize) {
        match self.facts.len() < shown {
            true => self.facts.push(fact),
            false => self.more += 1,
        }
    }
}

impl Map {
    /// Of the sites that are chosen; a row has so many of them.
    pub fn of(trace: &mut Trace, chosen: &Chosen, shown: usize) -> Result<Map> {
        let mut map = Map {
            sites: HashMap::new(),
            facts: Vec::new(),
            rows: Vec::new(),
            any: Row::nowhere(),
            length: Row::nowhere(),
            count: 0,
        };
        let [mut anywhere, mut of_length] = [HashSet::new(), HashSet::new()];
        let mut numbers: HashMap<(u32, u8, u32), u32> = HashMap::new();
        let mut borders = Vec::new();
        let mut narrowest: HashMap<u32, u64> = HashMap::new();
        for number in 0..trace.events.len() {
            let event = trace.events.get(number)?;
            let Some(event) = event.filter(|e| chosen.has(e.site)) else {
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
                    map.add(event.index, event.site, Some(operand as u8), bytes.len());
                    let holding = Holding { fact, later: false };
                    if bytes.length && of_length.insert(event.index) {
                        map.length.add(holding, shown);
                    }
                    if bytes.any && anywhere.insert(event.index) {
                        map.any.add(holding, shown);
                    }
                    if !bytes.ranges.is_empty() {
                        borders.extend(borders_of(&bytes, fact));
                        let least = narrowest.entry(event.index).or_insert(u64::MAX);
                        *least = bytes.len().min(*least);
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
        for number in 0..trace.rows.len() {
            let later = trace.later(number)?;
            let Some((index, site, bytes)) = later.filter(|(_, site, _)| chosen.has(site)) else {
                continue;
            };
            map.count += 1;
            let least = narrowest.get(&index).copied();
            let width = bytes.len().min(least.unwrap_or(u64::MAX));
            let fact = map.facts.len() as u32;
            if bytes.length && of_length.insert(index) {
                map.length.add(Holding { fact, later: false }, shown);
            }
            borders.extend(borders_of(&bytes, fact));
            map.add(index, site, None, width);
        }
        borders.sort_unstable();
        map.sweep(&borders, shown);
        Ok(map)
    }

    fn add(&mut self, index: u32, site: &Site, operand: Option<u8>, width: u64) {
        self.sites.entry(index).or_insert_with(|| site.clone());
        self.facts.push(Fact {
            site: index,
            operand,
            width,
            against: Vec::new(),
            outcomes: Vec::new(),
        });
    }

    /// Goes over the input once.
    fn sweep(&mut self, borders: &[Border], shown: usize) {
        // By site: its facts that hold here, the narrowest first, that of later executions behind all others.
        let mut holding: BTreeMap<u32, BTreeSet<(bool, u64, u32)>> = BTreeMap::new();
        // The first fact of each site, and whether the last is of later ones.
        let first = |of_site: &BTreeSet<(bool, u64, u32)>| {
            let ((_, width, fact), (later, ..)) = (of_site.first()?, of_site.last()?);
            Some((*width, *fact, *later))
        };
        let mut narrowest: BTreeSet<(u64, u32, bool)> = BTreeSet::new();
        for (number, border) in borders.iter().enumerate() {
            let fact = &self.facts[border.fact as usize];
            let of_site = holding.entry(fact.site).or_default();
            if let Some(first) = first(of_site) {
                narrowest.remove(&first);
            }
            let place = (fact.operand.is_none(), fact.width, border.fact);
            match border.begins {
                true => of_site.insert(place),
                false => of_site.remove(&place),
            };
            narrowest.extend(first(of_site));
            let Some(next) = borders.get(number + 1).filter(|next| next.at > border.at) else {
                continue;
            };
            if !narrowest.is_empty() {
                let holding = |&(_, fact, later): &_| Holding { fact, later };
                self.add_row(Row {
                    bytes: border.at..next.at,
                    facts: narrowest.iter().take(shown).map(holding).collect(),
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

    fn say_the_same(&self, a: Holding, b: Holding) -> bool {
        let of = |Holding { fact, later }| {
            let fact: &Fact = &self.facts[fact as usize];
            (
                fact.site,
                fact.operand,
                &fact.against,
                &fact.outcomes,
                later,
            )
        };
        a == b || of(a) == of(b)
    }
}

fn borders_of(bytes: &Bytes, fact: u32) -> impl Iterator<Item = Border> {
    let ends = |[begin, end]: &[u32; 2]| [(*begin, true), (*end, false)];
    let border = move |(at, begins)| Border { at, fact, begins };
    bytes.ranges.iter().flat_map(ends).map(border)
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
            if bytes.length {
                ranges.push("length".to_owned());
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
pub fn offsets(bytes: &Range<u32>) -> String {
    match bytes.end - bytes.start {
        1 => bytes.start.to_string(),
        _ => format!("{}-{}", bytes.start, bytes.end - 1),
    }
}
