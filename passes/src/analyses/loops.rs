//! Branches that close a loop.

use std::{collections::HashMap, ops::Range};

use petgraph::{
    algo::dominators::simple_fast,
    graph::{DiGraph, NodeIndex},
};

use crate::ir::{Block, Function, Inst};

/// A function's dominator tree: for each block the interval from the walk's arrival there to its departure.
pub struct Loops {
    spans: HashMap<Block, Range<usize>>,
}

impl Loops {
    /// Computes the dominator tree of a function.
    pub fn of(function: Function) -> Loops {
        let mut graph = DiGraph::<Block, ()>::new();
        let blocks = function.blocks();
        let nodes: HashMap<_, _> = blocks.iter().map(|b| (*b, graph.add_node(*b))).collect();
        for block in &blocks {
            for next in block.successors() {
                graph.add_edge(nodes[block], nodes[&next], ());
            }
        }
        let root = nodes[&function.entry()];
        let dominators = simple_fast(&graph, root);
        let mut below: HashMap<NodeIndex, Vec<NodeIndex>> = HashMap::new();
        for node in graph.node_indices() {
            if let Some(above) = dominators.immediate_dominator(node) {
                below.entry(above).or_default().push(node);
            }
        }
        let mut spans = HashMap::new();
        let (mut time, mut work) = (0, vec![(root, false)]);
        while let Some((node, is_done)) = work.pop() {
            time += 1;
            if is_done {
                let span: &mut Range<usize> = spans.get_mut(&graph[node]).expect("begun");
                span.end = time;
                continue;
            }
            spans.insert(graph[node], time..time);
            work.push((node, true));
            let below = below.remove(&node).unwrap_or_default();
            work.extend(below.into_iter().map(|n| (n, false)));
        }
        Loops { spans }
    }

    /// Whether a compare only decides if a loop continues, as SanitizerCoverage asks it.
    pub fn is_closed_by(&self, compare: Inst) -> bool {
        let uses = compare.uses();
        let [one] = &uses[..] else {
            return false;
        };
        let Some(branch) = one.user.as_inst().and_then(Inst::as_term) else {
            return false;
        };
        let from = branch.block();
        branch.branch_condition().is_some()
            && from.successors().into_iter().any(|to| {
                self.dominates(to, from)
                    // The block of a critical edge that was split.
                    || matches!(to.successors()[..], [next] if self.dominates(next, from))
            })
    }

    /// Unreachable blocks have no dominators.
    fn dominates(&self, above: Block, below: Block) -> bool {
        match (self.spans.get(&above), self.spans.get(&below)) {
            (Some(above), Some(below)) => above.contains(&below.start),
            _ => false,
        }
    }
}
