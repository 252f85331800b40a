//! What a program's counters stand for, under names that are the same in every build of one source.
//!
//! A [`key`](Identity::key) is made of a kind, a function, a text, the text's number among equal ones in the function, and
//! an outcome: never of a line's number or a directory's name, so that an edit changes the keys of its own function alone.
//! A function is its symbol; where the symbol is local to a unit, also the base name of its file; and where a program has
//! several of these, their files' paths below the folder that these files have in common.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use xxhash_rust::xxh3::Xxh3;

pub use crate::program::Place;
use crate::program::{FunctionEdges, Image, Map, SiteKind};

/// What can be reached. The numbers are those of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Function = 1,
    Line = 2,
    /// A condition came out in one of its ways.
    Outcome = 3,
    Edge = 4,
    /// An operation was out of range.
    Guard = 5,
}

pub const KINDS: [(Kind, &str); 5] = [
    (Kind::Function, "function"),
    (Kind::Line, "line"),
    (Kind::Outcome, "outcome"),
    (Kind::Edge, "edge"),
    (Kind::Guard, "guard"),
];

impl Kind {
    pub fn of(number: i64) -> Option<Kind> {
        let mut kinds = KINDS.iter().map(|(kind, _)| *kind);
        kinds.find(|kind| *kind as i64 == number)
    }

    pub fn name(self) -> &'static str {
        let found = KINDS.iter().find(|(kind, _)| *kind == self);
        found.expect("every kind is in the table").1
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
    pub place: Option<Place>,
    /// The macro that it comes from; the place is where that is used.
    pub expansion: Option<String>,
    /// Of a condition or a line, without superfluous space; of an edge its kind, of a guard its name.
    pub text: String,
    /// Of a condition's outcome: `true`, `false`, a case. Of an edge: the case.
    pub outcome: String,
    /// 0, 1, … among equal texts of the function.
    pub nth: u32,
    pub is_unstable: bool,
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
        };
        (catalogue, numbers)
    }

    /// Whether inputs of both can stand in one store without changes.
    pub fn is_same(&self, other: &Catalogue) -> bool {
        let keys = |c: &Catalogue| c.identities.iter().map(|i| i.key).collect::<Vec<_>>();
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

fn order(i: &Identity) -> impl Ord + '_ {
    let place = i.place.as_ref().map(|p| (&p.file, p.line, p.column));
    (
        i.function,
        place,
        i.kind,
        &i.text,
        i.nth,
        &i.outcome,
        &i.expansion,
        i.key,
    )
}

/// A program's catalogue, and which of its map's positions count what.
#[derive(Debug)]
pub struct Program {
    pub catalogue: Catalogue,
    pub map: Map,
    /// By identity: positions in the map. It was reached if any of them is not 0.
    pub counters: Vec<Vec<u32>>,
}

impl Program {
    /// Of the images that are in a program's map, the executable first ([`crate::program::with_libraries`]).
    pub fn of(images: &[Image]) -> Program {
        let map = Map::of(images);
        let mut found = Found::default();
        let parts: Vec<Part> = images
            .iter()
            .enumerate()
            .flat_map(|(image, i)| i.edges.iter().map(move |edges| Part { image, edges }))
            .collect();
        let all = parts.iter().flat_map(|p| files(p.edges));
        let root = common_folder(all.filter(|f| f.starts_with('/') && !is_of_system(f)));
        let functions = name(&parts, &root);
        for (part, function) in parts.iter().zip(&functions) {
            found.add(part, *function, &map, images, &root);
        }
        let functions = functions.iter().zip(&parts);
        let functions = functions
            .map(|(key, part)| Function {
                key: *key,
                symbol: part.edges.name.clone(),
                file: below(&root, part.file()).to_owned(),
            })
            .collect();
        let (catalogue, numbers) = Catalogue::of(root, functions, found.identities);
        let mut counters = vec![Vec::new(); catalogue.identities.len()];
        for (number, positions) in numbers.into_iter().zip(found.counters) {
            counters[number].extend(positions);
        }
        for positions in &mut counters {
            positions.sort_unstable();
            positions.dedup();
        }
        Program {
            catalogue,
            map,
            counters,
        }
    }
}

/// A function as one image has it.
struct Part<'a> {
    image: usize,
    edges: &'a FunctionEdges,
}

impl Part<'_> {
    /// The file that it is written in.
    fn file(&self) -> &str {
        files(self.edges).next().unwrap_or_default()
    }
}

/// The files of a function's edges, that of its entry first.
fn files(edges: &FunctionEdges) -> impl Iterator<Item = &str> {
    let places = edges.sites.iter().flat_map(|s| [&s.target, &s.source]);
    places.map(|p| p.file.as_str()).filter(|f| !f.is_empty())
}

