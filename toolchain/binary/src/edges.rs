//! What each counter stands for: the records of `.debug_fz_edges` (layout: [`fz_abi::edges_record`]).

use std::{collections::HashMap, fmt, mem::offset_of};

use anyhow::{Result, ensure};
use fz_abi::edges_record as layout;
use serde::{Deserialize, Serialize};

use super::records::{self, Resolve, Texts, Words, function_name, optional, text};

/// A place in the source; no file or line 0 is unknown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Place {
    pub fn new(file: impl Into<String>, line: u32, column: u32) -> Place {
        let file = file.into();
        Place { file, line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.file.as_str(), self.line) {
            ("", _) | (_, 0) => f.write_str("?"),
            (file, line) => write!(f, "{file}:{line}:{}", self.column),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteKind {
    Entry,
    Branch,
    Switch,
    Return,
    Unwind,
    Indirect,
    /// To a guard block: an operation was out of range.
    Guard,
    /// The other way of a guard's branch.
    GuardHeld,
    /// Nothing was decided: a call that need not return did, or many ways met.
    Passed,
    /// A newer plugin's.
    Unknown,
}

impl SiteKind {
    fn of(number: u32) -> SiteKind {
        match number {
            layout::KIND_ENTRY => SiteKind::Entry,
            layout::KIND_BRANCH => SiteKind::Branch,
            layout::KIND_SWITCH => SiteKind::Switch,
            layout::KIND_RETURN => SiteKind::Return,
            layout::KIND_UNWIND => SiteKind::Unwind,
            layout::KIND_INDIRECT => SiteKind::Indirect,
            layout::KIND_GUARD => SiteKind::Guard,
            layout::KIND_GUARD_HELD => SiteKind::GuardHeld,
            layout::KIND_PASSED => SiteKind::Passed,
            _ => SiteKind::Unknown,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            SiteKind::Entry => "entry",
            SiteKind::Branch => "branch",
            SiteKind::Switch => "switch",
            SiteKind::Return => "return",
            SiteKind::Unwind => "unwind",
            SiteKind::Indirect => "indirect",
            SiteKind::Guard => "guard",
            SiteKind::GuardHeld => "guard held",
            SiteKind::Passed => "passed",
            SiteKind::Unknown => "unknown kind",
        }
    }
}

/// An edge, counted or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Site {
    pub kind: SiteKind,
    pub source: Place,
    pub target: Place,
    /// Of a switch's edge: the case's value, or `default`. Of a guard's: the guard's name.
    pub case: Option<String>,
    /// The counter, of those in a row, that counts it, alone or with edges that execute equally often. `None`: others
    /// together tell how often it ran.
    pub counter: Option<u32>,
    /// 1, 2, … in the order of the function's edges, if others have the same kind and places.
    pub discriminator: Option<u32>,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let kind = self.kind.name();
        write!(f, "{} -> {} ({kind}", self.source, self.target)?;
        match (self.kind, self.case.as_deref()) {
            (_, None) => f.write_str(")")?,
            (SiteKind::Guard | SiteKind::GuardHeld, Some(name)) => write!(f, ", {name})")?,
            (_, Some("default")) => f.write_str(", default)")?,
            (_, Some(value)) => write!(f, ", case {value})")?,
        }
        match self.discriminator {
            None => Ok(()),
            Some(n) => write!(f, " #{n}"),
        }
    }
}

/// Tells apart what would be described in the same words.
fn discriminate(sites: &mut [Site]) {
    let key = |s: &Site| (s.kind, s.source.clone(), s.target.clone(), s.case.clone());
    let mut seen: HashMap<_, (u32, usize)> = HashMap::new();
    for at in 0..sites.len() {
        let (count, first) = seen.entry(key(&sites[at])).or_insert((0, at));
        *count += 1;
        if *count > 1 {
            sites[*first].discriminator = Some(1);
            sites[at].discriminator = Some(*count);
        }
    }
}

/// A call, by the function at its other end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallSite {
    pub function: String,
    #[serde(flatten)]
    pub place: Place,
}

/// The counters of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionEdges {
    /// The function's symbol.
    pub name: String,
    /// The address of the first counter, on the scale of [`super::Image::start`].
    pub start: u64,
    /// Counters in a row.
    pub row: u32,
    /// Rows in the image, one behind the other.
    pub rows: u32,
    /// Whether the first row counts calls of unknown context.
    pub default_row: bool,
    /// The edges before pruning.
    pub sites: Vec<Site>,
    /// The callers that the rows are for, without the default row.
    pub contexts: Vec<CallSite>,
    /// The address of its record in `__fz_functions`: the runtime lays out more rows.
    pub record: Option<u64>,
    /// The address of its first record in `__fz_calls`.
    pub first_call: Option<u64>,
    /// What these records call.
    pub calls: Vec<CallSite>,
}

