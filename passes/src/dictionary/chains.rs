//! Tokens from numbers that are adjacent in memory and compared one after the other: `p[0] == '%' && p[1] == 'P'` is
//! `%P`.
//!
//! A walk over the function's dominator tree knows at each compare which others were equal on the way there, and which
//! memory they read; the longest row of neighbours with this compare is a token. Cases of a switch are such facts, too.
//! A row that a later compare of the same condition extends is not a token of its own.

use std::collections::{HashMap, HashSet};

use fz_abi::tokens as layout;
use petgraph::{
    algo::dominators,
    graph::{DiGraph, NodeIndex},
};

use super::memory::{Element, Mark, Memory};
use crate::{
    ir::{Block, Function, Inst, IntPredicate, Module, Op, Value},
    marks::tokens::{Token, TokenKind},
};

/// The number of most recent facts that are searched.
const REMEMBERED: usize = 64;

/// A value that is known to be equal to a constant.
#[derive(Clone)]
struct Fact {
    /// The compare or switch that established it.
    asked: Inst,
    element: Element,
    constant: u128,
}

/// The tokens of a function's chains, by their last compares.
pub fn of(module: Module, function: Function) -> HashMap<Inst, Token> {
    let blocks = function.blocks();
    let asks = |i: &Inst| equality(*i).is_some();
    let candidates = blocks.iter().flat_map(|b| b.instructions()).filter(asks);
    // A row needs two compares, and most functions have none.
    if candidates.take(2).count() < 2 && !has_switch(&blocks) {
        return HashMap::new();
    }
    let mut walk = Walk {
        module,
        memory: Memory::default(),
        facts: Vec::new(),
        rows: HashMap::new(),
        extended: HashSet::new(),
    };
    walk.all(function, blocks);
    let Walk { rows, extended, .. } = walk;
    rows.into_iter()
        .filter(|(compare, _)| !extended.contains(compare))
        .filter_map(|(compare, bytes)| Some((compare, token(bytes)?)))
        .collect()
}

fn has_switch(blocks: &[Block]) -> bool {
    let mut terminators = blocks.iter().filter_map(|b| b.terminator());
    terminators.any(|t| t.is(Op::Switch))
}

fn token(bytes: Vec<u8>) -> Option<Token> {
    let is_text = bytes.iter().all(|b| b.is_ascii_graphic() || *b == b' ');
    let score = match bytes.len() {
        _ if bytes.iter().all(|b| *b == 0) => 5,
        // Counts and states in adjacent fields of the program's own data look the same.
        _ if bytes.iter().all(|b| *b < b' ') => 25,
        2 => 55,
        3 => 70,
        _ => 80,
    };
    (bytes.len() <= layout::LONGEST).then(|| Token {
        kind: TokenKind::Chain,
        score: score + if is_text { 5 } else { 0 },
        flags: 0,
        bytes,
        source: String::new(),
    })
}

/// The operands of a compare for equality with a constant.
fn equality(compare: Inst) -> Option<(Value, u128)> {
    use IntPredicate::{Eq, Ne};
    if !matches!(compare.int_predicate(), Some(Eq | Ne)) {
        return None;
    }
    let [a, b] = [compare.operand(0), compare.operand(1)];
    a.ty().int_bits().filter(|bits| *bits >= 8)?;
    Some((a, b.int_constant()?))
}

/// Whether two compares branch to the same block if they fail, as those of `a && b` do: they form a token together
/// only.
fn is_one_question(a: Inst, b: Inst) -> bool {
    let (Some(a), Some(b)) = (elsewhere(a), elsewhere(b)) else {
        return false;
    };
    a == b
}

/// Where control goes if a compare for equality fails. For a value that no branch uses, where its block goes.
fn elsewhere(compare: Inst) -> Option<Block> {
    let predicate = compare.int_predicate()?;
    let terminator = compare.block().terminator()?;
    let successors = terminator.successors();
    match terminator.branch_condition() {
        Some(condition) if condition == compare => {
            let is_equal = predicate == IntPredicate::Eq;
            Some(successors[if is_equal { 1 } else { 0 }])
        }
        Some(_) => None,
        None => successors.first().copied(),
    }
}

struct Walk {
    module: Module,
    memory: Memory,
    facts: Vec<Fact>,
    rows: HashMap<Inst, Vec<u8>>,
    /// Compares whose rows other compares extend.
    extended: HashSet<Inst>,
}

/// A block to enter, or to leave again.
enum Step {
    Into(NodeIndex),
    Back(Mark, usize),
}

