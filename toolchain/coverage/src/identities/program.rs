//! What the records of a program's images say of its counters.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use fz_binary::{FunctionCoverage, FunctionEdges, Image, Map, Place, SiteKind};

use super::own;
use super::{
    Catalogue, Function, Identity, Kind, Source,
    names::{
        base, below, beneath, common_folder, is_file, is_of_system, key, normalised, unnumbered,
    },
};
use crate::decisions::{self, Decision};

/// A program's catalogue, and which of its map's positions count what.
#[derive(Debug)]
pub struct Program {
    pub catalogue: Catalogue,
    pub map: Map,
    /// By identity: positions in the map. It was reached if any of them is not 0.
    pub counters: Vec<Vec<u32>>,
    /// Where evaluations of decisions stand, in the order of the map.
    pub areas: Vec<Area>,
    /// What stands for conditions and counters, by the function's image and the address of its first counter there.
    pub counted: HashMap<(usize, u64), Counted>,
}

/// Where the evaluations of a decision are kept ([`fz_abi::decisions`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area {
    /// In the map.
    pub start: u64,
    /// In the catalogue.
    pub decision: usize,
    /// How many evaluations it has.
    pub ways: u64,
}

/// What stands for the conditions and counters of a function.
#[derive(Debug)]
pub struct Counted {
    /// The function's number in the catalogue.
    pub function: usize,
    pub outcomes: Outcomes,
    /// By counter of the row: the identity that is reached if it counts.
    pub counters: HashMap<u32, usize>,
}

/// By condition, in the order of the function's record, and by outcome: the identity.
pub type Outcomes = Vec<Vec<Option<usize>>>;

impl Program {
    /// Of the images that are in a program's map, the executable first ([`fz_binary::with_libraries`]).
    pub fn of(images: &[Image]) -> Program {
        let map = Map::of(images);
        let mut found = Found::default();
        let mut parts = Vec::new();
        let tells = images.iter().any(|i| !i.coverage.is_empty());
        for (image, i) in images.iter().enumerate() {
            let told: HashMap<u64, &FunctionCoverage> =
                i.coverage.iter().map(|c| (c.start.at(), c)).collect();
            let of_functions = i.edges.iter().map(|edges| Part {
                image,
                edges,
                coverage: told.get(&edges.start.at()).copied(),
            });
            // Beside units that tell, a function that does not is of a unit that nothing is known of.
            let of_units = of_functions.filter(|p| !tells || p.coverage.is_some());
            parts.extend(of_units.filter(|part| !part.is_nobodys()));
        }
        let all = parts.iter().flat_map(Part::files);
        let root = common_folder(all.filter(|f| f.starts_with('/') && !is_of_system(f)));
        let functions = name(&parts, &root);
        let whole = whole(&parts);
        found.indirect = indirect(&parts);
        let mut seen: HashMap<usize, Seen> = HashMap::new();
        for (part, whole) in parts.iter().zip(&whole) {
            let seen = seen.entry(*whole);
            let seen = seen.or_insert_with(|| Seen::of(functions[*whole]));
            seen.begin();
            found.add(part, seen, &map, images, &root);
        }
        let functions = whole
            .iter()
            .map(|whole| Function {
                key: functions[*whole],
                symbol: parts[*whole].edges.name.clone(),
                file: below(&root, parts[*whole].file()).to_owned(),
            })
            .collect();
        let (mut catalogue, numbers) = Catalogue::of(root, functions, found.identities);
        for counted in found.counted.values_mut() {
            let outcomes = counted.outcomes.iter_mut().flatten().flatten();
            for number in outcomes.chain(counted.counters.values_mut()) {
                *number = numbers[*number];
                counted.function = catalogue.identities[*number].function;
            }
        }
        let areas = take_decisions(&found.decisions, &mut catalogue);
        // Without any, nobody can say what of it ran.
        found.counted.retain(|_, c| !c.counters.is_empty());
        catalogue.sources = sources(images, &catalogue);
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
            areas,
            counted: found.counted,
        }
    }
}

/// What the files said that units were made of, as far as anything stands in them.
fn sources(images: &[Image], catalogue: &Catalogue) -> Vec<Source> {
    let named: HashSet<&str> = catalogue
        .identities
        .iter()
        .flat_map(|i| [&i.place, &i.spelled])
        .flatten()
        .map(|place| place.file.as_str())
        .collect();
    let records = images.iter().flat_map(|image| &image.records);
    let files = records.flat_map(|record| &record.files);
    let sources = files.map(|(path, hash)| Source {
        file: below(&catalogue.root, path).to_owned(),
        hash: hash.clone(),
    });
    let known: BTreeSet<Source> = sources
        .filter(|source| named.contains(source.file.as_str()))
        .collect();
    known.into_iter().collect()
}

