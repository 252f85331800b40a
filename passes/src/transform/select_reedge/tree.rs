//! Conditions as trees of simpler ones, and the branches that decide them one after the other.

use llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use super::{Kind, SelectReedge};
use crate::ir::{Block, Builder, Int, Module, Value};

/// A condition that would become more branches than anybody wants; one that tests itself twice (`xor`) grows fast.
#[derive(Debug, PartialEq, Eq)]
pub struct TooBig;

/// The most conditions and parts of conditions that one is taken apart into.
const MOST: usize = 128;

/// A condition.
#[derive(Debug)]
pub enum Tree {
    Leaf(Leaf),
    Not(Box<Tree>),
    /// If the first, then the second, else the third.
    If(Box<[Tree; 3]>),
}

/// What one branch asks.
#[derive(Debug)]
pub enum Leaf {
    Constant(bool),
    Value(Value),
    Compare(Int, Value, Value),
}

impl Tree {
    pub fn leaf(value: Value) -> Tree {
        Tree::Leaf(Leaf::Value(value))
    }

    pub fn of(value: Value, pass: &SelectReedge) -> Result<Tree, TooBig> {
        let mut room = MOST;
        build(value, pass, &mut room)
    }

    /// Whether there is nothing to take apart.
    pub fn is_leaf(&self) -> bool {
        matches!(self, Tree::Leaf(_))
    }

    fn constant(value: bool) -> Tree {
        Tree::Leaf(Leaf::Constant(value))
    }

    fn not(self) -> Tree {
        Tree::Not(Box::new(self))
    }

    fn if_else(condition: Tree, then: Tree, otherwise: Tree) -> Tree {
        Tree::If(Box::new([condition, then, otherwise]))
    }

    fn and(self, other: Tree) -> Tree {
        Tree::if_else(self, other, Tree::constant(false))
    }

    fn or(self, other: Tree) -> Tree {
        Tree::if_else(self, Tree::constant(true), other)
    }

    /// Branches in front of `terminator`, which is to be erased: to the first target if the condition holds, else to the
    /// second. Targets have no φs, or get them later.
    pub fn lower(&self, module: Module, terminator: Value, targets: [Block; 2]) {
        let lowering = Lowering {
            module,
            terminator,
            loops: module.metadata_kind("llvm.loop"),
        };
        lowering.emit(self, None, targets);
    }
}

struct Lowering {
    module: Module,
    terminator: Value,
    /// Kind of metadata that every branch of a loop's latch has to share.
    loops: u32,
}

impl Lowering {
    /// Into `block`, or where it all begins.
    fn emit(&self, tree: &Tree, block: Option<Block>, [then, otherwise]: [Block; 2]) {
        match tree {
            Tree::Not(inner) => self.emit(inner, block, [otherwise, then]),
            Tree::If(parts) => {
                let [condition, yes, no] = &**parts;
                let way = |part: &Tree| match part {
                    Tree::Leaf(Leaf::Constant(true)) => then,
                    Tree::Leaf(Leaf::Constant(false)) => otherwise,
                    part => {
                        let middle = then.new_before();
                        self.emit(part, Some(middle), [then, otherwise]);
                        middle
                    }
                };
                self.emit(condition, block, [way(yes), way(no)]);
            }
            Tree::Leaf(leaf) => self.ask(leaf, block, then, otherwise),
        }
    }

    fn ask(&self, leaf: &Leaf, block: Option<Block>, then: Block, otherwise: Block) {
        let builder = Builder::before(self.module, self.terminator);
        if let Some(block) = block {
            builder.go_to_end(block);
            builder.locate(self.terminator);
        }
        let condition = match leaf {
            Leaf::Constant(value) => {
                builder.br(if *value { then } else { otherwise });
                return;
            }
            // In front of its branch code generation makes one of the two, and other passes find it there.
            Leaf::Value(value) if block.is_some() && value.is(LLVMOpcode::LLVMICmp) => {
                builder.icmp(value.int_predicate(), value.operand(0), value.operand(1))
            }
            Leaf::Value(value) if block.is_some() && value.is(LLVMOpcode::LLVMFCmp) => {
                builder.fcmp(value.float_predicate(), value.operand(0), value.operand(1))
            }
            Leaf::Value(value) => *value,
            Leaf::Compare(predicate, a, b) => builder.icmp(*predicate, *a, *b),
        };
        let asked = match condition.is_well_defined(self.terminator) {
            true => condition,
            false => builder.freeze(condition),
        };
        let branch = builder.cond_br(asked, then, otherwise);
        branch.copy_metadata(self.terminator, self.loops);
    }
}