impl FunctionEdges {
    /// Bytes of counters in the image.
    pub fn len(&self) -> u64 {
        u64::from(self.row) * u64::from(self.rows)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// All records of a section, in its order.
pub fn parse(data: &[u8], resolve: Resolve) -> Result<Vec<FunctionEdges>> {
    let check_magic = |magic| {
        ensure!(
            !layout::OLD_MAGICS.contains(&magic),
            "was written by an older fz: compile the program anew"
        );
        ensure!(magic == layout::MAGIC, "does not begin with FZE3");
        Ok(())
    };
    records::parse(data, layout::ALIGN, check_magic, |at, header, body| {
        function(at, header, body, resolve)
    })
}

fn function(
    at: usize,
    header: layout::Header,
    body: &[u8],
    resolve: Resolve,
) -> Result<Option<FunctionEdges>> {
    let start = resolve(at + offset_of!(layout::Header, counters), header.counters);
    let first_call = offset_of!(layout::Header, first_call);
    let (sites, contexts, calls) = (header.sites, header.contexts, header.calls);
    let parts = [
        (sites, layout::EDGE),
        (contexts, layout::CONTEXT),
        (calls, layout::CALL),
    ];
    let (texts, mut words) = records::split(body, header.strings, &parts, || {
        format!("{sites} sites, {contexts} contexts and {calls} calls")
    })?;
    let mut function = FunctionEdges {
        name: function_name(&texts)?,
        start: start.unwrap_or_default(),
        row: header.row,
        rows: header.rows,
        default_row: header.flags & layout::DEFAULT_ROW != 0,
        sites: words.list(sites, |words| site(words, &texts))?,
        contexts: words.list(contexts, |words| call(words, &texts))?,
        record: resolve(at + offset_of!(layout::Header, function), header.function),
        first_call: resolve(at + first_call, header.first_call),
        calls: words.list(calls, |words| call(words, &texts))?,
    };
    check(&function)?;
    discriminate(&mut function.sites);
    Ok(start.map(|_| function))
}

/// More than all edges of any program have. Whoever lists them has a number for each.
const MOST_POSITIONS: u64 = 1 << 26;

/// That the counters of all edges, in all rows, are as many as somebody can list: a few bytes may speak of billions. That a
/// function is entered is told by all of its counters.
pub fn check_positions(functions: &[FunctionEdges]) -> Result<()> {
    let positions = |function: &FunctionEdges| {
        let is_entry = |site: &&Site| site.kind == SiteKind::Entry;
        let entries = function.sites.iter().filter(is_entry).count() as u64;
        let counted = function
            .sites
            .iter()
            .filter(|s| s.counter.is_some())
            .count() as u64;
        let of_entries = entries.saturating_mul(function.row.into());
        let in_a_row = of_entries.saturating_add(counted);
        in_a_row.saturating_mul(function.rows.into())
    };
    let all = functions.iter().map(positions).fold(0, u64::saturating_add);
    ensure!(
        all <= MOST_POSITIONS,
        "says that its edges have {all} counters"
    );
    Ok(())
}

/// That counters and rows are there which the record speaks of.
fn check(function: &FunctionEdges) -> Result<()> {
    let row = function.row;
    for counter in function.sites.iter().filter_map(|s| s.counter) {
        ensure!(counter < row, "names counter {counter} of {row}");
    }
    let (rows, described) = (function.rows as usize, function.contexts.len());
    ensure!(rows > 0, "has no row of counters");
    let is_split = described > 0 || rows != 1;
    ensure!(
        !is_split || described + usize::from(function.default_row) == rows,
        "describes {described} contexts for {rows} rows"
    );
    Ok(())
}

pub(super) fn place(place: layout::Place, texts: &Texts) -> Result<Place> {
    Ok(Place::new(
        text(place.file, texts)?,
        place.line,
        place.column,
    ))
}

fn site(words: &mut Words, texts: &Texts) -> Result<Site> {
    let site: layout::Edge = words.take()?;
    Ok(Site {
        kind: SiteKind::of(site.kind),
        counter: Some(site.counter).filter(|c| *c != layout::NO_COUNTER),
        source: place(site.source, texts)?,
        target: place(site.target, texts)?,
        case: optional(site.label, texts)?,
        discriminator: None,
    })
}

fn call(words: &mut Words, texts: &Texts) -> Result<CallSite> {
    let call: layout::Caller = words.take()?;
    Ok(CallSite {
        function: text(call.function, texts)?,
        place: place(call.place, texts)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{assert_damage_is_survived, kept, padded, refusal};

    fn record(name: &str, address: u64, sites: &[[u32; 4]]) -> Vec<u8> {
        let texts = padded(format!("\0{name}\0a.c\0").as_bytes(), layout::ALIGN);
        let length = layout::HEADER + texts.len() + sites.len() * layout::EDGE + layout::CONTEXT;
        let default_row = layout::DEFAULT_ROW;
        let mut out = Vec::new();
        let mut words = |words: &[u32]| out.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        words(&[layout::MAGIC, length as u32, address as u32, 0, 0, 0, 0, 0]);
        words(&[2, 2, default_row, sites.len() as u32, 1, 0, 3]);
        out.extend(texts);
        let mut words = |words: &[u32]| out.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        for (index, [line, column, to_line, to_column]) in sites.iter().enumerate() {
            let counter = if index == 0 { 1 } else { layout::NO_COUNTER };
            words(&[
                layout::KIND_BRANCH,
                counter,
                2,
                *line,
                *column,
                0,
                *to_line,
                *to_column,
                0,
            ]);
        }
        words(&[1, 2, 8, 4]);
        out
    }

    fn section() -> Vec<u8> {
        let first = record("f", 0x1001, &[[3, 5, 0, 0], [4, 1, 7, 2]]);
        [
            first,
            vec![0; 8],
            record("gone", 0, &[]),
            record("g", 0x1003, &[[9, 9, 9, 9]]),
        ]
        .concat()
    }

    #[test]
    fn records_say_what_counters_stand_for() {
        let found = parse(&section(), &kept).unwrap();
        let names: Vec<_> = found.iter().map(|f| (f.name.as_str(), f.start)).collect();
        assert_eq!(names, [("f", 0x1001), ("g", 0x1003)]);
        assert_eq!(found[0].sites[0].to_string(), "a.c:3:5 -> ? (branch)");
        let counters: Vec<_> = found[0].sites.iter().map(|s| s.counter).collect();
        assert_eq!(counters, [Some(1), None]);
        assert_eq!((found[0].len(), found[0].record), (4, None));
        let caller = &found[0].contexts[0];
        assert_eq!((caller.function.as_str(), caller.place.line), ("f", 8));
    }

    #[test]
    fn sites_of_the_same_words_are_numbered() {
        let data = record("f", 1, &[[3, 5, 0, 0], [4, 1, 7, 2], [3, 5, 0, 0]]);
        let sites = &parse(&data, &kept).unwrap()[0].sites;
        let numbers: Vec<_> = sites.iter().map(|s| s.discriminator).collect();
        assert_eq!(numbers, [Some(1), None, Some(2)]);
        assert_eq!(sites[2].to_string(), "a.c:3:5 -> ? (branch) #2");
    }

    #[test]
    fn errors_name_the_offset() {
        let mut data = section();
        let second = record("f", 0x1001, &[[0; 4], [0; 4]]).len() + 8;
        data[second] = b'x';
        let error = refusal(parse(&data, &kept));
        assert!(error.contains(&format!("offset {second}")), "{error}");
        let mut data = record("f", 1, &[[0; 4]]);
        data[44..48].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = refusal(parse(&data, &kept));
        assert!(
            error.contains("too short for its 4294967295 sites"),
            "{error}"
        );
        let mut data = record("f", 1, &[[0; 4]]);
        data[36..40].copy_from_slice(&7u32.to_le_bytes());
        let error = refusal(parse(&data, &kept));
        assert!(error.contains("1 contexts for 7 rows"), "{error}");
        data[32..36].copy_from_slice(&1u32.to_le_bytes());
        let error = refusal(parse(&data, &kept));
        assert!(error.contains("counter 1 of 1"), "{error}");
        let old = [layout::OLD_MAGICS[0].to_le_bytes(), [0; 4]].concat();
        let error = refusal(parse(&old, &kept));
        assert!(error.contains("older fz"), "{error}");
    }

    #[test]
    fn few_bytes_do_not_speak_of_billions_of_counters() {
        let of = |kind: u32, row: u32| {
            let mut data = record("f", 1, &[[0; 4], [0; 4]]);
            let site = data.len() - layout::CONTEXT - 2 * layout::EDGE;
            data[site..site + 4].copy_from_slice(&kind.to_le_bytes());
            data[32..36].copy_from_slice(&row.to_le_bytes());
            check_positions(&parse(&data, &kept).unwrap())
        };
        of(layout::KIND_ENTRY, 1 << 20).unwrap();
        of(layout::KIND_BRANCH, u32::MAX).unwrap();
        let error = of(layout::KIND_ENTRY, u32::MAX).unwrap_err().to_string();
        assert_eq!(error, "says that its edges have 8589934592 counters");
    }

    /// Every truncation and every changed byte is read or refused, never a panic.
    #[test]
    fn broken_sections_are_refused_in_words() {
        let data = section();
        assert_damage_is_survived(&data, |data| parse(data, &kept));
    }
}