/// What decisions are called in keys, beside [`Kind::key_name`]s.
const DECISION: &str = "decision";

/// What LLVM appends to a coroutine's symbol for what runs after its first suspension.
const COROUTINE: [&str; 3] = [".resume", ".destroy", ".cleanup"];

/// A function as one image has it.
struct Part<'a> {
    image: usize,
    edges: &'a FunctionEdges,
    coverage: Option<&'a FunctionCoverage>,
}

impl<'a> Part<'a> {
    /// The file that it is written in; empty: unknown.
    fn file(&self) -> &'a str {
        self.files().next().unwrap_or_default()
    }

    /// All files that are known, that first.
    fn files(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let sites = self.edges.sites.iter().flat_map(|s| [&s.target, &s.source]);
        let own = self.coverage.map(|c| c.file.as_str());
        let all = own.into_iter().chain(sites.map(|p| p.file.as_str()));
        all.filter(|f| is_file(f))
    }

    /// Where it begins.
    fn place(&self, root: &str) -> Option<Place> {
        let told = self.coverage.filter(|c| c.line > 0);
        told.map(|c| Place::new(below(root, &c.file), c.line, 1))
    }

    /// Nobody wrote the function.
    fn is_implicit(&self) -> bool {
        self.coverage.is_some_and(|c| c.implicit) || own::is_compilers(&self.edges.name)
    }

    /// fz's own; or the compiler's, where it has nothing of the source.
    fn is_nobodys(&self) -> bool {
        let mut sites = self.edges.sites.iter().flat_map(|s| [&s.target, &s.source]);
        let tells =
            |c: &FunctionCoverage| c.line > 0 || !c.conditions.is_empty() || !c.lines.is_empty();
        let has_source = self.coverage.is_some_and(tells) || sites.any(|place| place.line > 0);
        let name = &self.edges.name;
        own::is_function(name) || (!has_source && own::is_compilers(name))
    }
}

/// For each part the one that has the beginning of its function: of a coroutine LLVM makes several functions.
fn whole(parts: &[Part]) -> Vec<usize> {
    let named = |part: &Part, name: &str| (part.image, name.to_owned(), part.file().to_owned());
    let known: HashMap<_, usize> = parts
        .iter()
        .zip(0..)
        .map(|(part, number)| (named(part, &part.edges.name), number))
        .collect();
    let begin = |part: &Part| {
        let begin = COROUTINE
            .iter()
            .find_map(|rest| part.edges.name.strip_suffix(rest));
        begin.and_then(|name| known.get(&named(part, name)))
    };
    let parts = parts.iter().zip(0..);
    parts
        .map(|(part, number)| begin(part).copied().unwrap_or(number))
        .collect()
}

/// Functions of one image and file that would be called the same, by their lines and numbers.
type Alike<'a> = BTreeMap<(usize, &'a str, String), BTreeSet<(u32, Vec<u32>)>>;

/// What each function is called in its key: its symbol, where lambdas and the like are counted among those that would be
/// called the same, not in the whole unit.
fn symbols(parts: &[Part]) -> Vec<String> {
    let mut same = Alike::new();
    let counted = |part: &Part| {
        let (symbol, numbers) = unnumbered(&part.edges.name);
        let line = part.coverage.map_or(0, |c| c.line);
        (symbol, (line, numbers))
    };
    for part in parts {
        let (symbol, at) = counted(part);
        let group = same.entry((part.image, part.file(), symbol));
        group.or_default().insert(at);
    }
    let symbol = |part: &Part| {
        let (symbol, at) = counted(part);
        if at.1.is_empty() {
            return symbol;
        }
        let group = &same[&(part.image, part.file(), symbol.clone())];
        let number = group.range(..at).count();
        format!("{symbol} {number}")
    };
    parts.iter().map(symbol).collect()
}

