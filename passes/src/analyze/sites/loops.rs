//! Which branches close a loop.

use std::collections::HashMap;

use petgraph::{
    algo::dominators::{Dominators, simple_fast},
    graph::{DiGraph, NodeIndex},
};

use crate::ir::{Block, Function, Value};

/// A function's dominators.
pub struct Loops {
    nodes: HashMap<Block, NodeIndex>,
    dominators: Dominators<NodeIndex>,
}

impl Loops {
    pub fn of(function: Function) -> Loops {
        let mut graph = DiGraph::<(), ()>::new();
        let blocks = function.blocks();
        let nodes: HashMap<_, _> = blocks.iter().map(|b| (*b, graph.add_node(()))).collect();
        for block in &blocks {
            for next in block.successors() {
                graph.add_edge(nodes[block], nodes[&next], ());
            }
        }
        let dominators = simple_fast(&graph, nodes[&function.entry()]);
        Loops { nodes, dominators }
    }

    /// Whether all that a compare is for is to go round once more, as SanitizerCoverage asks.
    pub fn is_closed_by(&self, compare: Value) -> bool {
        let uses = compare.uses();
        let [one] = &uses[..] else {
            return false;
        };
        let from = one.user.block();
        one.user.branch_condition().is_some()
            && from.successors().into_iter().any(|to| {
                self.dominates(to, from)
                    // A critical edge that was split.
                    || matches!(to.successors()[..], [next] if self.dominates(next, from))
            })
    }

    fn dominates(&self, above: Block, below: Block) -> bool {
        let mut dominators = self.dominators.dominators(self.nodes[&below]);
        let above = self.nodes[&above];
        dominators
            .as_mut()
            .is_some_and(|all| all.any(|n| n == above))
    }
}
