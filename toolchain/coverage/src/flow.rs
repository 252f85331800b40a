//! The control flow of a whole program, out of the graphs of its functions, and what of it inputs have come by.
//!
//! What counts a block or an edge is an identity of the catalogue: so the flow of a program says for any set of inputs what
//! they ran, and stands in a store.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use anyhow::{Context, Result, ensure};
use fz_binary::{Callee, FunctionGraph, Image, Place};
use serde::{Deserialize, Serialize};

use crate::{
    identities::{Catalogue, Counted, Outcomes, Program, beneath},
    unrecorded,
};

/// All functions whose control flow is recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Flow {
    pub functions: Vec<Function>,
    /// Data that may name functions; aliases too.
    pub data: Vec<Data>,
    /// Types of functions, as LLVM writes them.
    pub types: Vec<String>,
}

/// Data that functions of several units may name, or a function without counters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Data {
    pub symbol: String,
    /// What it names; of a function what it calls, too. Sorted.
    pub calls: Vec<Call>,
    /// Who else may have it.
    pub start: Start,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Function {
    pub symbol: String,
    /// In the catalogue; `None`: the compiler made it, and nobody counts what of it ran.
    pub function: Option<usize>,
    /// The entry first.
    pub blocks: Vec<Block>,
    /// In the order of the blocks that they leave.
    pub edges: Vec<Edge>,
    /// By block. Sorted.
    pub calls: Vec<(usize, Call)>,
    /// In [`Flow::types`].
    pub signature: usize,
    /// What the program has nothing to do with calls it: the linker, a library, a plugin.
    pub start: Start,
}

/// Who else calls a function, or has data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub enum Start {
    #[default]
    Nobody,
    /// What nobody knows may find it by its name: libraries, plugins, units without records.
    Named,
    /// It runs before or after the program, or nobody may drop it.
    Always,
}

/// Whom a block calls, or what it names, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub enum Call {
    ByName(usize),
    /// Some function of a type.
    ByPointer(usize),
    /// The address of a function is taken.
    Address(usize),
    /// Data that only this unit can name has the address of a function.
    Table(usize),
    /// In [`Flow::data`].
    Data(usize),
}

impl Data {
    fn named(symbol: &str) -> Data {
        Data {
            symbol: symbol.to_owned(),
            calls: Vec::new(),
            start: Start::Nobody,
        }
    }
}