/// The key of each function.
fn name(parts: &[Part], root: &str) -> Vec<u64> {
    let mut by_symbol: HashMap<(usize, &str), BTreeSet<&str>> = HashMap::new();
    for part in parts {
        let files = by_symbol.entry((part.image, &part.edges.name));
        files.or_default().insert(below(root, part.file()));
    }
    let key = |part: &Part| {
        let files = &by_symbol[&(part.image, part.edges.name.as_str())];
        let file = below(root, part.file());
        // A name that several files of one image have is local to each.
        let file = match files.len() {
            1 => "",
            _ if files.iter().filter(|f| base(f) == base(file)).count() == 1 => base(file),
            _ => below(&common_folder(files.iter().copied()), file),
        };
        key(&["function", &part.edges.name, file])
    };
    parts.iter().map(key).collect()
}

#[derive(Default)]
struct Found {
    identities: Vec<Identity>,
    counters: Vec<Vec<u32>>,
    functions: usize,
}

impl Found {
    /// `function`: its key. Identities name it by the number of the part.
    fn add(&mut self, part: &Part, function: u64, map: &Map, images: &[Image], root: &str) {
        let number = self.functions;
        self.functions += 1;
        let rows = Rows::of(part, map, images);
        let mut seen: HashMap<(Kind, String, String), u32> = HashMap::new();
        for site in &part.edges.sites {
            let (kind, text, outcome) = match site.kind {
                SiteKind::Entry => (Kind::Function, String::new(), String::new()),
                SiteKind::Guard => (
                    Kind::Guard,
                    site.case.clone().unwrap_or_default(),
                    String::new(),
                ),
                other => (
                    Kind::Edge,
                    other.name().to_owned(),
                    site.case.clone().unwrap_or_default(),
                ),
            };
            let nth = seen
                .entry((kind, text.clone(), outcome.clone()))
                .or_insert(0);
            let this = *nth;
            *nth += 1;
            let counters = match (kind, site.counter) {
                // Whatever counts there, the function runs.
                (Kind::Function, _) => rows.all(),
                (_, Some(counter)) => rows.of_counter(counter),
                (_, None) => continue,
            };
            let place = [&site.target, &site.source]
                .into_iter()
                .find(|p| p.line > 0);
            self.identities.push(Identity {
                key: identity_key(kind, function, &text, this, &outcome),
                kind,
                function: number,
                place: place.map(|p| Place {
                    file: below(root, &p.file).to_owned(),
                    ..p.clone()
                }),
                expansion: None,
                text,
                outcome,
                nth: this,
                is_unstable: false,
            });
            self.counters.push(counters);
        }
    }
}

/// Where the rows of a function's counters are in the map.
struct Rows {
    starts: Vec<u64>,
    row: u32,
}

impl Rows {
    fn of(part: &Part, map: &Map, images: &[Image]) -> Rows {
        let Part { image, edges } = part;
        let row = u64::from(edges.row);
        let at = map.places[*image].start + (edges.start - images[*image].start);
        let laid_out = (0..u64::from(edges.rows)).map(|n| at + n * row);
        let mine = map.rows.iter().filter(|r| {
            r.image == *image && Some(images[*image].takers[r.taker].address) == edges.record
        });
        let at_start = mine.flat_map(|r| (r.start..r.end()).step_by(r.counters.max(1) as usize));
        Rows {
            starts: laid_out.chain(at_start).collect(),
            row: edges.row,
        }
    }

    fn of_counter(&self, counter: u32) -> Vec<u32> {
        let starts = self.starts.iter();
        starts.map(|s| (s + u64::from(counter)) as u32).collect()
    }

    fn all(&self) -> Vec<u32> {
        (0..self.row).flat_map(|c| self.of_counter(c)).collect()
    }
}

fn identity_key(kind: Kind, function: u64, text: &str, nth: u32, outcome: &str) -> u64 {
    let (function, nth) = (format!("{function:016x}"), nth.to_string());
    key(&[kind.name(), &function, text, &nth, outcome])
}

fn key(parts: &[&str]) -> u64 {
    let mut hash = Xxh3::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update(&[0]);
    }
    hash.digest()
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Headers of the system are where they are, whatever the program.
fn is_of_system(path: &str) -> bool {
    path.starts_with("/usr/")
}

/// The folder that files have in common.
fn common_folder<'a>(files: impl Iterator<Item = &'a str>) -> String {
    let mut common: Option<Vec<&str>> = None;
    for file in files {
        let folder = file.rsplit_once('/').map(|(folder, _)| folder);
        let parts: Vec<&str> = folder.into_iter().flat_map(|f| f.split('/')).collect();
        common = Some(match common {
            None => parts,
            Some(mut known) => {
                let same = known.iter().zip(&parts).take_while(|(a, b)| a == b).count();
                known.truncate(same);
                known
            }
        });
    }
    common.unwrap_or_default().join("/")
}

fn below<'a>(root: &str, path: &'a str) -> &'a str {
    let rest = path.strip_prefix(root).and_then(|p| p.strip_prefix('/'));
    rest.filter(|_| !root.is_empty()).unwrap_or(path)
}
