//! Sites that `guards` plants: what a guard asks, and what nobody asks, though an operation can go wrong there.
//!
//! They are planted before anything is optimised, while operations still have the widths of the source; the usual run
//! adopts them. Those of a guard bring its record, as the guard's block does: where LLVM found that a guard can never be
//! hit, the block is gone, and the site goes too.

use std::collections::HashSet;

use fz_abi::guards as abi;
use llvm_sys::{LLVMIntPredicate as Int, LLVMOpcode};

use super::{
    Kind, Predicate, Sites,
    find::{Found, asked, is_equality, number, width},
    site::{self, flags},
};
use crate::ir::{Block, Builder, Function, Value};

/// What is to be told of.
#[derive(Clone, Copy)]
pub enum Asked {
    /// It holds where an operation goes wrong.
    Compare(Int, Value, Value),
    /// The operands of a sum, a difference or a product. What one of them may be beside the other is for the lowering,
    /// which does it off the hot path.
    Operation {
        /// `ADD`, `SUB` or `MUL`.
        kind: u16,
        signed: bool,
        operands: [Value; 2],
    },
}

impl Asked {
    /// Plants a number-less site where the builder stands; of a guard, if there is a record of one.
    pub fn plant(self, builder: &Builder, guard: u16, record: Option<Value>) {
        let (how, said, operands) = self.parts();
        let exploit = match record {
            Some(_) => 0,
            None => flags::EXPLOIT,
        };
        let said = said | exploit | u32::from(guard) << flags::GUARD_SHIFT;
        let operands: Vec<_> = operands.into_iter().chain(record).collect();
        site::plant_guard(builder, how, said, &operands);
    }

    fn parts(self) -> (u32, u32, [Value; 2]) {
        let signed = |is| if is { flags::SIGNED } else { 0 };
        let (how, said, operands) = match self {
            Asked::Compare(predicate, a, b) => {
                let (predicate, is_signed) = asked(predicate);
                (predicate as u32, signed(is_signed), [a, b])
            }
            Asked::Operation {
                kind,
                signed: is_signed,
                operands,
            } => {
                let said = flags::OPERATION | signed(is_signed);
                (u32::from(kind), said, operands)
            }
        };
        (how, said, operands.map(unfrozen))
    }

    /// Whether an intermediate call tells the same.
    fn is_said_by(self, found: &Found) -> bool {
        let (how, said, operands) = self.parts();
        let of_asked = flags::SIGNED | flags::OPERATION;
        (how, said) == (found.how, found.flags & of_asked) && operands[..] == found.operands[..2]
    }
}

/// Lowerings freeze what they tell: two guards ask of the same value.
fn unfrozen(value: Value) -> Value {
    match value.is(LLVMOpcode::LLVMFreeze) {
        true => value.operand(0),
        false => value,
    }
}

/// Those that a function has, without numbers.
pub fn planted(function: Function) -> Planted {
    Planted(calls(function).filter_map(read).collect())
}

pub struct Planted(Vec<Found>);

impl Planted {
    pub fn say(&self, asked: Asked) -> bool {
        self.0.iter().any(|found| asked.is_said_by(found))
    }
}

fn calls(function: Function) -> impl Iterator<Item = Value> {
    let blocks = function.blocks().into_iter();
    let instructions = blocks.flat_map(|b| b.instructions());
    instructions.filter(|i| i.is_call())
}

fn read(call: Value) -> Option<Found> {
    let found = site::is_early(call).then(|| site::planted(call));
    found.filter(|found| found.kind == Kind::Guard)
}

/// Of a guard's site.
fn record(found: &Found) -> Option<Value> {
    found.operands.get(2).copied()
}

/// The guards of a function that have sites.
pub struct Guarded {
    /// Records of guards that may be hit.
    alive: HashSet<Value>,
    /// Their blocks, where they have sites.
    blocks: HashSet<Block>,
}

impl Guarded {
    pub fn of(function: Function) -> Guarded {
        let told: HashSet<_> = calls(function)
            .filter_map(read)
            .filter_map(|found| record(&found))
            .collect();
        let hits: Vec<_> = match told.is_empty() {
            true => Vec::new(),
            false => calls(function)
                .filter(|call| call.called_name().ends_with(abi::HIT))
                .collect(),
        };
        let has_site = |hit: &&Value| told.contains(&hit.operand(0));
        Guarded {
            blocks: hits.iter().filter(has_site).map(|h| h.block()).collect(),
            alive: hits.iter().map(|hit| hit.operand(0)).collect(),
        }
    }

    /// Whether a compare is made for guards alone, which have sites of their own.
    pub fn asks(&self, compare: Value) -> bool {
        !self.blocks.is_empty() && self.leads_to_guards(compare, 0)
    }

    fn leads_to_guards(&self, truth: Value, depth: u32) -> bool {
        use LLVMOpcode::*;
        /// Conditions of clang's have few parts.
        const DEEPEST: u32 = 6;
        let uses = truth.uses();
        let leads = |user: Value| match user.opcode() {
            LLVMAnd | LLVMOr | LLVMXor | LLVMSelect | LLVMFreeze | LLVMPHI => {
                depth < DEEPEST && self.leads_to_guards(user, depth + 1)
            }
            _ => {
                let mut targets = match user.branch_condition() {
                    Some(_) => user.successors().into_iter(),
                    None => Vec::new().into_iter(),
                };
                targets.any(|target| self.blocks.contains(&target))
            }
        };
        !uses.is_empty() && uses.into_iter().all(|u| leads(u.user))
    }

    /// A site with all that its record says, or why there is none any longer.
    pub fn adopted(&self, pass: &Sites, found: Found) -> Result<Found, &'static str> {
        pass.wants(found.kind)?;
        if record(&found).is_some_and(|record| !self.alive.contains(&record)) {
            return Err("never-hit");
        }
        let [a, b] = [found.operands[0], found.operands[1]];
        if a.is_constant() && b.is_constant() {
            return Err("constant");
        }
        if !pass.loops && (counts(a) || counts(b)) {
            return Err("loops");
        }
        let has = |flag| found.flags & flag != 0;
        let equals = !has(flags::OPERATION) && Predicate::of(found.how).is_some_and(is_equality);
        let constant = [b, a].into_iter().find(|v| v.is_constant());
        let signed = has(flags::SIGNED) || equals;
        Ok(Found {
            bits: width(a.ty())?,
            constant: constant.map_or(String::new(), |c| number(c, signed)),
            callee: String::new(),
            ..found
        })
    }
}

/// Whether it is what a loop counts with: told of each time, it would say how often the loop goes round.
fn counts(value: Value) -> bool {
    use LLVMOpcode::{LLVMAdd, LLVMPHI, LLVMSub};
    let is_step = |next: Value| {
        next.is_instruction()
            && (next.is(LLVMAdd) || next.is(LLVMSub))
            && next.operand(0) == value
            && next.operand(1).is_constant()
    };
    value.is_instruction()
        && value.is(LLVMPHI)
        && value.incoming().into_iter().any(|(next, _)| is_step(next))
}
