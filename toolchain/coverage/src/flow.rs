//! The control flow of a whole program, out of the graphs of its functions, and what of it inputs have come by.
//!
//! What counts a block or an edge is an identity of the catalogue: so the flow of a program says for any set of inputs what
//! they ran, and stands in a store.

use std::collections::{HashMap, HashSet};

use anyhow::{Context, Result, ensure};
use fz_binary::{FunctionGraph, Image, Place};
use serde::{Deserialize, Serialize};

use crate::identities::{Catalogue, Counted, Outcomes, Program, beneath};

/// All functions whose control flow is recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Flow {
    pub functions: Vec<Function>,
    /// Functions that may be called through tables, by their number. Sorted.
    pub of_data: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Function {
    pub symbol: String,
    /// In the catalogue; `None`: the compiler made it, and nobody counts what of it ran.
    pub function: Option<usize>,
    /// The entry first.
    pub blocks: Vec<Block>,
    pub edges: Vec<Edge>,
    /// The block, and the function that it may call or whose address it takes.
    pub calls: Vec<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Block {
    pub place: Place,
    /// The place of what its end decides.
    pub decides: Place,
    /// The identity that counts it by itself.
    pub counter: Option<usize>,
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
        for (image, of) in images.iter().enumerate() {
            let has_counters: HashSet<u64> = of.edges.iter().map(|e| e.start).collect();
            let coverage = of.coverage.iter().map(|c| (c.start, c.file.as_str()));
            let files: HashMap<u64, &str> = coverage.collect();
            let mut seen = HashSet::new();
            for graph in &of.graphs {
                // Two copies of a function may end up with the same counters.
                if !has_counters.contains(&graph.start) || !seen.insert(graph.start) {
                    continue;
                }
                let counted = program.counted.get(&(image, graph.start));
                let next = flow.functions.len();
                // What several units have of a header is one function, which ran if any of them did.
                let number = match counted {
                    Some(counted) => *numbers
                        .entry((counted.function, &graph.name))
                        .or_insert(next),
                    None => next,
                };
                if number == next {
                    flow.functions.push(function(graph, counted, root));
                }
                graphs.push(Named {
                    number,
                    image,
                    file: files.get(&graph.start).copied(),
                    graph,
                });
            }
        }
        flow.call(&graphs);
        flow
    }

    /// Finds out who calls whom.
    fn call(&mut self, graphs: &[Named]) {
        let mut named: HashMap<&str, Vec<&Named>> = HashMap::new();
        for of in graphs {
            named.entry(&of.graph.name).or_default().push(of);
        }
        // A name that several functions have is local to each: of the same file, or else of the same image.
        let find = |caller: &Named, name: &str| -> Vec<usize> {
            let all = named.get(name).map(Vec::as_slice).unwrap_or_default();
            let same = |is: &dyn Fn(&Named) -> bool| -> Vec<usize> {
                all.iter().filter(|n| is(n)).map(|n| n.number).collect()
            };
            let of_file = same(&|n| n.image == caller.image && n.file == caller.file);
            let of_image = same(&|n| n.image == caller.image);
            [of_file, of_image, same(&|_| true)]
                .into_iter()
                .find(|found| !found.is_empty())
                .unwrap_or_default()
        };
        for caller in graphs {
            for call in &caller.graph.calls {
                let callees = call.callee.iter().flat_map(|name| find(caller, name));
                let calls = callees.map(|callee| (call.block, callee));
                self.functions[caller.number].calls.extend(calls);
            }
            let of_data = caller.graph.of_data.iter();
            self.of_data
                .extend(of_data.flat_map(|name| find(caller, name)));
        }
        for function in &mut self.functions {
            let blocks = function.blocks.len();
            // A copy that another unit has may be of another shape.
            function.calls.retain(|(block, _)| *block < blocks);
            function.calls.sort_unstable();
            function.calls.dedup();
        }
        self.of_data.sort_unstable();
        self.of_data.dedup();
    }

    /// Refuses what would not fit a catalogue with so many identities and functions.
    pub fn check(&self, catalogue: &Catalogue) -> Result<()> {
        let functions = self.functions.len();
        let is_identity = |n: &usize| *n < catalogue.identities.len();
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
                    && calls.all(|(block, callee)| *block < blocks && *callee < functions),
                "the control flow of {} names what is not there",
                function.symbol
            );
        }
        let mut of_data = self.of_data.iter();
        ensure!(
            of_data.all(|callee| *callee < functions),
            "the control flow names a function that is not there"
        );
        Ok(())
    }

    /// As bytes of a store.
    pub fn write(&self) -> Vec<u8> {
        let whole = postcard::to_allocvec(self).expect("numbers and texts can be written");
        zstd::bulk::compress(&whole, LEVEL).expect("the buffer has room")
    }

    pub fn read(bytes: &[u8], catalogue: &Catalogue) -> Result<Flow> {
        let whole = zstd::bulk::decompress(bytes, LARGEST).context("the control flow")?;
        let flow: Flow = postcard::from_bytes(&whole).context("the control flow")?;
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
        for (mut function, place) in other.functions.into_iter().zip(&places) {
            if *place < self.functions.len() {
                continue;
            }
            for (_, callee) in &mut function.calls {
                *callee = places[*callee];
            }
            self.functions.push(function);
        }
        let of_data = other.of_data.into_iter().map(|callee| places[callee]);
        self.of_data.extend(of_data);
        self.of_data.sort_unstable();
        self.of_data.dedup();
    }

    /// What ran of each function, by the identities that were reached.
    pub fn ran(&self, is_reached: impl Fn(usize) -> bool) -> Vec<Ran> {
        self.functions.iter().map(|f| f.ran(&is_reached)).collect()
    }
}