/// The key of each function.
fn name(parts: &[Part], root: &str) -> Vec<u64> {
    let symbols = symbols(parts);
    let named = || parts.iter().zip(&symbols);
    // Without a record of its coverage nobody says so: a name that several files of one image have is local to each.
    let mut by_symbol: HashMap<(usize, &str), BTreeSet<&str>> = HashMap::new();
    for (part, symbol) in named() {
        let files = by_symbol.entry((part.image, symbol));
        files.or_default().insert(part.file());
    }
    let is_local = |part: &Part, symbol: &str| match part.coverage {
        Some(coverage) => coverage.local,
        None => by_symbol[&(part.image, symbol)].len() > 1,
    };
    let mut local: HashMap<(&str, &str), BTreeSet<&str>> = HashMap::new();
    for (part, symbol) in named().filter(|(p, symbol)| is_local(p, symbol)) {
        let file = below(root, part.file());
        let same = local.entry((symbol, base(file)));
        same.or_default().insert(file);
    }
    let key = |(part, symbol): (&Part, &String)| {
        let file = below(root, part.file());
        let files = is_local(part, symbol).then(|| &local[&(symbol.as_str(), base(file))]);
        let file = match files {
            None => "",
            Some(files) if files.len() == 1 => base(file),
            Some(files) => below(&common_folder(files.iter().copied()), file),
        };
        key(&["function", symbol, file])
    };
    named().map(key).collect()
}

/// The functions that are reached without being named, too: of these it tells more to be called by name from one place than
/// to be entered. Controlled compilation §V-B.
fn indirect<'a>(parts: &[Part<'a>]) -> HashSet<&'a str> {
    let told = || parts.iter().filter_map(|p| p.coverage);
    let known: HashSet<&str> = told().map(|c| c.name.as_str()).collect();
    let own = told().filter(|c| c.taken).map(|c| c.name.as_str());
    let calls = told().flat_map(|c| &c.calls).filter(|c| c.taken);
    let all = own.chain(calls.map(|c| c.callee.as_str()));
    all.filter(|name| known.contains(name)).collect()
}

#[derive(Default)]
struct Found<'a> {
    indirect: HashSet<&'a str>,
    identities: Vec<Identity>,
    counters: Vec<Vec<u32>>,
    counted: HashMap<(usize, u64), Counted>,
    functions: usize,
    /// Each with where its evaluations are kept: a place in the map, and how many there are.
    decisions: Vec<(Decision, Option<(u64, u64)>)>,
}

