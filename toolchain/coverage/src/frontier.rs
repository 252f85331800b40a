//! The frontier: where inputs stop, and what lies behind each of these places.
//!
//! A *place* is a block that ran and has ways out that were never taken; or several blocks of a function that decide one
//! condition of the source. What lies behind it are the blocks that did not run
//! and that only it leads to, in its function and in the functions that are called there: its part of the dominator tree of
//! all that did not run. What several places lead to lies behind none of them. A function whose address is in a table, or was
//! taken by code that ran, may be called at any time: it lies behind no place either.

use std::collections::{BTreeMap, HashMap, HashSet};

use fz_base::words::many;
use fz_binary::Place;
use petgraph::{
    algo::dominators,
    graph::{DiGraph, NodeIndex},
};
use serde::Serialize;

use crate::{
    flow::{Flow, Function, Ran},
    names::demangled,
};

/// A place where inputs stop.
#[derive(Debug, PartialEq, Eq)]
pub struct Stop {
    /// In [`Flow::functions`].
    pub function: usize,
    /// The block that ran; of several that decide one condition the first.
    pub block: usize,
    pub place: Place,
    /// The ways that were never taken.
    pub ways: Vec<Way>,
    /// Behind all of these ways, of which some may lead to the same.
    pub behind: Behind,
}

/// A way that was never taken.
#[derive(Debug, PartialEq, Eq)]
pub struct Way {
    /// The identity of the outcome that takes it; `None`: no condition of the source decides, as where a call did not return.
    pub outcome: Option<usize>,
    pub behind: Behind,
}

/// What only one place or way leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behind {
    /// Blocks that did not run.
    pub blocks: usize,
    /// Those of them that decide something.
    pub decisions: usize,
    /// Functions that were never called, the largest first.
    pub functions: Vec<usize>,
}

/// What only one condition leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Hidden {
    /// Blocks that did not run.
    pub blocks: usize,
    /// Those of them that decide something.
    pub decisions: usize,
    /// Symbols of functions that were never called, the largest first.
    pub functions: Vec<String>,
}

impl Hidden {
    pub fn of(flow: &Flow, behind: &Behind) -> Hidden {
        let functions = behind.functions.iter();
        Hidden {
            blocks: behind.blocks,
            decisions: behind.decisions,
            functions: functions
                .map(|f| flow.functions[*f].symbol.clone())
                .collect(),
        }
    }

    /// What lies behind several of which none leads to what is behind another.
    pub fn together(all: impl Iterator<Item = Hidden>) -> Hidden {
        all.fold(Hidden::default(), |mut sum, one| {
            sum.blocks += one.blocks;
            sum.decisions += one.decisions;
            sum.functions.extend(one.functions);
            sum
        })
    }

    /// `12 blocks,  3 functions`, of one width whatever the numbers.
    pub fn sizes(&self) -> String {
        let functions = many(self.functions.len(), "function");
        format!("{:>14}, {functions:>13}", many(self.blocks, "block"))
    }

