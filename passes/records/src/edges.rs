//! What each counter stands for.

use std::{collections::HashMap, fmt};

use serde::{Deserialize, Serialize};

use crate::{Address, Place, Record};

/// The counters of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct FunctionEdges {
    /// The function's symbol.
    #[serde(with = "crate::names::text")]
    pub name: String,
    /// Its first counter.
    pub start: Address,
    /// Counters in a row.
    pub row: u32,
    /// Rows in the image, one behind the other: at least 1.
    pub rows: u32,
    /// Whether the first row counts calls of unknown context; otherwise every row belongs to a call site.
    pub default_row: bool,
    /// The edges before pruning, counted or not.
    pub sites: Vec<Site>,
    /// The callers that the rows are for, without the default row.
    pub contexts: Vec<CallSite>,
    /// Its record in `__fz_functions` ([`fz_abi::contexts::Function`]): the runtime lays out more rows.
    pub record: Address,
    /// Its first record in `__fz_calls` ([`fz_abi::contexts::Call`]).
    pub first_call: Address,
    /// What these records call.
    pub calls: Vec<CallSite>,
}

/// A call, by the function at its other end.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct CallSite {
    #[serde(with = "crate::names::text")]
    pub function: String,
    pub place: Place,
}

/// An edge, counted or not.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Site {
    pub kind: SiteKind,
    pub source: Place,
    /// Of a guard's edge the operation's own place.
    pub target: Place,
    /// Of a switch's edge: the case's value, or `default`. Of a guard's: the guard's name.
    #[serde(with = "crate::names::text_or_none")]
    pub case: Option<String>,
    /// The counter, of those in a row, that counts it, alone or with edges that execute equally often. `None`: others
    /// together tell how often it ran.
    pub counter: Option<u32>,
    /// 1, 2, … in the order of the function's edges, if others have the same kind and places. Not written.
    #[serde(skip_deserializing, skip_serializing_if = "crate::names::is_record")]
    pub discriminator: Option<u32>,
}

/// What an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteKind {
    /// A function's entry.
    Entry,
    /// One way of a two-way branch.
    Branch,
    Switch,
    /// A call that may throw returned.
    Return,
    /// Into a landing pad, from any call.
    Unwind,
    /// To a target of a computed goto or of an `asm goto`.
    Indirect,
    /// To a guard block, wherever the guard is checked: an operation was out of range.
    Guard,
    /// The other way of a guard's branch.
    GuardHeld,
    /// Nothing was decided: a call that need not return did, or many ways met.
    Passed,
}

impl SiteKind {
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
        }
    }
}

impl Site {
    /// The place and name of the guard whose edge it is. Copies of one operation, in inlined functions and in
    /// templates, have the same.
    pub fn guard(&self) -> Option<(&Place, &str)> {
        match self.kind {
            SiteKind::Guard | SiteKind::GuardHeld => {
                Some((&self.target, self.case.as_deref().unwrap_or_default()))
            }
            _ => None,
        }
    }
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

impl FunctionEdges {
    /// Bytes of counters in the image.
    pub fn len(&self) -> u64 {
        u64::from(self.row) * u64::from(self.rows)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Record for FunctionEdges {
    const SECTION: &'static str = ".debug_fz_edges";
    const MAGIC: [u8; 4] = *b"FZE4";

    fn is_there(&self) -> bool {
        self.start != Address::None
    }

    fn check(&mut self) -> Result<(), String> {
        let (row, rows, described) = (self.row, self.rows as usize, self.contexts.len());
        let mut counters = self.sites.iter().filter_map(|s| s.counter);
        if let Some(counter) = counters.find(|counter| *counter >= row) {
            return Err(format!("names counter {counter} of {row}"));
        }
        let is_split = described > 0 || rows != 1;
        match rows {
            0 => Err("has no row of counters".to_owned()),
            _ if is_split && described + usize::from(self.default_row) != rows => {
                Err(format!("describes {described} contexts for {rows} rows"))
            }
            _ => {
                discriminate(&mut self.sites);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        all,
        frame::{assert_damage_is_survived, kept, linked},
    };

    fn function(name: &str, places: &[[u32; 4]]) -> FunctionEdges {
        let sites = places.iter().zip(0..).map(|(at, number)| {
            let [line, column, to_line, to_column] = *at;
            let file = if to_line > 0 { "a.c" } else { "" };
            Site {
                kind: SiteKind::Branch,
                source: Place::new("a.c", line, column),
                target: Place::new(file, to_line, to_column),
                case: None,
                counter: (number == 0).then_some(1),
                discriminator: None,
            }
        });
        FunctionEdges {
            name: name.to_owned(),
            start: Address::Of(format!("counters.{name}")),
            row: 2,
            rows: 2,
            default_row: true,
            sites: sites.collect(),
            contexts: vec![CallSite {
                function: "f".to_owned(),
                place: Place::new("a.c", 8, 4),
            }],
            ..FunctionEdges::default()
        }
    }

    fn section() -> Vec<u8> {
        let address = |symbol: &str| match symbol {
            "counters.f" => 0x1001,
            "counters.g" => 0x1003,
            _ => 0,
        };
        let of = |name, places: &[_]| linked(&function(name, places), address);
        let (f, gone) = (of("f", &[[3, 5, 0, 0], [4, 1, 7, 2]]), of("gone", &[]));
        [f, vec![0; 8], gone, of("g", &[[9; 4]])].concat()
    }

    #[test]
    fn records_say_what_counters_stand_for() {
        let found: Vec<FunctionEdges> = all(&section(), &kept).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|f| (f.name.as_str(), f.start.at()))
            .collect();
        assert_eq!(names, [("f", 0x1001), ("g", 0x1003)]);
        assert_eq!(found[0].sites[0].to_string(), "a.c:3:5 -> ? (branch)");
        let counters: Vec<_> = found[0].sites.iter().map(|s| s.counter).collect();
        assert_eq!(counters, [Some(1), None]);
        assert_eq!((found[0].len(), &found[0].record), (4, &Address::None));
        let caller = &found[0].contexts[0];
        assert_eq!((caller.function.as_str(), caller.place.line), ("f", 8));
    }

    #[test]
    fn sites_of_the_same_words_are_numbered() {
        let of = function("f", &[[3, 5, 0, 0], [4, 1, 7, 2], [3, 5, 0, 0]]);
        let found: Vec<FunctionEdges> = all(&linked(&of, |_| 1), &kept).unwrap();
        let sites = &found[0].sites;
        let numbers: Vec<_> = sites.iter().map(|s| s.discriminator).collect();
        assert_eq!(numbers, [Some(1), None, Some(2)]);
        assert_eq!(sites[2].to_string(), "a.c:3:5 -> ? (branch) #2");
    }

    #[test]
    fn what_does_not_hold_together_is_refused() {
        let of = |change: &dyn Fn(&mut FunctionEdges)| {
            let mut function = function("f", &[[1; 4]]);
            change(&mut function);
            let read: Result<Vec<FunctionEdges>, _> = all(&linked(&function, |_| 1), &kept);
            read.unwrap_err()
        };
        assert!(of(&|f| f.rows = 7).contains("1 contexts for 7 rows"));
        assert!(of(&|f| f.row = 1).contains("counter 1 of 1"));
        assert!(of(&|f| f.rows = 0).contains("no row"));
    }

    #[test]
    fn damage_is_survived() {
        assert_damage_is_survived::<FunctionEdges>(&section());
    }
}