impl Found<'_> {
    /// Identities name the function by the number of the part.
    fn add(&mut self, part: &Part, seen: &mut Seen, map: &Map, images: &[Image], root: &str) {
        let number = self.functions;
        self.functions += 1;
        let rows = Rows::of(part, map, images);
        let mut by_counter: HashMap<u32, usize> = HashMap::new();
        for site in &part.edges.sites {
            let case = || site.case.clone().unwrap_or_default();
            let (kind, text, outcome) = match site.kind {
                // What it runs counts, where that was written.
                SiteKind::Entry if part.is_implicit() => {
                    (Kind::Passed, String::new(), String::new())
                }
                SiteKind::Entry => (Kind::Function, String::new(), String::new()),
                SiteKind::Guard => (Kind::Guard, case(), String::new()),
                // No decision: it only tells how far a block ran.
                SiteKind::Passed => (Kind::Passed, String::new(), String::new()),
                other => (Kind::Edge, other.name().to_owned(), case()),
            };
            let place = [&site.target, &site.source]
                .into_iter()
                .find(|p| p.line > 0);
            let mut place = place.map(|p| beneath(root, p));
            if kind == Kind::Function {
                place = part.place(root).or(place);
            }
            // Edges of one place differ from part to part of a coroutine.
            let spot = (kind == Kind::Function).then(Spot::default);
            let named = seen.name(kind.key_name(), &text, &[&outcome], spot);
            let counters = match (site.kind, site.counter) {
                // Whatever counts there, the function runs.
                (SiteKind::Entry, _) => rows.all(),
                (_, Some(counter)) => rows.positions(&[counter]),
                (_, None) => continue,
            };
            if let Some(counter) = site.counter {
                by_counter.entry(counter).or_insert(self.identities.len());
            }
            let identity = Identity {
                key: named.keys[0],
                kind,
                function: number,
                place,
                end: None,
                spelled: None,
                expansion: None,
                text,
                outcome,
                nth: named.nth,
                is_unstable: false,
            };
            self.push(identity, counters);
        }
        let mut outcomes = Outcomes::new();
        for condition in part.coverage.iter().flat_map(|c| &c.conditions) {
            outcomes.push(Vec::new());
            let text = normalised(&condition.text);
            let labels: Vec<&str> = condition
                .outcomes
                .iter()
                .map(|o| o.label.as_str())
                .collect();
            let spelled = &condition.spelled;
            if own::is_condition(&text, Some(&spelled.place)) {
                continue;
            }
            let written = spelled.in_macro.as_ref().map(|of| &of.written);
            let spot = Spot::of(condition.refactored, [Some(&spelled.place), written]);
            let named = seen.name(Kind::Outcome.key_name(), &text, &labels, Some(spot));
            let (expansion, place, in_macro) = match &spelled.in_macro {
                Some(of) => (Some(of.name.clone()), &of.written, Some(&spelled.place)),
                None => (None, &spelled.place, None),
            };
            for (outcome, key) in condition.outcomes.iter().zip(&named.keys) {
                let of_condition = outcomes.last_mut().expect("it was begun");
                // No code follows it: it only leads to `__builtin_unreachable()`.
                if outcome.counters.is_empty() {
                    of_condition.push(None);
                    continue;
                }
                let spelled = outcome.place.as_ref().or(in_macro).filter(|s| *s != place);
                let identity = Identity {
                    key: *key,
                    kind: Kind::Outcome,
                    function: number,
                    place: Some(beneath(root, place)).filter(|p| p.line > 0),
                    end: None,
                    spelled: spelled.map(|p| beneath(root, p)),
                    expansion: expansion.clone(),
                    text: text.clone(),
                    outcome: outcome.label.clone(),
                    nth: named.nth,
                    is_unstable: false,
                };
                of_condition.push(Some(self.identities.len()));
                self.push(identity, rows.positions(&outcome.counters));
            }
        }
        self.add_decisions(part, &outcomes, seen, (map, images), root);
        let counted = Counted {
            function: number,
            outcomes,
            counters: by_counter,
        };
        self.counted
            .insert((part.image, part.edges.start.at()), counted);
        for line in part.coverage.iter().flat_map(|c| &c.lines) {
            let text = normalised(&line.text);
            let spot = Spot::of(line.refactored, [Some(&line.place), None]);
            let named = seen.name(Kind::Region.key_name(), &text, &[""], Some(spot));
            let counters: Vec<u32> = line.places.concat();
            let identity = Identity {
                key: named.keys[0],
                kind: Kind::Region,
                function: number,
                place: Some(beneath(root, &line.place)).filter(|p| p.line > 0),
                end: line.end,
                spelled: None,
                expansion: line.in_macro.clone(),
                text,
                outcome: String::new(),
                nth: named.nth,
                is_unstable: false,
            };
            self.push(identity, rows.positions(&counters));
        }
        self.add_calls(part, number, &rows, seen, root);
    }

    /// `outcomes`: of the part's conditions.
    fn add_decisions(
        &mut self,
        part: &Part,
        outcomes: &Outcomes,
        seen: &mut Seen,
        (map, images): (&Map, &[Image]),
        root: &str,
    ) {
        let told = part.coverage.iter().flat_map(|c| &c.decisions);
        let array = part.coverage.map_or(0, |c| c.evaluations.at());
        for decision in told {
            let text = normalised(&decision.text);
            let spelled = &decision.spelled;
            if own::is_condition(&text, Some(&spelled.place)) {
                continue;
            }
            let (expansion, place, in_macro) = match &spelled.in_macro {
                Some(of) => (Some(of.name.clone()), &of.written, Some(&spelled.place)),
                None => (None, &spelled.place, None),
            };
            let spot = Spot::of(None, [Some(&spelled.place), in_macro.map(|_| place)]);
            let asked = decision.asked.iter().map(|asked| decisions::Asked {
                text: normalised(&asked.text),
                outcomes: asked.condition.and_then(|at| {
                    let [Some(yes), Some(no)] = outcomes[at][..] else {
                        return None;
                    };
                    Some([yes, no].map(|n| self.identities[n].key))
                }),
                then: asked.next.then,
                known: asked.next.known,
            });
            let asked: Vec<decisions::Asked> = asked.collect();
            // Conditions that one build knows the answer of may be open in another.
            let order: Vec<String> = asked
                .iter()
                .map(|a| format!("{:?} {:?}", a.then, a.known))
                .collect();
            let named = seen.name(DECISION, &text, &[&order.join(" ")], Some(spot));
            let decision_told = Decision {
                key: named.keys[0],
                function: seen.function,
                place: Some(beneath(root, place)).filter(|p| p.line > 0),
                spelled: in_macro.filter(|s| *s != place).map(|p| beneath(root, p)),
                expansion,
                text,
                asked,
                is_recorded: decision.offset.is_some() && array > 0,
            };
            let start = decision.offset.filter(|_| array > 0).map(|offset| {
                let first = map.places[part.image].start + (array - images[part.image].start);
                first + u64::from(offset)
            });
            let ways = decision_told.ways().and_then(|ways| ways.first().copied());
            self.decisions.push((decision_told, start.zip(ways)));
        }
    }

    fn add_calls(&mut self, part: &Part, number: usize, rows: &Rows, seen: &mut Seen, root: &str) {
        for call in part.coverage.iter().flat_map(|c| &c.calls) {
            let Some(place) = &call.place else { continue };
            if !self.indirect.contains(call.callee.as_str()) {
                continue;
            }
            let spot = Spot::of(None, [Some(place), None]);
            let (callee, _) = unnumbered(&call.callee);
            let named = seen.name(Kind::Call.key_name(), &callee, &[""], Some(spot));
            let identity = Identity {
                key: named.keys[0],
                kind: Kind::Call,
                function: number,
                place: Some(beneath(root, place)),
                end: None,
                spelled: None,
                expansion: None,
                text: call.callee.clone(),
                outcome: String::new(),
                nth: named.nth,
                is_unstable: false,
            };
            self.push(identity, rows.positions(&call.counters));
        }
    }

    fn push(&mut self, identity: Identity, counters: Vec<u32>) {
        self.identities.push(identity);
        self.counters.push(counters);
    }
}

