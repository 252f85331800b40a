//! The control flow of a whole program, out of the graphs of its functions, and what of it inputs have come by.

use std::collections::{HashMap, HashSet};

use fz_binary::{FunctionGraph, Image, Place};

use crate::identities::{Outcomes, Program, Rows};

/// All functions whose control flow is recorded.
#[derive(Debug, Default)]
pub struct Flow {
    pub functions: Vec<Function>,
    /// Functions that may be called through tables, by their number.
    pub of_data: Vec<usize>,
}

#[derive(Debug)]
pub struct Function {
    pub symbol: String,
    pub image: usize,
    /// Where it begins.
    pub place: Option<Place>,
    /// The entry first.
    pub blocks: Vec<Block>,
    pub edges: Vec<Edge>,
    /// The block, and the function that it may call or whose address it takes.
    pub calls: Vec<(usize, usize)>,
}

#[derive(Debug)]
pub struct Block {
    pub place: Place,
    /// The place of what its end decides.
    pub decides: Place,
    /// Positions in the map of what counts it by itself.
    pub counter: Option<Vec<u32>>,
}

#[derive(Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// The identity of the outcome that takes it.
    pub outcome: Option<usize>,
    /// Positions in the map of what counts it; `None`: it is taken whenever its block runs.
    pub counter: Option<Vec<u32>>,
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
        let mut graphs: Vec<(usize, &FunctionGraph)> = Vec::new();
        for (image, of) in images.iter().enumerate() {
            let edges: HashMap<u64, _> = of.edges.iter().map(|e| (e.start, e)).collect();
            let coverage: HashMap<u64, _> = of.coverage.iter().map(|c| (c.start, c)).collect();
            let mut seen = HashSet::new();
            for graph in &of.graphs {
                // Two copies of a function may end up with the same counters.
                let Some(of_function) =
                    edges.get(&graph.start).filter(|_| seen.insert(graph.start))
                else {
                    continue;
                };
                let rows = Rows::of_function(image, of_function, &program.map, images);
                let none = Outcomes::new();
                let outcomes = program.outcomes.get(&(image, graph.start));
                let place = coverage.get(&graph.start).map(|c| Place {
                    file: c.file.clone(),
                    line: c.line,
                    column: 1,
                });
                graphs.push((image, graph));
                flow.functions.push(function(
                    graph,
                    image,
                    place.filter(|p| p.line > 0),
                    outcomes.unwrap_or(&none),
                    &rows,
                ));
            }
        }
        flow.call(&graphs, images);
        flow
    }

    /// Finds out who calls whom.
    fn call(&mut self, graphs: &[(usize, &FunctionGraph)], images: &[Image]) {
        let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, (_, graph)) in graphs.iter().enumerate() {
            named.entry(&graph.name).or_default().push(number);
        }
        let files: Vec<Option<&str>> = {
            let told = images.iter().enumerate().flat_map(|(image, of)| {
                let coverage = of.coverage.iter();
                coverage.map(move |c| ((image, c.start), c.file.as_str()))
            });
            let told: HashMap<(usize, u64), &str> = told.collect();
            let of = |(image, graph): &(usize, &FunctionGraph)| {
                told.get(&(*image, graph.start)).copied()
            };
            graphs.iter().map(of).collect()
        };
        // A name that several functions have is local to each: of the same file, or else of the same image.
        let find = |caller: usize, name: &str| -> Vec<usize> {
            let all = named.get(name).map(Vec::as_slice).unwrap_or_default();
            let same = |is: &dyn Fn(usize) -> bool| -> Vec<usize> {
                all.iter().copied().filter(|n| is(*n)).collect()
            };
            let image = graphs[caller].0;
            let of_file = same(&|n| graphs[n].0 == image && files[n] == files[caller]);
            let of_image = same(&|n| graphs[n].0 == image);
            [of_file, of_image, all.to_vec()]
                .into_iter()
                .find(|found| !found.is_empty())
                .unwrap_or_default()
        };
        let mut of_data = HashSet::new();
        for (caller, (_, graph)) in graphs.iter().enumerate() {
            for call in &graph.calls {
                let callees = call.callee.iter().flat_map(|name| find(caller, name));
                let calls = callees.map(|callee| (call.block, callee));
                self.functions[caller].calls.extend(calls);
            }
            of_data.extend(graph.of_data.iter().flat_map(|name| find(caller, name)));
        }
        self.of_data = of_data.into_iter().collect();
        self.of_data.sort_unstable();
    }

    /// What ran of each function, by the map of all inputs together.
    pub fn ran(&self, map: &[u8]) -> Vec<Ran> {
        self.functions.iter().map(|f| f.ran(map)).collect()
    }
}

fn function(
    graph: &FunctionGraph,
    image: usize,
    place: Option<Place>,
    outcomes: &Outcomes,
    rows: &Rows,
) -> Function {
    let counter = |counter: Option<u32>| Some(rows.positions(&[counter?]));
    let block = |block: &fz_binary::graph::Block| Block {
        place: block.place.clone(),
        decides: block.decides.clone(),
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
        image,
        place,
        blocks: graph.blocks.iter().map(block).collect(),
        edges: graph.edges.iter().map(edge).collect(),
        calls: Vec::new(),
    }
}

impl Function {
    /// What ran, by a map.
    fn ran(&self, map: &[u8]) -> Ran {
        let counted = |positions: &Option<Vec<u32>>| {
            let positions = positions.as_ref()?;
            let is_hit = |p: &u32| map.get(*p as usize).is_some_and(|count| *count > 0);
            Some(positions.iter().any(is_hit))
        };
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