/// Of a store.
const LEVEL: i32 = 6;
/// Decompressed.
const LARGEST: usize = 1 << 30;

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
    let block = |block: &fz_binary::graph::Block| Block {
        place: beneath(root, &block.place),
        decides: beneath(root, &block.decides),
        counter: counter(block.counter),
    };
    let edge = |edge: &fz_binary::graph::Edge| Edge {
        from: edge.from,
        to: edge.to,
        outcome: (|| {
            let condition = outcomes.get(graph.blocks[edge.from].condition?)?;
            condition.get(edge.outcome?).copied()
        })(),
        counter: counter(edge.counter),
    };
    Function {
        symbol: graph.name.clone(),
        function: counted.map(|c| c.function),
        blocks: graph.blocks.iter().map(block).collect(),
        edges: graph.edges.iter().map(edge).collect(),
        calls: Vec::new(),
    }
}

impl Function {
    /// What ran.
    fn ran(&self, is_reached: &dyn Fn(usize) -> bool) -> Ran {
        let counted = |counter: &Option<usize>| counter.map(is_reached);
        let of_blocks: Vec<Option<bool>> =
            self.blocks.iter().map(|b| counted(&b.counter)).collect();
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); self.blocks.len()];
        for (number, edge) in self.edges.iter().enumerate() {
            leaving[edge.from].push(number);
        }
        let mut ran = Ran {
            blocks: vec![false; self.blocks.len()],
            edges: self
                .edges
                .iter()
                .map(|e| counted(&e.counter) == Some(true))
                .collect(),
        };
        // What is counted ran; and what nothing counts ran after what leads to it.
        let counted_edges = self.edges.iter().zip(&ran.edges);
        let reached = counted_edges.filter(|(_, ran)| **ran).map(|(e, _)| e.to);
        let counted_blocks = (0..self.blocks.len()).filter(|b| of_blocks[*b] == Some(true));
        let mut work: Vec<usize> = counted_blocks.chain(reached).collect();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut ran.blocks[block], true) {
                continue;
            }
            for number in &leaving[block] {
                let edge = &self.edges[*number];
                if edge.counter.is_none() && of_blocks[edge.to] != Some(false) {
                    ran.edges[*number] = true;
                    work.push(edge.to);
                }
            }
        }
        ran
    }
}
