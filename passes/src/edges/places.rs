//! A function's shape as `flow` and `prune` need it, and the basic blocks in which its counters are planted.

use std::collections::{BTreeSet, HashMap, HashSet};

use fz_records::Site;

use super::described::{self, Moved};
use crate::ir::Op;
use crate::{
    analyses::{
        flow::{BlockInfo, Cfg, Counted, CounterSite, Edge, Flow},
        prune::CounterPlan,
    },
    hash::Hash,
    ir::{Block, Call, Function, Term},
    marks::{guard, returned, step},
};

/// The most counters that may tell together that a block ran: each line of the block names them all.
const MOST_SOURCES: usize = 64;

/// The reachable basic blocks of a function, and its flow graph before anything is planted.
pub struct Shape {
    pub function: Function,
    pub blocks: Vec<Block>,
    pub cfg: Cfg,
    pub flow: Flow,
    /// Blocks that get a counter although no decision leads to them.
    joins: Vec<usize>,
    /// Depends on the graph only, so it is equal in every unit that compiles the function in the same way. A [`Hash`]
    /// of each block's number of successors and their numbers, in the order of blocks and of successors.
    pub hash: u64,
}

impl Shape {
    /// `skip_steps`: edges to a step between two others are no sites, nor are those of silent branches. `of_source`:
    /// only branches of the source are sites, and blocks that control reaches from many sites get a counter of their
    /// own. `nodes`: so does every block that decides.
    pub fn of(function: Function, skip_steps: bool, of_source: bool, nodes: bool) -> Shape {
        let blocks = reachable(function);
        let number: HashMap<Block, usize> = blocks.iter().zip(0..).map(|(b, n)| (*b, n)).collect();
        let successors: Vec<Vec<(usize, Block)>> = blocks.iter().map(|b| ways(*b)).collect();
        let mut predecessors = vec![0usize; blocks.len()];
        let mut hash = Hash::default();
        for list in &successors {
            hash.number(list.len() as u64);
            for (_, s) in list {
                predecessors[number[s]] += 1;
                hash.number(number[s] as u64);
            }
        }
        let infos = blocks.iter().zip(&successors).map(|(block, list)| {
            let terminator = block.terminator().expect("a finished block");
            let decides = match list.len() {
                1 => returned::is_marked(terminator),
                // A sanitizer's own branch, which the source does not have.
                _ if of_source && is_check(terminator) => false,
                _ => !(skip_steps && step::is_silent(terminator)),
            };
            let is_check = list.len() > 1 && is_check(terminator);
            let ends = |target: &Block| {
                let end = target.terminator();
                end.is_some_and(|t| t.op() == Op::Unreachable) && !target.is_unreachable()
            };
            // A check that ends the program held wherever the program goes on.
            let may_end = is_check && list.iter().any(|(_, target)| ends(target));
            let edge = |(way, target): &(usize, Block)| Edge {
                to: number[target],
                way: *way,
                counted: match decides {
                    true if may_end && !ends(target) && predecessors[number[target]] == 1 => {
                        Counted::No
                    }
                    true if skip_steps && is_step(*target, predecessors[number[target]]) => {
                        Counted::No
                    }
                    true => counted(terminator, *way, *target, predecessors[number[target]]),
                    false => Counted::No,
                },
            };
            // A block that holds only `unreachable` never runs.
            let real = list.iter().filter(|(_, t)| !t.is_unreachable());
            let edges: Vec<_> = real.map(edge).collect();
            BlockInfo {
                leaves: edges.is_empty(),
                edges,
                cuts: block.calls().any(Call::may_not_return),
                reentered: block.calls().any(Call::returns_twice),
                own: false,
            }
        });
        let mut cfg = Cfg {
            blocks: infos.collect(),
        };
        let has_room = |block: usize| blocks[block].first_insertion_point().is_some();
        let mut joins = match of_source {
            true => cfg.count_joins(MOST_SOURCES, has_room),
            false => Vec::new(),
        };
        if nodes {
            joins.extend(cfg.count_nodes(has_room));
        }
        Shape {
            function,
            flow: cfg.flow(),
            joins,
            cfg,
            blocks,
            hash: hash.finish(),
        }
    }

    /// Describes each site. Called before edges are split. `place`: the location in the source of a compiled location.
    pub fn sites(&self, place: Moved) -> Vec<Site> {
        let edge = |block: usize, edge: usize| {
            let terminator = self.terminator(block);
            let Edge { to, way, .. } = self.cfg.blocks[block].edges[edge];
            described::edge(terminator, way, self.blocks[to], place)
        };
        let site = |site: &CounterSite| match *site {
            CounterSite::Entry => described::entry(self.function, place),
            CounterSite::Target { target, .. } if self.joins.contains(&target) => {
                described::join(self.blocks[target], place)
            }
            CounterSite::Edge { block, edge: e } | CounterSite::Target { block, edge: e, .. } => {
                edge(block, e)
            }
        };
        self.flow.sites.iter().map(site).collect()
    }

