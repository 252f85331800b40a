//! Ways through a function whose ends are decided before: a φ node of constants says by which edge control came, and a
//! branch behind it follows. clang makes such branches of `while (a && b)`, of `c ? f : g`, and where variables go out of
//! scope on several ways. For the record of control flow each of these ways is one of its own, so that what lies behind the
//! branch lies behind the edge that decides.
//!
//! ```text
//! a:  br i1 %c, label %b, label %end           a ──── c is false ───► end: %d = false ───► next
//! b:  br label %end                      →     │
//! end:                                         └ true ► b ──────────► end: %d = true ────► body
//!   %d = phi i1 [ false, %a ], [ true, %b ]
//!   br i1 %d, label %body, label %next
//! ```

use std::collections::{HashMap, VecDeque};

use super::places::Shape;
use crate::{
    analyses::flow::{Counted, CounterSite},
    ir::{Block, Function, Inst, Op, Term, Value},
    marks::condition,
};

/// Makes φ nodes of the slots in which clang keeps where control goes after cleanups: constants are stored there, and
/// only switches that no condition of the source decides read them.
pub fn promote_slots(function: Function) {
    let is_slot = |slot: &Inst| {
        let uses = slot.uses();
        let users = uses.iter().filter_map(|u| u.user.as_inst());
        let is_fit = |user: Inst| match user.op() {
            Op::Store => user.operand(0).int_constant().is_some(),
            Op::Load => user.uses().iter().all(|u| {
                let reader = u.user.as_inst().and_then(Inst::as_term);
                reader.is_some_and(|r| r.is(Op::Switch) && condition::asked(r).is_none())
            }),
            _ => false,
        };
        slot.is_promotable() && users.map(is_fit).eq(uses.iter().map(|_| true))
    };
    let entry = function.entry().instructions();
    let slots: Vec<Inst> = entry.filter(|i| i.is_alloca() && is_slot(i)).collect();
    for slot in slots {
        // SAFETY: `slots` has only the slots themselves, each of which is promoted once.
        unsafe { slot.promote() }
    }
}

/// A block on one way; most blocks have one.
pub struct Step {
    /// In [`Shape::blocks`].
    pub block: usize,
    pub ways: Vec<Way>,
}

pub struct Way {
    /// Among the edges of the block.
    pub edge: usize,
    /// The block and edge that tell how often it was taken.
    pub counted: (usize, usize),
    /// The step that follows.
    pub to: usize,
}

/// All steps of a function, the entry first.
pub fn of(shape: &Shape) -> Vec<Step> {
    Threads::of(shape).steps()
}

/// So many operations stand between a φ node and what it decides: `!!x` takes four.
const MOST: usize = 6;

/// A value that follows from a φ node, by these operations.
struct Follows {
    phi: Inst,
    by: Vec<Inst>,
}

/// A φ node that is followed.
struct Thread {
    phi: Inst,
    /// The blocks from its own to where it decides, or is handed on.
    chain: Vec<usize>,
    /// What the last of them decides by it.
    decides: Option<Follows>,
}

/// The number that a φ node has on a way, by the φ's block.
type Known = Option<(usize, u128)>;

struct Threads<'a> {
    shape: &'a Shape,
    numbers: HashMap<Block, usize>,
    /// How many edges lead to each block.
    arrivals: Vec<usize>,
    /// Whether a block counts what arrives.
    has_counter: Vec<bool>,
    /// By the block that the φ node is in.
    all: HashMap<usize, Thread>,
}

