//! What a program's counters stand for, under names that are the same in every build of one source.
//!
//! A [`key`](Identity::key) is made of a kind, a function, a text, the text's number among equal ones in the function, and
//! an outcome: never of a line's number or a directory's name, so that an edit changes the keys of its own function alone.
//! A function is its symbol; where the symbol is local to a unit, also the base name of its file; and where a program has
//! several of these, their files' paths below the folder that these files have in common.

mod names;
mod own;
mod program;

use std::collections::{BTreeMap, HashMap};

pub use fz_binary::Place;
pub use names::{below, beneath, is_file};
pub use program::{Area, Counted, Outcomes, Program};

use super::decisions::Decision;

/// What can be reached. The numbers are those of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Function = 1,
    /// A part of the source that runs as one: a statement, a condition, an arm; a line of the refactored text.
    Region = 2,
    /// A condition came out in one of its ways.
    Outcome = 3,
    Edge = 4,
    /// An operation was out of range.
    Guard = 5,
    /// A function was called by name from one place, which others may call without naming it.
    Call = 6,
    /// A line of the source. No store has it: [`super::lines`] makes it of what stands there.
    Line = 7,
    /// A block ran beyond a call. Nobody counts these: [`super::flow`] needs them.
    Passed = 8,
}

/// What is counted.
pub const KINDS: [(Kind, &str); 7] = [
    (Kind::Function, "function"),
    (Kind::Line, "line"),
    (Kind::Region, "region"),
    (Kind::Outcome, "outcome"),
    (Kind::Edge, "edge"),
    (Kind::Guard, "guard"),
    (Kind::Call, "call"),
];

impl Kind {
    /// By the number that a store has.
    pub fn of(number: i64) -> Option<Kind> {
        let kinds = KINDS.iter().map(|(kind, _)| *kind);
        let mut kinds = kinds.chain([Kind::Passed]);
        kinds.find(|kind| *kind as i64 == number && *kind != Kind::Line)
    }

    /// What it is called in keys, which stay the same for ever.
    fn key_name(self) -> &'static str {
        match self {
            Kind::Region => "line",
            other => other.name(),
        }
    }

    pub fn name(self) -> &'static str {
        let found = KINDS.iter().find(|(kind, _)| *kind == self);
        found.map_or("passed", |(_, name)| *name)
    }

    /// What several are called.
    pub fn plural(self) -> String {
        format!("{}s", self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub key: u64,
    pub symbol: String,
    /// Below [`Catalogue::root`] if it is there; empty: unknown.
    pub file: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub key: u64,
    pub kind: Kind,
    /// In [`Catalogue::functions`].
    pub function: usize,
    /// In the source; of what comes from a macro, where that is used.
    pub place: Option<Place>,
    /// Of a region: line and column behind it.
    pub end: Option<(u32, u32)>,
    /// Where the macro's definition has it, or where a case's label stands; `None`: at the place.
    pub spelled: Option<Place>,
    /// The outermost macro that it comes from.
    pub expansion: Option<String>,
    /// Of a condition or a line, without superfluous space; of an edge its kind, of a guard its name, of a
    /// call the callee's symbol.
    pub text: String,
    /// Of a condition's outcome: `true`, `false`, a case. Of an edge: the case.
    pub outcome: String,
    /// 0, 1, … among equal texts of the function.
    pub nth: u32,
    pub is_unstable: bool,
}

impl Identity {
    /// Of the source; 0: unknown.
    pub fn line(&self) -> u32 {
        self.place.as_ref().map_or(0, |p| p.line)
    }

    /// Orders the outcomes of a condition: `true` before `false`, as everybody has it, and cases as the source has them.
    pub fn outcome_order(&self) -> impl Ord + '_ {
        let label = self.spelled.as_ref().map(|p| (p.line, p.column));
        let is_case = self.outcome != "true" && self.outcome != "false";
        let place = label.filter(|_| is_case);
        (
            self.outcome != "true",
            place.unwrap_or((u32::MAX, 0)),
            &self.outcome,
        )
    }
}

/// What a file said when a unit was made of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// Below [`Catalogue::root`] if it is there.
    pub file: String,
    /// XXH3, 64 bits, in hexadecimal digits.
    pub hash: String,
}

