//! The control flow of a function: its blocks, what follows what, and whom each block may call. Written into
//! `.debug_fz_graph` (layout: [`fz_abi::graph`]).

use std::collections::{BTreeSet, HashMap};

use fz_abi::{graph as layout, sections};

use super::{coverage::Findings, places::Shape};
use crate::{
    analyses::{
        flow::CounterSite,
        prune::{CountSource, CounterPlan},
    },
    ir::{Block, Function, Global, Inst, Location, Module},
    marks::returned,
    records::{
        asm_section::{AsmSection, Group},
        strings::Strings,
    },
};

/// Where a module takes the addresses of functions, which it may call by them.
#[derive(Default)]
pub struct References {
    /// By the block that takes it.
    of_blocks: HashMap<Block, Vec<Function>>,
    /// In data: tables of functions.
    of_data: Vec<Function>,
}

impl References {
    /// All of a module.
    pub fn of(module: Module) -> References {
        let mut references = References::default();
        let functions = module
            .functions()
            .filter(|f| !f.is_intrinsic() && f.has_address_taken());
        for function in functions {
            for used in function.uses() {
                let Some(user) = used.user.as_inst() else {
                    references.of_data.push(function);
                    continue;
                };
                let is_called = user
                    .as_call()
                    .is_some_and(|call| used.operand as usize >= call.arguments().len());
                if !is_called {
                    // A φ has it from where it comes from: `c ? one : two`.
                    let incoming = user.incoming();
                    let taken = incoming.get(used.operand as usize).map(|(_, from)| *from);
                    let block = taken.unwrap_or_else(|| user.block());
                    let of_block = references.of_blocks.entry(block).or_default();
                    of_block.push(function);
                }
            }
        }
        references.of_data.dedup();
        references
    }
}

/// What a function's record says. Collected before edges are split.
pub struct Graph {
    blocks: Vec<BlockPlaces>,
    calls: Vec<Call>,
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

struct Call {
    block: u32,
    /// Its symbol; empty: by pointer.
    callee: String,
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
        let mut calls = Vec::new();
        for (number, block) in shape.blocks.iter().enumerate() {
            let mut callees = BTreeSet::new();
            for call in block.calls() {
                match call.called() {
                    Some(callee) if callee.is_intrinsic() => {}
                    Some(callee) => drop(callees.insert(callee.name())),
                    None if call.calls_asm() => {}
                    None => drop(callees.insert(String::new())),
                }
            }
            let taken = references.of_blocks.get(block);
            callees.extend(taken.into_iter().flatten().map(|f| f.name()));
            calls.extend(callees.into_iter().map(|callee| Call {
                block: number as u32,
                callee,
            }));
        }
        Graph {
            blocks: shape.blocks.iter().map(block).collect(),
            calls,
        }
    }

    /// Adds what may be called through tables of functions.
    pub fn take(&mut self, references: &References) {
        let of_data = references.of_data.iter();
        self.calls.extend(of_data.map(|function| Call {
            block: layout::NONE,
            callee: function.name(),
        }));
    }

    /// Writes the record.
    pub fn write(
        &self,
        module: Module,
        shape: &Shape,
        plan: &CounterPlan,
        findings: Option<&Findings>,
        counters: Global,
        group: &Group,
    ) {
        let name = shape.function.name();
        let mut strings = Strings::new(&name);
        let counter = |site: usize| match plan.known[site] {
            CountSource::By(counter) => counter as u32,
            CountSource::Together => layout::NONE,
        };
        let mut of_blocks = vec![layout::NONE; self.blocks.len()];
        let mut of_edges = HashMap::new();
        for (number, site) in shape.flow.sites.iter().enumerate() {
            match *site {
                CounterSite::Entry => of_blocks[0] = counter(number),
                CounterSite::Target { target, .. } => of_blocks[target] = counter(number),
                CounterSite::Edge { block, edge } => {
                    of_edges.insert((block, edge), number);
                }
            }
        }
        let outcomes = findings.map(Findings::outcomes).unwrap_or_default();
        let asked = |block: usize, edge: usize| outcomes.get(of_edges.get(&(block, edge))?);

        let mut words = Vec::new();
        let infos = shape.cfg.blocks.iter().enumerate();
        for ((number, info), places) in infos.clone().zip(&self.blocks) {
            let condition = (0..info.edges.len()).find_map(|edge| asked(number, edge));
            words.extend(strings.place(&places.begins));
            words.push(of_blocks[number]);
            words.push(condition.map_or(layout::NONE, |(condition, _)| *condition));
            words.extend(strings.place(&places.decides));
        }
        let mut edges = 0;
        for (number, info) in infos {
            for (at, edge) in info.edges.iter().enumerate() {
                let site = of_edges.get(&(number, at));
                words.extend([
                    number as u32,
                    edge.to as u32,
                    site.map_or(layout::NONE, |site| counter(*site)),
                    asked(number, at).map_or(layout::NONE, |(_, outcome)| *outcome),
                ]);
                edges += 1;
            }
        }
        for call in &self.calls {
            words.extend([call.block, strings.number(&call.callee)]);
        }

        let texts = strings.bytes(layout::ALIGN);
        let length = layout::HEADER + texts.len() + 4 * words.len();
        let mut out = AsmSection::new(sections::GRAPH, Some(group));
        out.words(&[layout::MAGIC, length as u32]);
        out.address(&counters.symbol(), module.pointer_bytes());
        out.words(&[
            self.blocks.len() as u32,
            edges,
            self.calls.len() as u32,
            strings.count() as u32,
        ]);
        out.bytes(&texts);
        out.words(&words);
        debug_assert_eq!(out.len(), length);
        out.finish(module);
    }
}