impl Threads<'_> {
    fn of(shape: &Shape) -> Threads<'_> {
        let blocks = &shape.cfg.blocks;
        let mut arrivals = vec![0; blocks.len()];
        for edge in blocks.iter().flat_map(|info| &info.edges) {
            arrivals[edge.to] += 1;
        }
        let mut has_counter = vec![false; blocks.len()];
        for site in &shape.flow.sites {
            if let CounterSite::Target { target, .. } = *site {
                has_counter[target] = true;
            }
        }
        let mut threads = Threads {
            shape,
            numbers: shape.blocks.iter().copied().zip(0..).collect(),
            arrivals,
            has_counter,
            all: HashMap::new(),
        };
        let mut work: VecDeque<Inst> = (0..blocks.len())
            .filter_map(|block| Some(threads.decided(block)?.phi))
            .collect();
        while let Some(phi) = work.pop_front() {
            let Some(&block) = threads.numbers.get(&phi.block()) else {
                continue;
            };
            if threads.all.contains_key(&block) {
                continue;
            }
            if let Some(thread) = threads.thread(phi, block) {
                let incoming = phi.incoming();
                let others = incoming.iter().filter_map(|(value, _)| follows(*value));
                work.extend(others.map(|other| other.phi));
                threads.all.insert(block, thread);
            }
        }
        threads.drop_unused();
        threads
    }

    /// Drops those that decide nothing and are handed on to none that does.
    fn drop_unused(&mut self) {
        loop {
            let is_used = |thread: &Thread| {
                let last = *thread.chain.last().expect("it begins with a block");
                let mut next = self.shape.cfg.blocks[last].edges.iter();
                let is_taken = |other: &Thread| {
                    let mut incoming = other.phi.incoming().into_iter();
                    incoming.any(|(value, _)| follows(value).is_some_and(|f| f.phi == thread.phi))
                };
                thread.decides.is_some() || next.any(|e| self.all.get(&e.to).is_some_and(is_taken))
            };
            let unused = self.all.iter().filter(|(_, thread)| !is_used(thread));
            let unused: Vec<usize> = unused.map(|(block, _)| *block).collect();
            if unused.is_empty() {
                return;
            }
            unused.iter().for_each(|block| drop(self.all.remove(block)));
        }
    }

    /// What the end of a block is decided by; nothing if it has a condition of its own, and only one way.
    fn decided(&self, block: usize) -> Option<Follows> {
        let end = self.end(block);
        let asked = match end.op() {
            Op::Switch => end.operand(0),
            _ => end.branch_condition()?,
        };
        follows(asked).filter(|_| condition::asked(end).is_none())
    }

    fn thread(&self, phi: Inst, block: usize) -> Option<Thread> {
        let blocks = &self.shape.cfg.blocks;
        let decides = |at: usize| self.decided(at).filter(|d| d.phi == phi);
        let mut chain = vec![block];
        let mut is_counted = false;
        loop {
            let last = *chain.last().expect("it begins with a block");
            if self.has_counter[last] {
                return None;
            }
            if let Some(decides) = decides(last) {
                return Some(Thread {
                    phi,
                    chain,
                    decides: Some(decides),
                });
            }
            let [only] = &blocks[last].edges[..] else {
                return None;
            };
            let goes_on = blocks[only.to].edges.len() == 1 || decides(only.to).is_some();
            if self.arrivals[only.to] > 1 || !goes_on || chain.contains(&only.to) {
                // Which of the ways came here, nothing would say.
                let end = (!is_counted && only.counted == Counted::No).then_some(());
                return end.map(|()| Thread {
                    phi,
                    chain,
                    decides: None,
                });
            }
            is_counted |= only.counted != Counted::No;
            chain.push(only.to);
        }
    }

    fn steps(&self) -> Vec<Step> {
        let mut numbers: HashMap<(usize, Known), usize> = HashMap::from([((0, None), 0)]);
        let mut order = vec![(0, None)];
        let mut steps: Vec<Step> = Vec::new();
        while let Some(&(block, known)) = order.get(steps.len()) {
            let ways = self.ways(block, known);
            let ways = ways.into_iter().map(|(edge, counted)| {
                let to = self.shape.cfg.blocks[block].edges[edge].to;
                let next = (to, self.after(block, known, to));
                let number = *numbers.entry(next).or_insert_with(|| {
                    order.push(next);
                    order.len() - 1
                });
                Way {
                    edge,
                    counted,
                    to: number,
                }
            });
            let ways = ways.collect();
            steps.push(Step { block, ways });
        }
        in_order(steps)
    }

    /// The edges that may be taken, and what counts each.
    fn ways(&self, block: usize, known: Known) -> Vec<(usize, (usize, usize))> {
        let edges = 0..self.shape.cfg.blocks[block].edges.len();
        let all = || edges.clone().map(|edge| (edge, (block, edge))).collect();
        let Some((of, number)) = known else {
            return all();
        };
        let thread = &self.all[&of];
        let Some(decides) = &thread.decides else {
            return all();
        };
        let last = *thread.chain.last().expect("it begins with a block");
        let taken = (|| self.way(last, decides.value(number)?))();
        match (taken, block == last) {
            (None, false) => all(),
            (Some(taken), false) => edges.map(|edge| (edge, (last, taken))).collect(),
            (taken, true) => taken
                .map(|edge| (edge, (block, edge)))
                .into_iter()
                .collect(),
        }
    }

    /// The edge that a number chooses; none where LLVM knows that it does not come.
    fn way(&self, block: usize, number: u128) -> Option<usize> {
        let end = self.end(block);
        let way = match end.op() {
            Op::Switch => {
                let case = end
                    .cases()
                    .into_iter()
                    .position(|c| c.int() == Some(number));
                case.map_or(0, |case| case + 1)
            }
            _ => usize::from(number == 0),
        };
        let edges = &self.shape.cfg.blocks[block].edges;
        edges.iter().position(|edge| edge.way == way)
    }

    /// What is known after an edge.
    fn after(&self, from: usize, known: Known, to: usize) -> Known {
        if let Some(thread) = self.all.get(&to) {
            let incoming = thread.phi.incoming();
            let from = self.shape.blocks[from];
            let (value, _) = incoming.into_iter().find(|(_, block)| *block == from)?;
            return Some((to, self.number(value, known)?));
        }
        known.filter(|(of, _)| self.all[of].chain.contains(&to))
    }

    fn number(&self, value: Value, known: Known) -> Option<u128> {
        if let Some(number) = value.int_constant() {
            return Some(number);
        }
        let (of, number) = known?;
        let follows = follows(value).filter(|f| f.phi == self.all[&of].phi)?;
        follows.value(number)
    }

    fn end(&self, block: usize) -> Term {
        let end = self.shape.blocks[block].terminator();
        end.expect("a finished block")
    }
}

