//! The control flow of a function: its blocks, what follows what, whom each block calls, and what it names. Written into
//! `.debug_fz_graph`.

use std::collections::{BTreeSet, HashMap, HashSet};

use fz_records::{Block as RecordedBlock, Call, Callee, DataGraph, Edge, FunctionGraph};

use super::{
    coverage::Findings,
    places::Shape,
    references::{Data, Names, References},
    threads::{self, Step},
};
use crate::{
    analyses::{flow::CounterSite, prune::CounterPlan},
    ir::{Block, Function, Global, Inst, Location, Module, Op},
    marks::returned,
    records::{self, asm_section::Group},
};

/// What a function's record says. Collected before edges are split.
pub struct Graph {
    steps: Vec<Step>,
    /// Of the function's blocks.
    blocks: Vec<BlockPlaces>,
    calls: Vec<Call>,
    is_root: bool,
    signature: String,
}

/// Where a block begins, and where its end has its place.
struct BlockPlaces {
    begins: Option<Location>,
    decides: Option<Location>,
}

/// What decides where a block's control goes on: its branch, or the call that may not return.
fn end(block: Block) -> Option<Inst> {
    let branch = block.terminator()?;
    match returned::is_marked(branch) {
        true => branch.previous(),
        false => Some(branch.inst()),
    }
}

/// What a block, or data, names, each once: in the order of the ways in which it is named.
fn callees(names: Names) -> impl Iterator<Item = Callee> {
    let of = |names: BTreeSet<String>, callee: fn(String) -> Callee| names.into_iter().map(callee);
    of(names.called, Callee::ByName)
        .chain(of(names.pointers, Callee::ByPointer))
        .chain(of(names.functions, Callee::Address))
        .chain(of(names.of_tables, Callee::Table))
        .chain(of(names.data, Callee::Data))
}

impl Graph {
    /// The graph of a function. `place`: the location in the source of a compiled location.
    pub fn of(
        shape: &Shape,
        references: &References,
        place: &dyn Fn(Location) -> Option<Location>,
    ) -> Graph {
        let block = |block: &Block| BlockPlaces {
            begins: block.instructions().find_map(|i| place(i.location()?)),
            decides: end(*block).and_then(|end| place(end.location()?)),
        };
        let steps = threads::of(shape);
        // A φ has a name from where it comes from: `c ? one : two`.
        let mut of_phis: HashMap<Block, Names> = HashMap::new();
        for phi in shape.function.instructions().filter(|i| i.is(Op::Phi)) {
            for (value, from) in phi.incoming() {
                if value.is_constant() {
                    of_phis.entry(from).or_default().add(value);
                }
            }
        }
        let mut calls = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let block = &shape.blocks[step.block];
            let mut names = of_phis.get(block).cloned().unwrap_or_default();
            for instruction in block.instructions().filter(|i| !i.is(Op::Phi)) {
                names.add_instruction(instruction);
            }
            calls.extend(callees(names).map(|callee| Call {
                block: number,
                callee,
            }));
        }
        let is_in = |functions: &HashSet<Function>| functions.contains(&shape.function);
        Graph {
            steps,
            blocks: shape.blocks.iter().map(block).collect(),
            calls,
            is_root: is_in(&references.starting) || is_in(&references.kept),
            signature: shape.function.signature(),
        }
    }

    /// The record.
    pub fn record(
        &self,
        shape: &Shape,
        plan: &CounterPlan,
        findings: Option<&Findings>,
        counters: Global,
    ) -> fz_records::Graph {
        let mut copies = vec![0; self.blocks.len()];
        self.steps.iter().for_each(|step| copies[step.block] += 1);
        let mut of_blocks = vec![None; self.blocks.len()];
        let mut of_edges = HashMap::new();
        for (number, site) in shape.flow.sites.iter().enumerate() {
            match *site {
                CounterSite::Entry => of_blocks[0] = plan.counter(number),
                CounterSite::Target { target, .. } => of_blocks[target] = plan.counter(number),
                CounterSite::Edge { block, edge } => {
                    of_edges.insert((block, edge), number);
                }
            }
        }
        let outcomes = findings.map(Findings::outcomes).unwrap_or_default();
        let asked = |block: usize, edge: usize| outcomes.get(of_edges.get(&(block, edge))?);

        let mut before = None;
        let block = |step: &Step| {
            let is_copy = before.replace(step.block) == Some(step.block);
            let places = &self.blocks[step.block];
            let own = 0..shape.cfg.blocks[step.block].edges.len();
            let condition = own.into_iter().find_map(|edge| asked(step.block, edge));
            RecordedBlock {
                place: places.begins.clone().unwrap_or_default(),
                decides: places.decides.clone().unwrap_or_default(),
                counter: of_blocks[step.block].filter(|_| copies[step.block] == 1),
                condition: condition.map(|(condition, _)| *condition as usize),
                is_copy: is_copy && copies[step.block] > 1,
            }
        };
        let blocks = self.steps.iter().map(block).collect();
        let edges = self.steps.iter().enumerate().flat_map(|(from, step)| {
            let (of_edges, of_blocks, copies) = (&of_edges, &of_blocks, &copies);
            step.ways.iter().map(move |way| {
                let to = shape.cfg.blocks[step.block].edges[way.edge].to;
                let site = of_edges.get(&(step.block, way.edge));
                let outcome = asked(step.block, way.edge);
                Edge {
                    from,
                    to: way.to,
                    counter: match copies[to] {
                        // Its ways are told apart by what leads to them.
                        2.. if site.is_none() => of_blocks[to],
                        _ => site.and_then(|site| plan.counter(*site)),
                    },
                    outcome: outcome.map(|(_, outcome)| *outcome as usize),
                }
            })
        });
        fz_records::Graph::Function(FunctionGraph {
            name: shape.function.name(),
            start: records::address(counters),
            blocks,
            edges: edges.collect(),
            calls: self.calls.clone(),
            signature: self.signature.clone(),
            is_root: self.is_root,
        })
    }
}

/// Writes the record of what data names.
pub fn write_data(module: Module, data: &Data) {
    let name = data.global.value().name();
    // Of what several units have once. It says nothing of whether the data is kept, so its group is another.
    let group = (!data.global.is_local()).then(|| Group {
        name: format!("fz.data.{name}"),
        deduplicated: true,
        retained: false,
    });
    // No address: nothing keeps the data for it.
    let record = fz_records::Graph::Data(DataGraph {
        name,
        is_alias: data.is_alias,
        is_kept: data.is_kept,
        names: callees(data.names.clone()).collect(),
    });
    records::write(module, &record, group.as_ref());
}