impl Call {
    /// The function that the block itself calls, or whose address it takes.
    pub fn function(self) -> Option<usize> {
        match self {
            Call::ByName(callee) | Call::Address(callee) => Some(callee),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Block {
    pub place: Place,
    /// The place of what its end decides.
    pub decides: Place,
    /// The identity that counts it by itself.
    pub counter: Option<usize>,
    /// It is the code of the block before it, on another way.
    #[serde(skip)]
    pub is_copy: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// The identity of the outcome that takes it.
    pub outcome: Option<usize>,
    /// The identity that counts it; `None`: it is taken whenever its block runs.
    pub counter: Option<usize>,
}

/// Of one function: what ran.
#[derive(Debug)]
pub struct Ran {
    pub blocks: Vec<bool>,
    pub edges: Vec<bool>,
}

impl Flow {
    /// The flow of a program that was read from these images.
    pub fn of(program: &Program, images: &[Image]) -> Flow {
        let mut flow = Flow::default();
        let mut graphs: Vec<Named> = Vec::new();
        let mut numbers: HashMap<(usize, &str), usize> = HashMap::new();
        let root = &program.catalogue.root;
        let mut types: HashMap<&str, usize> = HashMap::new();
        let others = Others::of(images);
        for (image, of) in images.iter().enumerate() {
            let has_counters: HashSet<u64> = of.edges.iter().map(|e| e.start.at()).collect();
            let coverage = of.coverage.iter().map(|c| (c.start.at(), c.file.as_str()));
            let files: HashMap<u64, &str> = coverage.collect();
            let locals = of.coverage.iter().filter(|c| c.local).map(|c| c.start.at());
            let locals: HashSet<u64> = locals.collect();
            let mut seen = HashSet::new();
            for graph in &of.graphs {
                // Two copies of a function may end up with the same counters.
                if !has_counters.contains(&graph.start.at()) || !seen.insert(graph.start.at()) {
                    continue;
                }
                let counted = program.counted.get(&(image, graph.start.at()));
                let next = flow.functions.len();
                // What several units have of a header is one function, which ran if any of them did.
                let number = match counted {
                    Some(counted) => *numbers
                        .entry((counted.function, &graph.name))
                        .or_insert(next),
                    None => next,
                };
                if number == next {
                    let known = types.len();
                    let is_local = locals.contains(&graph.start.at());
                    let is_named = others.may_name(of, &graph.name, is_local);
                    flow.functions.push(Function {
                        signature: *types.entry(&graph.signature).or_insert(known),
                        start: match (graph.is_root, is_named) {
                            (true, _) => Start::Always,
                            (_, true) => Start::Named,
                            (false, false) => Start::Nobody,
                        },
                        ..function(graph, counted, root)
                    });
                }
                graphs.push(Named {
                    number,
                    image,
                    file: files.get(&graph.start.at()).copied(),
                    graph,
                });
            }
        }
        let of_code = graphs.iter().flat_map(|g| &g.graph.calls);
        let of_data = images.iter().flat_map(|i| &i.data);
        let of_data = of_data.flat_map(|data| &data.names);
        for callee in of_code.map(|call| &call.callee).chain(of_data) {
            if let Callee::ByPointer(signature) = callee {
                let next = types.len();
                types.entry(signature).or_insert(next);
            }
        }
        flow.call(&graphs, images, &types, &others);
        flow.types = vec![String::new(); types.len()];
        for (text, number) in types {
            text.clone_into(&mut flow.types[number]);
        }
        flow
    }

    /// Finds out who calls whom, and what names what.
    fn call(
        &mut self,
        graphs: &[Named],
        images: &[Image],
        types: &HashMap<&str, usize>,
        others: &Others,
    ) {
        let mut named: HashMap<&str, Vec<&Named>> = HashMap::new();
        for of in graphs {
            named.entry(&of.graph.name).or_default().push(of);
        }
        let mut data: HashMap<&str, usize> = HashMap::new();
        let mut aliases: HashMap<&str, Vec<&str>> = HashMap::new();
        let all = || {
            let images = images.iter().enumerate();
            images.flat_map(|(image, of)| of.data.iter().map(move |data| (image, data)))
        };
        for (_, of) in all() {
            let next = data.len();
            data.entry(&of.name).or_insert(next);
            if of.is_alias {
                let functions = of.names.iter().filter_map(|callee| match callee {
                    Callee::Address(name) | Callee::Table(name) => Some(name.as_str()),
                    _ => None,
                });
                aliases.entry(&of.name).or_default().extend(functions);
            }
        }
        // A name that several functions have is local to each: of the same file, or else of the same image.
        let direct = |image: usize, file: Option<&str>, name: &str| -> Vec<usize> {
            let all = named.get(name).map(Vec::as_slice).unwrap_or_default();
            let same = |is: &dyn Fn(&Named) -> bool| -> Vec<usize> {
                all.iter().filter(|n| is(n)).map(|n| n.number).collect()
            };
            let of_file = same(&|n| n.image == image && file.is_some() && n.file == file);
            let of_image = same(&|n| n.image == image);
            [of_file, of_image, same(&|_| true)]
                .into_iter()
                .find(|found| !found.is_empty())
                .unwrap_or_default()
        };
        let find = |image: usize, file: Option<&str>, name: &str| -> Vec<usize> {
            let found = direct(image, file, name);
            match aliases.get(name) {
                Some(stands_for) if found.is_empty() => {
                    let all = stands_for.iter().flat_map(|name| direct(image, None, name));
                    all.collect()
                }
                _ => found,
            }
        };
        let calls = |image: usize, file: Option<&str>, callee: &Callee| -> Vec<Call> {
            let of_data = |name: &str| {
                let known = data.get(name).map(|number| Call::Data(*number));
                known.into_iter().collect::<Vec<Call>>()
            };
            let each = |name: &str, of: fn(usize) -> Call| -> Vec<Call> {
                let found = find(image, file, name);
                match found.is_empty() {
                    true => of_data(name),
                    false => found.into_iter().map(of).collect(),
                }
            };
            match callee {
                Callee::ByName(name) => each(name, Call::ByName),
                Callee::ByPointer(signature) => {
                    vec![Call::ByPointer(types[signature.as_str()])]
                }
                Callee::Address(name) => each(name, Call::Address),
                Callee::Table(name) => each(name, Call::Table),
                Callee::Data(name) => of_data(name),
            }
        };
        for caller in graphs {
            let function = &mut self.functions[caller.number];
            // A copy that another unit has may be of another shape.
            let blocks = function.blocks.len();
            let own = caller.graph.calls.iter().filter(|c| c.block < blocks);
            function.calls.extend(own.flat_map(|call| {
                let calls = calls(caller.image, caller.file, &call.callee);
                calls.into_iter().map(|to| (call.block, to))
            }));
            function.calls.sort_unstable();
            function.calls.dedup();
        }
        let mut numbered: Vec<(&str, usize)> = data.iter().map(|(n, at)| (*n, *at)).collect();
        numbered.sort_by_key(|(_, at)| *at);
        self.data = numbered
            .into_iter()
            .map(|(symbol, _)| Data::named(symbol))
            .collect();
        for (image, of) in all() {
            let entry = &mut self.data[data[of.name.as_str()]];
            let is_named = others.may_name(&images[image], &of.name, false);
            entry.start = entry.start.max(match (of.is_kept, is_named) {
                (true, _) => Start::Always,
                (false, true) => Start::Named,
                (false, false) => Start::Nobody,
            });
            let names = of.names.iter();
            entry
                .calls
                .extend(names.flat_map(|name| calls(image, None, name)));
        }
        for entry in &mut self.data {
            entry.calls.sort_unstable();
            entry.calls.dedup();
        }
    }

    /// Functions whose addresses stand in data: whoever has it may call them. Of a function without counters nobody knows
    /// when it runs, and calls others.
    pub fn of_data(&self) -> BTreeSet<usize> {
        let of_tables = self.functions.iter().flat_map(|f| &f.calls);
        let of_tables = of_tables.filter_map(|(_, call)| match call {
            Call::Table(callee) => Some(*callee),
            _ => None,
        });
        let of_data = self.data.iter().flat_map(|d| &d.calls);
        let of_data = of_data.filter_map(|call| match call {
            Call::ByName(callee) | Call::Address(callee) | Call::Table(callee) => Some(*callee),
            Call::ByPointer(_) | Call::Data(_) => None,
        });
        of_tables.chain(of_data).collect()
    }

    /// Refuses what would not fit a catalogue with so many identities and functions.
    pub fn check(&self, catalogue: &Catalogue) -> Result<()> {
        let functions = self.functions.len();
        let is_identity = |n: &usize| *n < catalogue.identities.len();
        let is_known = |call: &Call| match *call {
            Call::ByName(n) | Call::Address(n) | Call::Table(n) => n < functions,
            Call::ByPointer(n) => n < self.types.len(),
            Call::Data(n) => n < self.data.len(),
        };
        for function in &self.functions {
            let blocks = function.blocks.len();
            let edges = &function.edges;
            let of_edges = edges.iter().flat_map(|e| [e.outcome, e.counter]);
            let counted = of_edges.chain(function.blocks.iter().map(|b| b.counter));
            let mut calls = function.calls.iter();
            ensure!(
                blocks > 0
                    && edges.iter().all(|e| e.from < blocks && e.to < blocks)
                    && counted.flatten().all(|n| is_identity(&n))
                    && function.function < Some(catalogue.functions.len())
                    && function.signature < self.types.len()
                    && calls.all(|(block, call)| *block < blocks && is_known(call)),
                "the control flow of {} names what is not there",
                function.symbol
            );
        }
        for data in &self.data {
            ensure!(
                data.calls.iter().all(is_known),
                "{} names what is not there",
                data.symbol
            );
        }
        Ok(())
    }

    /// As bytes of a store: the copies of blocks, which earlier stores have not, stand after all else.
    pub fn write(&self) -> Vec<u8> {
        let of = |(number, function): (usize, &Function)| -> Vec<(usize, usize)> {
            let blocks = function.blocks.iter().enumerate();
            let copies = blocks.filter(|(_, block)| block.is_copy);
            copies.map(|(at, _)| (number, at)).collect()
        };
        let copies: Vec<_> = self.functions.iter().enumerate().flat_map(of).collect();
        let whole =
            postcard::to_allocvec(&(self, copies)).expect("numbers and texts can be written");
        zstd::bulk::compress(&whole, LEVEL).expect("the buffer has room")
    }

    pub fn read(bytes: &[u8], catalogue: &Catalogue) -> Result<Flow> {
        // What is read takes more memory than its bytes.
        let most = SMALL + catalogue.identities.len().saturating_mul(OF_EACH);
        let whole = zstd::bulk::decompress(bytes, most.min(LARGEST)).context("the control flow")?;
        let (mut flow, rest): (Flow, _) =
            postcard::take_from_bytes(&whole).context("the control flow")?;
        if !rest.is_empty() {
            let copies: Vec<(usize, usize)> =
                postcard::from_bytes(rest).context("the control flow")?;
            for (function, block) in copies {
                let function = flow.functions.get_mut(function);
                let block = function.and_then(|f| f.blocks.get_mut(block));
                block
                    .context("the control flow has a copy of no block")?
                    .is_copy = true;
            }
        }
        flow.check(catalogue)?;
        Ok(flow)
    }

    /// With the numbers that identities and functions have in another catalogue.
    pub fn renumbered(mut self, identities: &[usize], functions: &[usize]) -> Flow {
        for function in &mut self.functions {
            function.function = function.function.map(|n| functions[n]);
            for block in &mut function.blocks {
                block.counter = block.counter.map(|n| identities[n]);
            }
            for edge in &mut function.edges {
                edge.outcome = edge.outcome.map(|n| identities[n]);
                edge.counter = edge.counter.map(|n| identities[n]);
            }
        }
        self
    }

    /// Adds what another build of the program has. Of a function that both have, this one's flow stays.
    pub fn join(&mut self, other: Flow) {
        if *self == other {
            return;
        }
        let known = |f: &Function| f.function.map(|number| (number, f.symbol.clone()));
        let mut numbers: HashMap<(usize, String), usize> = HashMap::new();
        for (number, function) in self.functions.iter().enumerate() {
            numbers.extend(known(function).map(|key| (key, number)));
        }
        let mut next = self.functions.len();
        let place = |function: &Function| match known(function).and_then(|key| numbers.get(&key)) {
            Some(number) => *number,
            None => {
                next += 1;
                next - 1
            }
        };
        let places: Vec<usize> = other.functions.iter().map(place).collect();
        let types = numbers_in(&mut self.types, &other.types, |t| (t.clone(), t.clone()));
        let data = numbers_in(&mut self.data, &other.data, |d| {
            (d.symbol.clone(), Data::named(&d.symbol))
        });
        let renumbered = |call: Call| match call {
            Call::ByName(n) => Call::ByName(places[n]),
            Call::Address(n) => Call::Address(places[n]),
            Call::Table(n) => Call::Table(places[n]),
            Call::ByPointer(n) => Call::ByPointer(types[n]),
            Call::Data(n) => Call::Data(data[n]),
        };
        for (mut function, place) in other.functions.into_iter().zip(&places) {
            if *place < self.functions.len() {
                continue;
            }
            for (_, call) in &mut function.calls {
                *call = renumbered(*call);
            }
            function.signature = types[function.signature];
            self.functions.push(function);
        }
        for (of, number) in other.data.into_iter().zip(&data) {
            let entry = &mut self.data[*number];
            entry.start = entry.start.max(of.start);
            entry.calls.extend(of.calls.into_iter().map(renumbered));
            entry.calls.sort_unstable();
            entry.calls.dedup();
        }
    }

    /// What ran of each function, by the identities that were reached.
    pub fn ran(&self, is_reached: impl Fn(usize) -> bool) -> Vec<Ran> {
        self.functions.iter().map(|f| f.ran(&is_reached)).collect()
    }
}

/// Code that nobody knows and that may call the program's own by name.
struct Others<'a> {
    /// What units without records name; nothing if that is not known.
    names: Option<HashSet<&'a str>>,
    /// Plugins.
    loads: bool,
}

impl Others<'_> {
    fn of(images: &[Image]) -> Others<'_> {
        Others {
            names: unrecorded::names(images),
            loads: images.iter().any(|i| i.imports_dlopen),
        }
    }

