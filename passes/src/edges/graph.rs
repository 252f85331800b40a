//! The control flow of a function: its blocks, what follows what, whom each block calls, and what it names. Written into
//! `.debug_fz_graph` (layout: [`fz_abi::graph`]).

use std::collections::{BTreeSet, HashMap, HashSet};

use fz_abi::{graph as layout, sections};

use super::{
    coverage::Findings,
    places::Shape,
    references::{Data, Names, References},
    threads::{self, Step},
};
use crate::{
    analyses::{
        flow::CounterSite,
        prune::{CountSource, CounterPlan},
    },
    ir::{Block, Function, Global, Inst, Location, Module, Op},
    marks::returned,
    records::{
        asm_section::{AsmSection, Group},
        strings::Strings,
    },
};

/// What a function's record says. Collected before edges are split.
pub struct Graph {
    steps: Vec<Step>,
    /// Of the function's blocks.
    blocks: Vec<BlockPlaces>,
    calls: Vec<Call>,
    flags: u32,
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

struct Call {
    block: u32,
    /// Of [`layout::KINDS`].
    kind: u32,
    /// A symbol, or a type.
    callee: String,
}

/// Calls of a block, or of data, each once.
#[derive(Default)]
struct Calls(BTreeSet<(u32, String)>);

impl Calls {
    fn add(&mut self, names: Names) {
        for (kind, names) in [
            (layout::BY_NAME, names.called),
            (layout::BY_POINTER, names.pointers),
            (layout::ADDRESS, names.functions),
            (layout::TABLE, names.of_tables),
            (layout::DATA, names.data),
        ] {
            self.0.extend(names.into_iter().map(|name| (kind, name)));
        }
    }

    fn of_block(self, block: u32) -> impl Iterator<Item = Call> {
        let calls = self.0.into_iter();
        calls.map(move |(kind, callee)| Call {
            block,
            kind,
            callee,
        })
    }
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
            let mut of_block = Calls::default();
            let mut names = of_phis.get(block).cloned().unwrap_or_default();
            for instruction in block.instructions().filter(|i| !i.is(Op::Phi)) {
                names.add_instruction(instruction);
            }
            of_block.add(names);
            calls.extend(of_block.of_block(number as u32));
        }
        let is_in = |functions: &HashSet<Function>| functions.contains(&shape.function);
        let flags = [
            (layout::STARTS, is_in(&references.starting)),
            (layout::KEPT, is_in(&references.kept)),
        ];
        Graph {
            steps,
            blocks: shape.blocks.iter().map(block).collect(),
            calls,
            flags: flags.iter().filter(|(_, is)| *is).map(|(f, _)| f).sum(),
            signature: shape.function.signature(),
        }
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
        let mut copies = vec![0; self.blocks.len()];
        self.steps.iter().for_each(|step| copies[step.block] += 1);
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
        let mut before = None;
        for step in &self.steps {
            let is_copy = before.replace(step.block) == Some(step.block);
            let places = &self.blocks[step.block];
            let own = 0..shape.cfg.blocks[step.block].edges.len();
            let condition = own.into_iter().find_map(|edge| asked(step.block, edge));
            words.extend(strings.place(&places.begins));
            words.push(match copies[step.block] {
                1 => of_blocks[step.block],
                _ if is_copy => layout::COPY,
                _ => layout::NONE,
            });
            words.push(condition.map_or(layout::NONE, |(condition, _)| *condition));
            words.extend(strings.place(&places.decides));
        }
        let mut edges = 0;
        for (number, step) in self.steps.iter().enumerate() {
            for way in &step.ways {
                let to = shape.cfg.blocks[step.block].edges[way.edge].to;
                let site = of_edges.get(&(step.block, way.edge));
                words.extend([
                    number as u32,
                    way.to as u32,
                    match copies[to] {
                        // Its ways are told apart by what leads to them.
                        2.. if site.is_none() => of_blocks[to],
                        _ => site.map_or(layout::NONE, |site| counter(*site)),
                    },
                    asked(step.block, way.edge).map_or(layout::NONE, |(_, outcome)| *outcome),
                ]);
                edges += 1;
            }
        }
        for call in &self.calls {
            words.extend([call.block, call.kind, strings.number(&call.callee)]);
        }
        let signature = strings.number(&self.signature);

        let texts = strings.bytes(layout::ALIGN);
        let length = layout::HEADER + texts.len() + 4 * words.len();
        let mut out = AsmSection::new(sections::GRAPH, Some(group));
        out.words(&[layout::MAGIC, length as u32]);
        out.address(&counters.symbol(), module.pointer_bytes());
        out.words(&[
            self.steps.len() as u32,
            edges,
            self.calls.len() as u32,
            strings.count() as u32,
            self.flags,
            signature,
        ]);
        out.bytes(&texts);
        out.words(&words);
        debug_assert_eq!(out.len(), length);
        out.finish(module);
    }
}

/// Writes the record of what data names.
pub fn write_data(module: Module, data: &Data) {
    let mut calls = Calls::default();
    calls.add(data.names.clone());
    let calls: Vec<Call> = calls.of_block(layout::NONE).collect();
    let name = data.global.value().name();
    let mut strings = Strings::new(&name);
    let mut words = Vec::new();
    for call in &calls {
        words.extend([call.block, call.kind, strings.number(&call.callee)]);
    }
    let texts = strings.bytes(layout::ALIGN);
    let length = layout::HEADER + texts.len() + 4 * words.len();
    // Of what several units have once. It says nothing of whether the data is kept, so its group is another.
    let group = (!data.global.is_local()).then(|| Group {
        name: format!("fz.data.{name}"),
        deduplicated: true,
    });
    let mut out = AsmSection::new(sections::GRAPH, group.as_ref());
    // No address: nothing keeps the data for it.
    out.words(&[layout::MAGIC, length as u32, 0, 0]);
    out.words(&[
        0,
        0,
        calls.len() as u32,
        strings.count() as u32,
        u32::from(data.is_alias) * layout::ALIAS + u32::from(data.is_kept) * layout::KEPT,
        0,
    ]);
    out.bytes(&texts);
    out.words(&words);
    debug_assert_eq!(out.len(), length);
    out.finish(module);
}