/// Steps in the order of their blocks.
fn in_order(mut steps: Vec<Step>) -> Vec<Step> {
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by_key(|step| (steps[*step].block, *step));
    let mut moved = vec![0; steps.len()];
    for (new, old) in order.into_iter().enumerate() {
        moved[old] = new;
    }
    for way in steps.iter_mut().flat_map(|step| &mut step.ways) {
        way.to = moved[way.to];
    }
    let mut steps: Vec<(usize, Step)> = moved.into_iter().zip(steps).collect();
    steps.sort_by_key(|(new, _)| *new);
    steps.into_iter().map(|(_, step)| step).collect()
}

/// The φ node that a value follows from.
fn follows(value: Value) -> Option<Follows> {
    let mut by = Vec::new();
    let mut at = value.as_inst()?;
    while by.len() <= MOST {
        match at.op() {
            Op::Phi => {
                by.reverse();
                return Some(Follows { phi: at, by });
            }
            Op::ZExt | Op::SExt | Op::Trunc | Op::Freeze => {}
            Op::ICmp | Op::Xor if at.operand(1).int_constant().is_some() => {}
            _ => return None,
        }
        by.push(at);
        at = at.operand(0).as_inst()?;
    }
    None
}

impl Follows {
    /// The value, where the φ node has this number.
    fn value(&self, number: u128) -> Option<u128> {
        self.by.iter().try_fold(number, |number, operation| {
            let from = operation.operand(0).ty().int_bits()?;
            let to = operation.ty().int_bits()?;
            let other = || operation.operand(1).int_constant();
            let result = match operation.op() {
                Op::SExt => {
                    let unused = u128::BITS - from;
                    ((number << unused) as i128 >> unused) as u128
                }
                Op::ICmp => {
                    let predicate = operation.int_predicate()?;
                    u128::from(predicate.holds(from, number, other()?))
                }
                Op::Xor => number ^ other()?,
                _ => number,
            };
            Some(result & u128::MAX >> (u128::BITS - to.min(u128::BITS)))
        })
    }
}