    /// Whether they may find something of an image by its name.
    fn may_name(&self, image: &Image, name: &str, is_local: bool) -> bool {
        let is_offered = image.exports.contains_key(name)
            && (image.kind == fz_binary::Kind::Executable || self.loads);
        // What `--wrap` puts in the place of another.
        let is_named = || self.names.as_ref().is_none_or(|names| names.contains(name));
        is_offered || (!is_local && is_named()) || name.starts_with("__wrap_")
    }
}

/// The numbers that the things of a list have in another, to which what is new is added.
///
/// `of`: what a thing is called, and what is added for it.
fn numbers_in<T>(known: &mut Vec<T>, others: &[T], of: fn(&T) -> (String, T)) -> Vec<usize> {
    let names = known.iter().map(|thing| of(thing).0);
    let mut numbers: HashMap<String, usize> = names.zip(0..).collect();
    let number = |other: &T| {
        let (name, new) = of(other);
        *numbers.entry(name).or_insert_with(|| {
            known.push(new);
            known.len() - 1
        })
    };
    others.iter().map(number).collect()
}

/// Of a store.
const LEVEL: i32 = 6;
/// Decompressed.
const LARGEST: usize = 1 << 30;
/// For each identity there may be so many bytes, and at all so many more: it takes a third of that.
const OF_EACH: usize = 256;
const SMALL: usize = 1 << 24;