/// Puts the decisions into a catalogue, and says where the evaluations of each are.
fn take_decisions(
    found: &[(Decision, Option<(u64, u64)>)],
    catalogue: &mut Catalogue,
) -> Vec<Area> {
    let mut by_key: BTreeMap<u64, Decision> = BTreeMap::new();
    for (decision, _) in found {
        let known = by_key.entry(decision.key);
        let known = known.or_insert_with(|| decision.clone());
        known.is_recorded |= decision.is_recorded;
    }
    let numbers: HashMap<u64, usize> = by_key.keys().copied().zip(0..).collect();
    catalogue.decisions = by_key.into_values().collect();
    let kept = found.iter();
    let mut areas: Vec<Area> = kept
        .filter_map(|(decision, kept)| {
            let (start, ways) = (*kept)?;
            Some(Area {
                start,
                decision: numbers[&decision.key],
                ways,
            })
        })
        .collect();
    areas.sort_unstable();
    areas
}

/// The texts of a function so far.
struct Seen {
    /// Its key.
    function: u64,
    numbers: HashMap<(&'static str, String), u32>,
    /// By kind, text and spot: the numbers that were given there, and how many of them this part has met.
    known: HashMap<(&'static str, String, Spot), (Vec<u32>, usize)>,
}

/// Where something stands: what several parts of one function have there is the same.
#[derive(Default, PartialEq, Eq, Hash)]
struct Spot {
    refactored: Option<u32>,
    places: [Option<Place>; 2],
}

impl Spot {
    fn of(refactored: Option<u32>, places: [Option<&Place>; 2]) -> Spot {
        Spot {
            refactored,
            places: places.map(Option::<&Place>::cloned),
        }
    }
}

/// The number of a text among equal ones, and the key of each outcome.
struct Named {
    nth: u32,
    keys: Vec<u64>,
}

impl Seen {
    fn of(function: u64) -> Seen {
        Seen {
            function,
            numbers: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// A part of the function follows.
    fn begin(&mut self) {
        for (_, met) in self.known.values_mut() {
            *met = 0;
        }
    }

    /// `kind`: [`Kind::key_name`] or [`DECISION`]. Without a spot it is like nothing that was named before.
    fn name(
        &mut self,
        kind: &'static str,
        text: &str,
        outcomes: &[&str],
        spot: Option<Spot>,
    ) -> Named {
        // Edges differ by their outcomes, conditions have several.
        let counted = match kind == Kind::Edge.key_name() {
            true => format!("{text} {}", outcomes[0]),
            false => text.to_owned(),
        };
        let mut known = spot.map(|spot| {
            let known = self.known.entry((kind, counted.clone(), spot));
            known.or_default()
        });
        let met = known.as_ref().and_then(|(known, met)| known.get(*met));
        let nth = met.copied().unwrap_or_else(|| {
            let next = self.numbers.entry((kind, counted)).or_insert(0);
            *next += 1;
            *next - 1
        });
        if let Some((known, met)) = &mut known {
            if *met == known.len() {
                known.push(nth);
            }
            *met += 1;
        }
        let (function, number) = (format!("{:016x}", self.function), nth.to_string());
        let key = |outcome: &&str| key(&[kind, &function, text, &number, outcome]);
        Named {
            nth,
            keys: outcomes.iter().map(key).collect(),
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
        Rows {
            starts: map.rows_of(images, part.image, part.edges),
            row: part.edges.row,
        }
    }

    /// The positions of counters of a row, in all rows.
    fn positions(&self, counters: &[u32]) -> Vec<u32> {
        let starts = self.starts.iter();
        starts
            .flat_map(|s| counters.iter().map(move |c| (s + u64::from(*c)) as u32))
            .collect()
    }

    fn all(&self) -> Vec<u32> {
        self.positions(&(0..self.row).collect::<Vec<_>>())
    }
}
