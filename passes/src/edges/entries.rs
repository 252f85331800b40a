//! Functions whose hit count follows from the counters of their callers.

use std::collections::{HashMap, HashSet};

use petgraph::{algo::tarjan_scc, graph::DiGraph};

use super::places::Shape;
use crate::{
    analyses::calls::Calls,
    ir::{Block, Call, Function},
};

/// For each function, whether the counters of others determine how often it is entered: it can only be called directly,
/// by functions with counters, and the hit count of each call's basic block follows from edges.
pub fn known(shapes: &[Shape], calls: &Calls) -> Vec<bool> {
    let index: HashMap<Function, usize> = shapes
        .iter()
        .zip(0..)
        .map(|(s, n)| (s.function, n))
        .collect();
    let told: Vec<HashSet<Block>> = shapes.iter().map(told_blocks).collect();
    let is_told = |call: &usize| {
        let call = calls.all[*call];
        let block = call.call.block();
        index.get(&call.caller).is_some_and(|caller| {
            // A call earlier in the block may not return, and then the block's count is too high.
            let first = block
                .calls()
                .find(|call| call.may_not_return() || call.returns_twice());
            told[*caller].contains(&block) && first.is_none_or(|f| !precedes(f, call.call))
        })
    };
    let candidate = |shape: &Shape| {
        let sites = calls.to(shape.function);
        !calls.is_open(shape.function) && !sites.is_empty() && sites.iter().all(is_told)
    };
    let mut known: Vec<bool> = shapes.iter().map(candidate).collect();
    // Functions in a cycle of calls would each depend on the others.
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = shapes.iter().map(|_| graph.add_node(())).collect();
    for (callee, shape) in shapes.iter().enumerate().filter(|(n, _)| known[*n]) {
        for call in calls.to(shape.function) {
            let caller = index[&calls.all[*call].caller];
            graph.add_edge(nodes[callee], nodes[caller], ());
        }
    }
    for component in tarjan_scc(&graph) {
        let first = component[0];
        if component.len() > 1 || graph.contains_edge(first, first) {
            for node in component {
                known[node.index()] = false;
            }
        }
    }
    known
}

/// Whether `first` precedes `second` in their basic block.
fn precedes(first: Call, second: Call) -> bool {
    std::iter::successors(first.next(), |i| i.next()).any(|i| second == i)
}

/// Basic blocks whose hit count is a sum of sites: every edge to them is a site, or comes from such a block that has a
/// single successor.
fn told_blocks(shape: &Shape) -> HashSet<Block> {
    let (cfg, flow) = (&shape.cfg, &shape.flow);
    let mut open = vec![0usize; flow.nodes];
    let mut onward = vec![Vec::new(); flow.nodes];
    for arc in flow.arcs.iter().filter(|a| a.site.is_none()) {
        open[arc.to] += 1;
        onward[arc.from].push(arc.to);
    }
    let mut work: Vec<usize> = (0..flow.nodes).filter(|n| open[*n] == 0).collect();
    let mut told = HashSet::new();
    // Cycles without a site are never entered: their counts are unknown.
    while let Some(node) = work.pop() {
        let Some(block) = node.checked_sub(1).filter(|b| *b < cfg.blocks.len()) else {
            continue;
        };
        told.insert(shape.blocks[block]);
        let info = &cfg.blocks[block];
        if let ([to], 1, false) = (&onward[node][..], info.edges.len(), info.reentered) {
            open[*to] -= 1;
            if open[*to] == 0 {
                work.push(*to);
            }
        }
    }
    told
}