/// The graph of a function, and what else it is called.
struct Named<'a> {
    /// In the flow.
    number: usize,
    image: usize,
    file: Option<&'a str>,
    graph: &'a FunctionGraph,
}

fn function(graph: &FunctionGraph, counted: Option<&Counted>, root: &str) -> Function {
    let none = Outcomes::new();
    let outcomes = counted.map_or(&none, |c| &c.outcomes);
    let counter = |counter: Option<u32>| counted?.counters.get(&counter?).copied();
    let block = |block: &fz_records::Block| Block {
        place: beneath(root, &block.place),
        decides: beneath(root, &block.decides),
        counter: counter(block.counter),
        is_copy: block.is_copy,
    };
    let edge = |edge: &fz_records::Edge| Edge {
        from: edge.from,
        to: edge.to,
        outcome: (|| {
            let condition = outcomes.get(graph.blocks[edge.from].condition?)?;
            *condition.get(edge.outcome?)?
        })(),
        counter: counter(edge.counter),
    };
    Function {
        symbol: graph.name.clone(),
        function: counted.map(|c| c.function),
        blocks: graph.blocks.iter().map(block).collect(),
        edges: graph.edges.iter().map(edge).collect(),
        calls: Vec::new(),
        signature: 0,
        start: Start::Nobody,
    }
}