impl Walk {
    fn all(&mut self, function: Function, blocks: Vec<Block>) {
        let mut graph = DiGraph::<Block, ()>::with_capacity(blocks.len(), blocks.len());
        let nodes: HashMap<Block, NodeIndex> =
            blocks.iter().map(|b| (*b, graph.add_node(*b))).collect();
        for block in &blocks {
            for next in block.successors() {
                graph.add_edge(nodes[block], nodes[&next], ());
            }
        }
        let entry = nodes[&function.entry()];
        let dominators = dominators::simple_fast(&graph, entry);
        let mut children: Vec<Vec<NodeIndex>> = vec![Vec::new(); blocks.len()];
        for node in graph.node_indices() {
            if let Some(parent) = dominators.immediate_dominator(node) {
                children[parent.index()].push(node);
            }
        }
        let begins_loop = |node: NodeIndex| {
            let mut from = graph.neighbors_directed(node, petgraph::Incoming);
            // A predecessor later in the code is taken for a back edge: close enough, and faster than dominance.
            from.any(|f| f.index() >= node.index())
        };
        let mut work = vec![Step::Into(entry)];
        while let Some(step) = work.pop() {
            let node = match step {
                Step::Into(node) => node,
                Step::Back(mark, facts) => {
                    self.memory.back_to(&mark);
                    self.facts.truncate(facts);
                    continue;
                }
            };
            work.push(Step::Back(self.memory.mark(), self.facts.len()));
            if begins_loop(node) {
                self.memory.begin_loop();
            }
            let parent = dominators.immediate_dominator(node);
            let arrivals = graph.neighbors_directed(node, petgraph::Incoming).count();
            if let Some(parent) = parent.filter(|_| arrivals == 1) {
                self.arrive(graph[parent], graph[node]);
            }
            self.pass(graph[node]);
            work.extend(
                children[node.index()]
                    .iter()
                    .map(|child| Step::Into(*child)),
            );
        }
    }

    /// Adds what is known after the edge from one block to another, if that is the block's only edge in.
    fn arrive(&mut self, from: Block, to: Block) {
        let Some(terminator) = from.terminator() else {
            return;
        };
        let successors = terminator.successors();
        let fact = match terminator.op() {
            Op::Switch => {
                let way = successors.iter().position(|s| *s == to).filter(|w| *w > 0);
                way.and_then(|way| {
                    let case = terminator.cases()[way - 1].int_constant()?;
                    Some((terminator.inst(), terminator.operand(0), case))
                })
            }
            _ => terminator
                .branch_condition()
                .and_then(Value::as_inst)
                .and_then(|compare| {
                    let (value, constant) = equality(compare)?;
                    let is_equal = compare.int_predicate() == Some(IntPredicate::Eq);
                    let way = if is_equal { 0 } else { 1 };
                    (successors[way] == to).then_some((compare, value, constant))
                }),
        };
        if let Some((asked, value, constant)) = fact
            && let Some(element) = self.memory.element(value)
        {
            self.facts.push(Fact {
                asked,
                element,
                constant,
            });
        }
    }

    fn pass(&mut self, block: Block) {
        for instruction in block.instructions() {
            self.memory.step(self.module, instruction);
            if let Some((value, constant)) = equality(instruction)
                && let Some(element) = self.memory.element(value)
            {
                let fact = Fact {
                    asked: instruction,
                    element,
                    constant,
                };
                self.row(&fact);
            }
        }
    }

    /// Collects the neighbours of a fact.
    fn row(&mut self, own: &Fact) {
        // The NUL that ends a text is not part of it.
        if own.constant == 0 && own.element.bytes == 1 {
            return;
        }
        let known = self.facts.iter().rev().take(REMEMBERED);
        let known = known.filter(|f| f.element.place.root == own.element.place.root);
        // Of several facts about one place the last one counts.
        let mut by_offset: HashMap<i64, &Fact> = HashMap::new();
        let mut by_end: HashMap<i64, &Fact> = HashMap::new();
        let end = |f: &Fact| f.element.place.offset.wrapping_add(f.element.bytes.into());
        for fact in known {
            by_offset.entry(fact.element.place.offset).or_insert(fact);
            by_end.entry(end(fact)).or_insert(fact);
        }
        let mut before = Vec::new();
        let mut at = own.element.place.offset;
        while let Some(fact) = by_end.get(&at).filter(|_| before.len() < REMEMBERED) {
            before.push(*fact);
            at = fact.element.place.offset;
        }
        let mut row: Vec<&Fact> = before.into_iter().rev().collect();
        row.push(own);
        let mut at = end(own);
        while let Some(fact) = by_offset.get(&at).filter(|_| row.len() < REMEMBERED) {
            row.push(fact);
            at = end(fact);
        }
        if row.len() < 2 {
            return;
        }
        let is_big_endian = self.module.is_big_endian();
        let bytes = row.iter().flat_map(|fact| {
            let mut bytes = fact.constant.to_le_bytes()[..fact.element.bytes as usize].to_vec();
            if is_big_endian {
                bytes.reverse();
            }
            bytes
        });
        let bytes = bytes.collect();
        let others: Vec<_> = row.iter().map(|f| f.asked).collect();
        let is_part = |asked: &Inst| *asked != own.asked && is_one_question(*asked, own.asked);
        self.extended.extend(others.into_iter().filter(is_part));
        self.rows.insert(own.asked, bytes);
    }
}
