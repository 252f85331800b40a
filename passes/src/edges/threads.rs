//! Ways through a function whose ends are decided before: a φ node of constants says by which edge control came, and
//! branches after it follow, some after code that all ways share. clang makes such branches of `while (a && b)`, of
//! `c ? f : g`, and where variables and temporaries go out of scope on several ways. For the record of control flow each of
//! these ways is one of its own, so that what lies behind the branch lies behind the edge that decides.
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
    /// The step that follows.
    pub to: usize,
}

/// All steps of a function, the entry first.
pub fn of(shape: &Shape) -> Vec<Step> {
    let mut threads = Threads::of(shape);
    loop {
        if let Some(steps) = threads.steps() {
            return steps;
        }
        // Those that are known for longest make the most ways.
        threads.phis.truncate(threads.phis.len() / 2);
    }
}

/// So many operations stand between a φ node and what it decides: `!!x` takes four.
const MOST: usize = 6;

/// There are at most so many steps for each block, and a few more for small functions.
const MOST_COPIES: usize = 3;
const SMALL: usize = 64;

/// A value that follows from a φ node, by these operations.
struct Follows {
    phi: Inst,
    by: Vec<Inst>,
}

/// A φ node that is followed.
struct Phi {
    phi: Inst,
    block: usize,
    /// By block: whether what it decides may come from here, before its own block comes again.
    is_live: Vec<bool>,
}

/// The numbers that φ nodes have on a way, in their order in [`Threads::phis`].
type Known = Vec<(usize, u128)>;

struct Threads<'a> {
    shape: &'a Shape,
    numbers: HashMap<Block, usize>,
    /// Those that are known for the fewest blocks first.
    phis: Vec<Phi>,
}

impl Threads<'_> {
    fn of(shape: &Shape) -> Threads<'_> {
        let mut threads = Threads {
            shape,
            numbers: shape.blocks.iter().copied().zip(0..).collect(),
            phis: Vec::new(),
        };
        // Where each is asked for: at the end of a block, to decide or to be handed on.
        let mut asked: HashMap<Inst, Vec<usize>> = HashMap::new();
        let mut order = Vec::new();
        let mut work: VecDeque<(Inst, usize)> = (0..shape.blocks.len())
            .filter_map(|block| Some((threads.decided(block)?.phi, block)))
            .collect();
        while let Some((phi, at)) = work.pop_front() {
            let blocks = asked.entry(phi).or_default();
            if blocks.is_empty() {
                order.push(phi);
                let incoming = phi.incoming().into_iter();
                work.extend(incoming.filter_map(|(value, from)| {
                    Some((follows(value)?.phi, *threads.numbers.get(&from)?))
                }));
            }
            blocks.push(at);
        }
        let phi = |phi: Inst| {
            let block = *threads.numbers.get(&phi.block())?;
            let is_live = threads.live(block, &asked[&phi]);
            Some(Phi {
                phi,
                block,
                is_live,
            })
        };
        threads.phis = order.into_iter().filter_map(phi).collect();
        let length = |phi: &Phi| phi.is_live.iter().filter(|is| **is).count();
        threads.phis.sort_by_key(length);
        threads
    }

    /// By block: whether one of those in which a φ node of `own` is asked for may follow.
    fn live(&self, own: usize, asked: &[usize]) -> Vec<bool> {
        let blocks = &self.shape.cfg.blocks;
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
        for (from, info) in blocks.iter().enumerate() {
            info.edges
                .iter()
                .for_each(|edge| before[edge.to].push(from));
        }
        let mut is_live = vec![false; blocks.len()];
        let mut work = asked.to_vec();
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut is_live[block], true) && block != own {
                work.extend(&before[block]);
            }
        }
        is_live
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

    /// Nothing, if there are too many.
    fn steps(&self) -> Option<Vec<Step>> {
        let most = match self.phis.is_empty() {
            true => usize::MAX,
            false => MOST_COPIES * self.shape.blocks.len() + SMALL,
        };
        let start = (0, Known::new());
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut order = vec![start];
        let mut steps: Vec<Step> = Vec::new();
        while let Some((block, known)) = order.get(steps.len()).cloned() {
            if order.len() > most {
                return None;
            }
            let ways = self.ways(block, &known).into_iter().map(|edge| {
                let to = self.shape.cfg.blocks[block].edges[edge].to;
                let next = (to, self.after(block, &known, to));
                let number = *numbers.entry(next).or_insert_with_key(|next| {
                    order.push(next.clone());
                    order.len() - 1
                });
                Way { edge, to: number }
            });
            let ways = ways.collect();
            steps.push(Step { block, ways });
        }
        Some(in_order(steps))
    }

    /// The edges that may be taken.
    fn ways(&self, block: usize, known: &Known) -> Vec<usize> {
        let decided = self.decided(block).and_then(|d| self.value(&d, known));
        match decided {
            Some(number) => self.way(block, number).into_iter().collect(),
            None => (0..self.shape.cfg.blocks[block].edges.len()).collect(),
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

    /// What is known after an edge, of what is asked for there or later.
    fn after(&self, from: usize, known: &Known, to: usize) -> Known {
        let number = |(at, phi): (usize, &Phi)| {
            let number = match phi.block == to {
                true => self.number(phi.phi, from, known)?,
                false => known.iter().find(|(of, _)| *of == at)?.1,
            };
            phi.is_live[to].then_some((at, number))
        };
        self.phis.iter().enumerate().filter_map(number).collect()
    }

    /// What a φ node becomes, if control comes from a block.
    fn number(&self, phi: Inst, from: usize, known: &Known) -> Option<u128> {
        let from = self.shape.blocks[from];
        let mut incoming = phi.incoming().into_iter();
        let (value, _) = incoming.find(|(_, block)| *block == from)?;
        let constant = value.int_constant();
        constant.or_else(|| self.value(&follows(value)?, known))
    }

    fn value(&self, follows: &Follows, known: &Known) -> Option<u128> {
        let of = |(of, _): &&(usize, u128)| self.phis[*of].phi == follows.phi;
        follows.value(known.iter().find(of)?.1)
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