impl Function {
    /// By block: the first of those that are the same code, on several ways.
    pub fn code(&self) -> Vec<usize> {
        let mut first = 0;
        let blocks = self.blocks.iter().enumerate();
        blocks
            .map(|(at, block)| {
                if !block.is_copy {
                    first = at;
                }
                first
            })
            .collect()
    }

    /// Its blocks of code.
    pub fn size(&self) -> usize {
        self.blocks.iter().filter(|block| !block.is_copy).count()
    }

    /// What ran.
    fn ran(&self, is_reached: &dyn Fn(usize) -> bool) -> Ran {
        let mut of_counter: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, edge) in self.edges.iter().enumerate() {
            if let Some(counter) = edge.counter.filter(|c| is_reached(*c)) {
                of_counter.entry(counter).or_default().push(number);
            }
        }
        let mut ran = Ran {
            blocks: vec![false; self.blocks.len()],
            edges: vec![false; self.edges.len()],
        };
        // What is counted ran.
        let of_blocks = self.blocks.iter().map(|block| block.counter);
        let counted = of_blocks
            .zip(0..)
            .filter(|(counter, _)| counter.is_some_and(is_reached));
        self.spread(&mut ran, counted.map(|(_, at)| at).collect(), is_reached);
        // A block that stands there for several ways shares its counters. Of those ran what comes after what ran; and if
        // nothing does, any may have.
        let (own, shared): (Vec<_>, Vec<_>) =
            of_counter.into_values().partition(|edges| edges.len() == 1);
        for edges in own.into_iter().chain(shared) {
            if !edges.iter().any(|edge| ran.edges[*edge]) {
                edges.iter().for_each(|edge| ran.edges[*edge] = true);
                let next = edges.iter().map(|edge| self.edges[*edge].to);
                self.spread(&mut ran, next.collect(), is_reached);
            }
        }
        ran
    }

    /// Adds blocks that ran, and what ran after them.
    fn spread(&self, ran: &mut Ran, mut work: Vec<usize>, is_reached: &dyn Fn(usize) -> bool) {
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut ran.blocks[block], true) {
                continue;
            }
            let first = self.edges.partition_point(|edge| edge.from < block);
            let leaving = self.edges.iter().enumerate().skip(first);
            for (number, edge) in leaving.take_while(|(_, edge)| edge.from == block) {
                let is_taken = match edge.counter {
                    Some(counter) => is_reached(counter),
                    None => self.blocks[edge.to].counter.is_none_or(is_reached),
                };
                if is_taken {
                    ran.edges[number] = true;
                    work.push(edge.to);
                }
            }
        }
    }
}