fn build(value: Value, pass: &SelectReedge, room: &mut usize) -> Result<Tree, TooBig> {
    // Of inner nodes too: in code that is never reached a value may be made of itself.
    *room = room.checked_sub(1).ok_or(TooBig)?;
    if let Some(constant) = value.bool_constant() {
        return Ok(Tree::constant(constant));
    }
    if !value.is_instruction() || !value.ty().is_bool() {
        return Ok(Tree::leaf(value));
    }
    let part = |index: u32, room: &mut usize| build(value.operand(index), pass, room);
    match value.opcode() {
        LLVMOpcode::LLVMAnd => Ok(part(0, room)?.and(part(1, room)?)),
        LLVMOpcode::LLVMOr => Ok(part(0, room)?.or(part(1, room)?)),
        LLVMOpcode::LLVMXor if value.operand(1).bool_constant() == Some(true) => {
            Ok(part(0, room)?.not())
        }
        LLVMOpcode::LLVMXor => {
            let (first, second) = (part(0, room)?, part(1, room)?);
            Ok(Tree::if_else(first, second.not(), part(1, room)?))
        }
        LLVMOpcode::LLVMSelect if value.operand(0).ty().is_bool() => Ok(Tree::if_else(
            part(0, room)?,
            part(1, room)?,
            part(2, room)?,
        )),
        // Whoever else looks at a frozen value has to see the same.
        LLVMOpcode::LLVMFreeze if value.has_one_use() => part(0, room),
        LLVMOpcode::LLVMICmp if value.operand(0).ty().is_bool() => {
            let (first, second) = (part(0, room)?, part(1, room)?);
            match value.int_predicate() {
                LLVMIntPredicate::LLVMIntEQ => {
                    Ok(Tree::if_else(first, second, part(1, room)?.not()))
                }
                LLVMIntPredicate::LLVMIntNE => {
                    Ok(Tree::if_else(first, second.not(), part(1, room)?))
                }
                _ => Ok(Tree::leaf(value)),
            }
        }
        LLVMOpcode::LLVMICmp => match fused(value, pass) {
            Some((join, [first, second])) => {
                let (first, second) = (Tree::Leaf(first), Tree::Leaf(second));
                Ok(match join {
                    Join::And => first.and(second),
                    Join::Or => first.or(second),
                })
            }
            None => Ok(Tree::leaf(value)),
        },
        _ => Ok(Tree::leaf(value)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    And,
    Or,
}

/// Two conditions that arithmetic made one of: `(a | b) == 0`, `min(a, b) < 9`, `x - 2 < 5`.
fn fused(compare: Value, pass: &SelectReedge) -> Option<(Join, [Leaf; 2])> {
    let (made, bound) = (compare.operand(0), compare.operand(1));
    let predicate = compare.int_predicate();
    // Shared arithmetic is the program's own.
    if made.ty().int_bits()? > 128 || !made.is_instruction() || !made.has_one_use() {
        return None;
    }
    let constant = bound.int_constant()?;
    let both = |join, bound: Value| {
        let leaf = |index| Leaf::Compare(predicate, made.operand(index), bound);
        Some((join, [leaf(0), leaf(1)]))
    };
    if pass.does(Kind::Logic) {
        let equal = match predicate {
            LLVMIntPredicate::LLVMIntEQ => Some(Join::And),
            LLVMIntPredicate::LLVMIntNE => Some(Join::Or),
            _ => None,
        };
        if let Some(join) = equal {
            let bits = made.ty().int_bits()?;
            let ones = u128::MAX >> (128 - bits);
            match made.opcode() {
                LLVMOpcode::LLVMOr if constant == 0 => {
                    return Some((
                        join,
                        [0, 1].map(|i| no_difference(predicate, made.operand(i), bound)),
                    ));
                }
                LLVMOpcode::LLVMAnd if constant == ones && !made.operand(1).is_constant() => {
                    return both(join, bound);
                }
                _ => {}
            }
        }
        if let Some(join) = of_extremum(&made.called_name(), predicate, constant) {
            return both(join, bound);
        }
    }
    if pass.does(Kind::Range) && made.is(LLVMOpcode::LLVMAdd) {
        return range(made, predicate, constant);
    }
    None
}

/// `a ^ b == 0` as `a == b`.
fn no_difference(predicate: Int, value: Value, zero: Value) -> Leaf {
    match value.is(LLVMOpcode::LLVMXor) {
        true => Leaf::Compare(predicate, value.operand(0), value.operand(1)),
        false => Leaf::Compare(predicate, value, zero),
    }
}

/// What a compare of a minimum or maximum with a constant says of its operands.
fn of_extremum(name: &str, predicate: Int, constant: u128) -> Option<Join> {
    use LLVMIntPredicate::*;
    let (is_signed, is_minimum) = match name.strip_prefix("llvm.")?.split('.').next()? {
        "smin" => (true, true),
        "smax" => (true, false),
        "umin" => (false, true),
        "umax" => (false, false),
        _ => return None,
    };
    let asks_below = match predicate {
        LLVMIntSLT | LLVMIntSLE if is_signed => true,
        LLVMIntSGT | LLVMIntSGE if is_signed => false,
        LLVMIntULT | LLVMIntULE if !is_signed => true,
        LLVMIntUGT | LLVMIntUGE if !is_signed => false,
        // Nothing is below zero.
        LLVMIntEQ if !is_signed && constant == 0 => true,
        LLVMIntNE if !is_signed && constant == 0 => false,
        _ => return None,
    };
    Some(match asks_below == is_minimum {
        true => Join::Or,
        false => Join::And,
    })
}

/// `x + c < n`, unsigned: two bounds of `x`.
fn range(sum: Value, predicate: Int, constant: u128) -> Option<(Join, [Leaf; 2])> {
    use LLVMIntPredicate::*;
    let bits = sum.ty().int_bits()?;
    let mask = u128::MAX >> (128 - bits);
    let addend = sum.operand(1).int_constant()?;
    let x = sum.operand(0);
    let low = addend.wrapping_neg() & mask;
    let (inside, last) = match predicate {
        LLVMIntULT => (true, constant.checked_sub(1)?),
        LLVMIntULE => (true, constant),
        LLVMIntUGT => (false, constant),
        LLVMIntUGE => (false, constant.checked_sub(1)?),
        _ => return None,
    };
    // All values but those that only one bound keeps out.
    if last == mask || last == 0 {
        return None;
    }
    let high = low.wrapping_add(last) & mask;
    let sign = 1u128 << (bits - 1);
    let (at_least, at_most) = match (low <= high, low ^ sign <= high ^ sign) {
        (true, _) => (LLVMIntUGE, LLVMIntULE),
        (false, true) => (LLVMIntSGE, LLVMIntSLE),
        (false, false) => return None,
    };
    let constant = |value| x.ty().constant(value);
    let (join, predicates) = match inside {
        true => (Join::And, [at_least, at_most]),
        false => (Join::Or, [opposite(at_least), opposite(at_most)]),
    };
    let leaves = [
        Leaf::Compare(predicates[0], x, constant(low)),
        Leaf::Compare(predicates[1], x, constant(high)),
    ];
    Some((join, leaves))
}

fn opposite(predicate: Int) -> Int {
    use LLVMIntPredicate::*;
    match predicate {
        LLVMIntEQ => LLVMIntNE,
        LLVMIntNE => LLVMIntEQ,
        LLVMIntUGT => LLVMIntULE,
        LLVMIntUGE => LLVMIntULT,
        LLVMIntULT => LLVMIntUGE,
        LLVMIntULE => LLVMIntUGT,
        LLVMIntSGT => LLVMIntSLE,
        LLVMIntSGE => LLVMIntSLT,
        LLVMIntSLT => LLVMIntSGE,
        LLVMIntSLE => LLVMIntSGT,
    }
}

/// Whether a minimum or maximum is all that a compare looks at, which then says more than the extremum would.
pub fn is_fused_operand(value: Value, pass: &SelectReedge) -> bool {
    value.has_one_use()
        && value.uses().iter().all(|u| {
            u.operand == 0 && u.user.is(LLVMOpcode::LLVMICmp) && fused(u.user, pass).is_some()
        })
}

/// Removes a condition that nothing asks any more, with what only it asked.
pub fn erase_dead(condition: Value) {
    let mut work = vec![condition];
    while let Some(value) = work.pop() {
        let is_pure = value.is_instruction()
            && match value.opcode() {
                LLVMOpcode::LLVMSelect | LLVMOpcode::LLVMFreeze => value.ty().is_bool(),
                LLVMOpcode::LLVMAnd
                | LLVMOpcode::LLVMOr
                | LLVMOpcode::LLVMXor
                | LLVMOpcode::LLVMAdd
                | LLVMOpcode::LLVMICmp
                | LLVMOpcode::LLVMFCmp => true,
                _ => false,
            };
        if !is_pure || value.has_uses() {
            continue;
        }
        let operands = super::distinct((0..value.operand_count()).map(|i| value.operand(i)));
        value.erase();
        // One that was used twice comes twice, and must be there the first time only.
        work.retain(|w| *w != value);
        work.extend(operands);
    }
}