    /// The names of so many of the functions.
    pub fn names(&self, most: usize) -> Option<String> {
        let named = self.functions.iter().take(most);
        let mut names: Vec<String> = named.map(|symbol| demangled(symbol)).collect();
        if self.functions.len() > most {
            names.push(format!("and {} more", self.functions.len() - most));
        }
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// What a node of the graph stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Node {
    /// All that ran.
    Ran,
    Place(usize, usize),
    /// The edge of a function.
    Way(usize, usize),
    Block(usize, usize),
}

/// By outcome that never was: what lies behind its condition.
pub fn by_outcome(flow: &Flow, is_reached: impl Fn(usize) -> bool) -> HashMap<usize, Hidden> {
    let mut hidden = HashMap::new();
    for stop in of(flow, is_reached) {
        let behind = Hidden::of(flow, &stop.behind);
        let outcomes = stop.ways.iter().filter_map(|way| way.outcome);
        hidden.extend(outcomes.map(|outcome| (outcome, behind.clone())));
    }
    hidden
}

/// All places where inputs stop, what hides most first, by the identities that were reached.
pub fn of(flow: &Flow, is_reached: impl Fn(usize) -> bool) -> Vec<Stop> {
    let ran = flow.ran(&is_reached);
    let (graph, numbers) = graph(flow, &ran, &is_reached);
    let code: Vec<Vec<usize>> = flow.functions.iter().map(Function::code).collect();
    let code_ran: Vec<HashSet<usize>> = (code.iter().zip(&ran))
        .map(|(code, ran)| {
            let ran = code.iter().zip(&ran.blocks).filter(|(_, ran)| **ran);
            ran.map(|(first, _)| *first).collect()
        })
        .collect();
    let root = numbers[&Node::Ran];
    let tree = dominators::simple_fast(&graph, root);
    let mut children: HashMap<NodeIndex, Vec<NodeIndex>> = HashMap::new();
    for node in graph.node_indices() {
        if let Some(over) = tree.immediate_dominator(node) {
            children.entry(over).or_default().push(node);
        }
    }
    let sizes: HashMap<usize, usize> = flow
        .functions
        .iter()
        .map(Function::size)
        .enumerate()
        .collect();
    let behind = |from: NodeIndex| {
        let mut behind = Behind::default();
        let mut seen = HashSet::new();
        let mut deciding = HashSet::new();
        let mut work = vec![from];
        while let Some(node) = work.pop() {
            work.extend(children.get(&node).into_iter().flatten());
            let Node::Block(function, block) = graph[node] else {
                continue;
            };
            if block == 0 {
                behind.functions.push(function);
            }
            // Code that runs on another way is known.
            let first = code[function][block];
            if code_ran[function].contains(&first) {
                continue;
            }
            seen.insert((function, first));
            if decides(flow, function, block) {
                deciding.insert((function, first));
            }
        }
        behind.blocks = seen.len();
        behind.decisions = deciding.len();
        behind
            .functions
            .sort_by_key(|f| (std::cmp::Reverse(sizes[f]), *f));
        behind
    };
    let deciding: Vec<Vec<usize>> = flow.functions.iter().map(deciding).collect();
    let mut places: BTreeMap<(usize, usize), Vec<Way>> = BTreeMap::new();
    for node in graph.node_indices() {
        if let Node::Way(function, edge) = graph[node] {
            let edge = &flow.functions[function].edges[edge];
            let place = (function, deciding[function][edge.from]);
            let ways = places.entry(place).or_default();
            ways.push(Way {
                outcome: edge.outcome,
                behind: behind(node),
            });
        }
    }
    let stop = |((function, block), ways): ((usize, usize), Vec<Way>)| {
        let of = &flow.functions[function].blocks[block];
        Stop {
            function,
            block,
            place: match of.decides.line {
                0 => of.place.clone(),
                _ => of.decides.clone(),
            },
            ways,
            behind: behind(numbers[&Node::Place(function, block)]),
        }
    };
    let mut stops: Vec<Stop> = places.into_iter().map(stop).collect();
    stops.sort_by(|a, b| {
        let order = |s: &Stop| {
            (
                std::cmp::Reverse((s.behind.blocks, s.behind.functions.len())),
                s.function,
                s.block,
            )
        };
        order(a).cmp(&order(b))
    });
    stops
}

/// Whether a block has several ways out.
fn decides(flow: &Flow, function: usize, block: usize) -> bool {
    let edges = flow.functions[function].edges.iter();
    edges.filter(|e| e.from == block).nth(1).is_some()
}

/// By block: the first that decides the same condition, most often itself.
fn deciding(function: &Function) -> Vec<usize> {
    // One of the outcomes tells conditions apart.
    let mut least: BTreeMap<usize, usize> = BTreeMap::new();
    for edge in &function.edges {
        if let Some(outcome) = edge.outcome {
            let known = least.entry(edge.from).or_insert(outcome);
            *known = outcome.min(*known);
        }
    }
    let mut first: HashMap<usize, usize> = HashMap::new();
    let mut deciding: Vec<usize> = (0..function.blocks.len()).collect();
    for (block, outcome) in least {
        deciding[block] = *first.entry(outcome).or_insert(block);
    }
    deciding
}

/// All that did not run and that something leads to, behind the places where inputs stop.
fn graph(
    flow: &Flow,
    ran: &[Ran],
    is_reached: &dyn Fn(usize) -> bool,
) -> (DiGraph<Node, ()>, HashMap<Node, NodeIndex>) {
    let mut graph = DiGraph::new();
    let mut numbers = HashMap::new();
    let mut number = |graph: &mut DiGraph<Node, ()>, node: Node| {
        *numbers.entry(node).or_insert_with(|| graph.add_node(node))
    };
    let mut arcs = Vec::new();
    for (at, (function, ran)) in flow.functions.iter().zip(ran).enumerate() {
        let deciding = deciding(function);
        let mut ways: HashMap<(usize, usize), usize> = HashMap::new();
        for (edge, of) in function.edges.iter().enumerate() {
            match (ran.blocks[of.from], ran.blocks[of.to]) {
                (false, false) => arcs.push((Node::Block(at, of.from), Node::Block(at, of.to))),
                // The condition came out so in another block: nothing stops inputs from doing so here.
                (true, _) if !ran.edges[edge] && of.outcome.is_some_and(is_reached) => {
                    arcs.push((Node::Ran, Node::Block(at, of.to)));
                }
                (true, is_there) if !ran.edges[edge] => {
                    let place = Node::Place(at, deciding[of.from]);
                    let first = |outcome| *ways.entry((deciding[of.from], outcome)).or_insert(edge);
                    let way = Node::Way(at, of.outcome.map_or(edge, first));
                    arcs.push((Node::Ran, place));
                    arcs.push((place, way));
                    if !is_there {
                        arcs.push((way, Node::Block(at, of.to)));
                    }
                }
                _ => {}
            }
        }
        for (block, call) in &function.calls {
            let Some(callee) = call.function() else {
                continue;
            };
            let caller = match ran.blocks[*block] {
                true => Node::Ran,
                false => Node::Block(at, *block),
            };
            arcs.push((caller, Node::Block(callee, 0)));
        }
    }
    let of_data = flow.of_data().into_iter();
    arcs.extend(of_data.map(|callee| (Node::Ran, Node::Block(callee, 0))));
    let is_news = |(_, to): &(Node, Node)| match *to {
        Node::Block(function, block) => !ran[function].blocks[block],
        _ => true,
    };
    arcs.retain(is_news);
    arcs.sort_unstable();
    arcs.dedup();
    number(&mut graph, Node::Ran);
    for (from, to) in arcs {
        let (from, to) = (number(&mut graph, from), number(&mut graph, to));
        graph.add_edge(from, to, ());
    }
    (graph, numbers)
}

#[cfg(test)]
mod tests;