/// All that can be reached in a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    /// The folder that sources have in common, as the compiler was told it; may be empty.
    pub root: String,
    /// Sorted by file, symbol, key.
    pub functions: Vec<Function>,
    /// Sorted by function, place, kind and what else there is: neighbours tend to be reached by the same inputs.
    pub identities: Vec<Identity>,
    /// Sorted. Of one file several, if builds differ.
    pub sources: Vec<Source>,
    /// Sorted by key. Only builds that record evaluations have any.
    pub decisions: Vec<Decision>,
}

impl Catalogue {
    /// Sorts everything, joins what has one key, and says which number each identity has now.
    pub fn of(
        root: String,
        functions: Vec<Function>,
        identities: Vec<Identity>,
    ) -> (Catalogue, Vec<usize>) {
        let mut by_key: BTreeMap<u64, Function> = BTreeMap::new();
        let old: Vec<u64> = functions.iter().map(|f| f.key).collect();
        for function in functions {
            let known = by_key
                .entry(function.key)
                .or_insert_with(|| function.clone());
            if (&function.file, &function.symbol) < (&known.file, &known.symbol) {
                *known = function;
            }
        }
        let mut functions: Vec<Function> = by_key.into_values().collect();
        functions.sort_by(|a, b| (&a.file, &a.symbol, a.key).cmp(&(&b.file, &b.symbol, b.key)));
        let places: HashMap<u64, usize> =
            functions.iter().zip(0..).map(|(f, n)| (f.key, n)).collect();

        let keys: Vec<u64> = identities.iter().map(|i| i.key).collect();
        let mut by_key: BTreeMap<u64, Identity> = BTreeMap::new();
        for mut identity in identities {
            identity.function = places[&old[identity.function]];
            match by_key.get_mut(&identity.key) {
                None => drop(by_key.insert(identity.key, identity)),
                Some(known) => {
                    let unstable = known.is_unstable || identity.is_unstable;
                    if order(&identity) < order(known) {
                        *known = identity;
                    }
                    known.is_unstable = unstable;
                }
            }
        }
        let mut identities: Vec<Identity> = by_key.into_values().collect();
        identities.sort_by(|a, b| order(a).cmp(&order(b)));
        let places: HashMap<u64, usize> = identities
            .iter()
            .zip(0..)
            .map(|(i, n)| (i.key, n))
            .collect();
        let numbers = keys.iter().map(|key| places[key]).collect();
        let catalogue = Catalogue {
            root,
            functions,
            identities,
            sources: Vec::new(),
            decisions: Vec::new(),
        };
        (catalogue, numbers)
    }

    /// Whether inputs of both can stand in one store without changes.
    pub fn is_same(&self, other: &Catalogue) -> bool {
        let keys = |c: &Catalogue| {
            let identities = c.identities.iter().map(|i| i.key);
            let decisions = c.decisions.iter().map(|d| d.key);
            identities.chain(decisions).collect::<Vec<_>>()
        };
        keys(self) == keys(other)
    }

    /// The path of a file of it.
    pub fn path(&self, file: &str) -> String {
        match self.root.is_empty() || file.is_empty() || file.starts_with('/') {
            true => file.to_owned(),
            false => format!("{}/{file}", self.root),
        }
    }
}

/// The key of a line by those of what stands in it.
pub fn line_key(members: impl Iterator<Item = u64>) -> u64 {
    let mut members: Vec<String> = members.map(|key| format!("{key:016x}")).collect();
    members.sort_unstable();
    let parts = std::iter::once("line of").chain(members.iter().map(String::as_str));
    names::key(&parts.collect::<Vec<_>>())
}

fn order(i: &Identity) -> impl Ord + '_ {
    let place = i.place.as_ref().map(|p| (&p.file, p.line, p.column));
    (
        i.function,
        place,
        i.kind,
        &i.text,
        i.nth,
        &i.outcome,
        (
            &i.expansion,
            i.spelled.as_ref().map(|p| (&p.file, p.line, p.column)),
            i.end,
        ),
        i.key,
    )
}