    /// Splits edges where needed, and returns the block of each counter that the plan keeps.
    pub fn open(&self, plan: &CounterPlan) -> Vec<Block> {
        let block = |site: usize| match self.flow.sites[site] {
            CounterSite::Entry => self.function.entry(),
            CounterSite::Target { target, .. } => self.blocks[target],
            CounterSite::Edge { block, edge } => {
                let edge = self.cfg.blocks[block].edges[edge];
                match edge.counted {
                    Counted::Split => self.blocks[block]
                        .split_critical_edge(edge.way)
                        .expect("`counted` offers only edges that can be split"),
                    _ => self.blocks[edge.to],
                }
            }
        };
        // In the order of the code, whatever the order of the counters, so that new blocks are next to their edges.
        let mut sites = plan.kept.clone();
        sites.sort_unstable();
        let blocks: HashMap<usize, Block> = sites.into_iter().map(|s| (s, block(s))).collect();
        plan.kept.iter().map(|site| blocks[site]).collect()
    }

    /// For each block, the sites from which control reaches it without passing another.
    pub fn sources(&self) -> Vec<BTreeSet<usize>> {
        let blocks = &self.cfg.blocks;
        let mut sources = vec![BTreeSet::new(); blocks.len()];
        // A block's own counter has seen every execution.
        let mut has_own = vec![false; blocks.len()];
        for site in &self.flow.sites {
            if let CounterSite::Target { target, .. } = *site {
                has_own[target] = true;
            }
        }
        for (number, site) in self.flow.sites.iter().enumerate() {
            let target = match *site {
                CounterSite::Entry => 0,
                CounterSite::Edge { block, edge } => blocks[block].edges[edge].to,
                CounterSite::Target { target, .. } => target,
            };
            if !has_own[target] || matches!(site, CounterSite::Target { .. }) {
                sources[target].insert(number);
            }
        }
        let mut work: Vec<usize> = (0..blocks.len()).collect();
        while let Some(block) = work.pop() {
            for edge in &blocks[block].edges {
                if edge.counted != Counted::No || edge.to == block || has_own[edge.to] {
                    continue;
                }
                let new: Vec<_> = sources[block]
                    .difference(&sources[edge.to])
                    .copied()
                    .collect();
                if !new.is_empty() {
                    sources[edge.to].extend(new);
                    work.push(edge.to);
                }
            }
        }
        sources
    }

    fn terminator(&self, block: usize) -> Term {
        self.blocks[block].terminator().expect("a finished block")
    }
}

/// Whether clang emitted the branch for a sanitizer's check, and it is not a guard.
fn is_check(terminator: Term) -> bool {
    let kind = terminator.metadata_kind("nosanitize");
    terminator.has_metadata(kind) && !guard::is_marked(terminator)
}

/// The successors of a block, each with its index in the terminator. Each case of a switch is an edge, also where
/// several lead to the same block. The edges of a computed goto cannot be told apart.
fn ways(block: Block) -> Vec<(usize, Block)> {
    let Some(terminator) = block.terminator() else {
        return Vec::new();
    };
    let mut all: Vec<_> = terminator.successors().into_iter().enumerate().collect();
    if let Op::IndirectBr | Op::CallBr = terminator.op() {
        let mut seen = HashSet::new();
        all.retain(|(_, target)| seen.insert(*target));
    }
    all
}

/// In the order of the function's list of blocks, the entry first.
fn reachable(function: Function) -> Vec<Block> {
    let entry = function.entry();
    let mut seen = HashSet::from([entry]);
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        work.extend(block.successors().into_iter().filter(|b| seen.insert(*b)));
    }
    let mut blocks = function.blocks();
    blocks.retain(|b| seen.contains(b));
    blocks
}

/// Whether a block only asks the next of several questions that belong together. Each answer has its own edge, so the
/// edge to the block adds nothing.
fn is_step(block: Block, arrivals: usize) -> bool {
    let terminator = block.terminator().expect("a finished block");
    arrivals == 1 && terminator.successors().len() > 1 && step::is_marked(terminator)
}

fn counted(terminator: Term, way: usize, target: Block, arrivals: usize) -> Counted {
    let has_room = target.first_insertion_point().is_some();
    // Optimisations double branches of guards: the edges into the guard block stand for one guard, and share a counter.
    let is_guard = guard::read(terminator).is_some_and(|g| g.failed == way);
    let splittable = match terminator.op() {
        Op::IndirectBr => false,
        _ if is_guard => false,
        // Only the fallthrough edge can be split: the assembly holds the addresses of the other targets.
        Op::CallBr => terminator.successors().first() == Some(&target),
        _ => !target.is_landing_place(),
    };
    match (arrivals, splittable, has_room) {
        (1, _, true) => Counted::InTarget,
        (2.., true, _) => Counted::Split,
        (_, _, true) => Counted::Shared,
        _ => Counted::No,
    }
}
