//! Conditions as trees of simpler ones, and the branches that decide them one after the other.

use std::collections::{HashMap, HashSet};

use llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use super::{SelectReedge, fused};
use crate::ir::{Block, Builder, Int, Module, Type, Value};

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
    /// Whether one bit is set, or is not.
    Bit {
        value: Value,
        bit: u128,
        set: bool,
    },
    /// The compare of a small number, of which each has a way of its own.
    Sum {
        value: Value,
        most: u32,
        predicate: Int,
        constant: u128,
    },
}

impl Tree {
    pub fn leaf(value: Value) -> Tree {
        Tree::Leaf(Leaf::Value(value))
    }

    /// Of a condition that `asker` asks.
    pub fn of(value: Value, asker: Value, pass: &SelectReedge) -> Result<Tree, TooBig> {
        let mut parts = Parts {
            pass,
            room: MOST,
            block: asker.block(),
        };
        parts.build(value, value.has_one_use())
    }

    /// Whether there is nothing to take apart.
    pub fn is_leaf(&self) -> bool {
        matches!(self, Tree::Leaf(Leaf::Value(_) | Leaf::Constant(_)))
    }

    pub fn constant(value: bool) -> Tree {
        Tree::Leaf(Leaf::Constant(value))
    }

    pub fn not(self) -> Tree {
        Tree::Not(Box::new(self))
    }

    fn if_else(condition: Tree, then: Tree, otherwise: Tree) -> Tree {
        Tree::If(Box::new([condition, then, otherwise]))
    }

    pub fn and(self, other: Tree) -> Tree {
        Tree::if_else(self, other, Tree::constant(false))
    }

    pub fn or(self, other: Tree) -> Tree {
        Tree::if_else(self, Tree::constant(true), other)
    }

    /// Branches in front of `terminator`, which is to be erased: to the first target if the condition holds, else to the
    /// second. Targets have no φs, or get them later.
    pub fn lower(&self, module: Module, terminator: Value, targets: [Block; 2]) {
        let lowering = Lowering {
            module,
            terminator,
            loops: module.metadata_kind("llvm.loop"),
            frozen: self.frozen(module, terminator),
        };
        lowering.emit(self, None, targets);
    }
}

impl Tree {
    /// Values that were looked at once and now are several times, each time the same: frozen in front of `terminator`.
    fn frozen(&self, module: Module, terminator: Value) -> HashMap<Value, Value> {
        let (mut once, mut again) = (HashSet::new(), Vec::new());
        let mut work = vec![self];
        while let Some(tree) = work.pop() {
            let values = match tree {
                Tree::Not(inner) => {
                    work.push(inner);
                    continue;
                }
                Tree::If(parts) => {
                    work.extend(parts.iter());
                    continue;
                }
                Tree::Leaf(Leaf::Compare(_, a, b)) => vec![*a, *b],
                Tree::Leaf(Leaf::Bit { value, .. }) => vec![*value],
                Tree::Leaf(_) => continue,
            };
            let open = |v: &Value| !v.is_constant() && !v.is_well_defined(terminator);
            for value in values.into_iter().filter(open) {
                if !once.insert(value) && !again.contains(&value) {
                    again.push(value);
                }
            }
        }
        let builder = Builder::before(module, terminator);
        let freeze = |value| (value, freeze(&builder, value));
        again.into_iter().map(freeze).collect()
    }
}

/// A frozen value of which LLVM knows the bits that it knew before.
fn freeze(builder: &Builder, value: Value) -> Value {
    let cast = match value.is_instruction().then(|| value.opcode()) {
        Some(LLVMOpcode::LLVMZExt) => Builder::zext,
        Some(LLVMOpcode::LLVMSExt) => Builder::sext,
        _ => return builder.freeze(value),
    };
    let inner = freeze(builder, value.operand(0));
    cast(builder, inner, value.ty())
}

struct Lowering {
    module: Module,
    terminator: Value,
    /// Kind of metadata that every branch of a loop's latch has to share.
    loops: u32,
    /// What stands for values that are looked at several times.
    frozen: HashMap<Value, Value>,
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
            Leaf::Compare(predicate, a, b) => {
                builder.icmp(*predicate, self.same(*a), self.same(*b))
            }
            Leaf::Bit { value, bit, set } => {
                let ty = value.ty();
                let bits = builder.and(self.same(*value), ty.constant(*bit));
                let predicate = match set {
                    true => LLVMIntPredicate::LLVMIntNE,
                    false => LLVMIntPredicate::LLVMIntEQ,
                };
                builder.icmp(predicate, bits, ty.constant(0))
            }
            Leaf::Sum {
                value,
                most,
                predicate,
                constant,
            } => {
                let ty = value.ty();
                let way = |n: u32| match holds(*predicate, ty, n, *constant) {
                    true => then,
                    false => otherwise,
                };
                let case = |n: u32| (ty.constant(n.into()), way(n));
                let cases: Vec<_> = (0..*most).map(case).collect();
                let asked = self.settled(&builder, *value);
                let switch = builder.switch(asked, way(*most), &cases);
                switch.copy_metadata(self.terminator, self.loops);
                return;
            }
        };
        let asked = self.settled(&builder, condition);
        let branch = builder.cond_br(asked, then, otherwise);
        branch.copy_metadata(self.terminator, self.loops);
    }

    /// The same each time.
    fn same(&self, value: Value) -> Value {
        self.frozen.get(&value).copied().unwrap_or(value)
    }

    /// A value that a branch may ask.
    fn settled(&self, builder: &Builder, value: Value) -> Value {
        match value.is_well_defined(self.terminator) {
            true => value,
            false => builder.freeze(value),
        }
    }
}

/// Whether a compare with a constant holds for a number.
pub fn holds(predicate: Int, ty: Type, number: u32, constant: u128) -> bool {
    use LLVMIntPredicate::*;
    let bits = ty.int_bits().expect("sums are integers");
    let number = u128::from(number);
    let signed = |v: u128| (v << (128 - bits)) as i128;
    match predicate {
        LLVMIntEQ => number == constant,
        LLVMIntNE => number != constant,
        LLVMIntUGT => number > constant,
        LLVMIntUGE => number >= constant,
        LLVMIntULT => number < constant,
        LLVMIntULE => number <= constant,
        LLVMIntSGT => signed(number) > signed(constant),
        LLVMIntSGE => signed(number) >= signed(constant),
        LLVMIntSLT => signed(number) < signed(constant),
        LLVMIntSLE => signed(number) <= signed(constant),
    }
}

/// A condition being taken apart.
pub struct Parts<'a> {
    pub pass: &'a SelectReedge,
    /// How many more parts it may have.
    room: usize,
    /// Where it is asked.
    block: Block,
}

impl Parts<'_> {
    /// Takes note of one more part.
    pub fn count(&mut self) -> Result<(), TooBig> {
        self.room = self.room.checked_sub(1).ok_or(TooBig)?;
        Ok(())
    }

    /// `alone`: whether nothing but the condition has to do with the value, and with all between the two.
    pub fn build(&mut self, value: Value, alone: bool) -> Result<Tree, TooBig> {
        // Of inner nodes too: in code that is never reached a value may be made of itself.
        self.count()?;
        if let Some(constant) = value.bool_constant() {
            return Ok(Tree::constant(constant));
        }
        if !value.is_instruction() || !value.ty().is_bool() {
            return Ok(Tree::leaf(value));
        }
        let mut part = |index: u32| {
            let operand = value.operand(index);
            self.build(operand, alone && operand.has_one_use())
        };
        match value.opcode() {
            LLVMOpcode::LLVMAnd => Ok(part(0)?.and(part(1)?)),
            LLVMOpcode::LLVMOr => Ok(part(0)?.or(part(1)?)),
            LLVMOpcode::LLVMXor if value.operand(1).bool_constant() == Some(true) => {
                Ok(part(0)?.not())
            }
            LLVMOpcode::LLVMXor => {
                let (first, second) = (part(0)?, part(1)?);
                Ok(Tree::if_else(first, second.not(), part(1)?))
            }
            LLVMOpcode::LLVMSelect if value.operand(0).ty().is_bool() => {
                Ok(Tree::if_else(part(0)?, part(1)?, part(2)?))
            }
            // Whoever else looks at a frozen value has to see the same, and so has who looks a second time.
            LLVMOpcode::LLVMFreeze => {
                let is_same = value.operand(0).is_well_defined(value);
                match is_same || (alone && value.block() == self.block) {
                    true => self.build(value.operand(0), alone && value.operand(0).has_one_use()),
                    false => Ok(Tree::leaf(value)),
                }
            }
            LLVMOpcode::LLVMICmp if value.operand(0).ty().is_bool() => {
                let (first, second) = (part(0)?, part(1)?);
                match value.int_predicate() {
                    LLVMIntPredicate::LLVMIntEQ => Ok(Tree::if_else(first, second, part(1)?.not())),
                    LLVMIntPredicate::LLVMIntNE => Ok(Tree::if_else(first, second.not(), part(1)?)),
                    _ => Ok(Tree::leaf(value)),
                }
            }
            LLVMOpcode::LLVMICmp => {
                Ok(fused::parts(value, self).unwrap_or_else(|| Tree::leaf(value)))
            }
            _ => Ok(Tree::leaf(value)),
        }
    }
}

/// Whether a minimum or maximum is all that a compare looks at, which then says more than the extremum would.
pub fn is_fused_operand(value: Value, pass: &SelectReedge) -> bool {
    let is_fused = |compare: Value| {
        let mut parts = Parts {
            pass,
            room: MOST,
            block: compare.block(),
        };
        fused::parts(compare, &mut parts).is_some()
    };
    value.has_one_use()
        && value
            .uses()
            .iter()
            .all(|u| u.operand == 0 && u.user.is(LLVMOpcode::LLVMICmp) && is_fused(u.user))
}

/// Removes a condition that nothing asks any more, with what only it asked, but for values that somebody waits for.
pub fn erase_dead(condition: Value, waiting: &HashSet<Value>) {
    let mut work = vec![condition];
    while let Some(value) = work.pop() {
        let is_pure = value.is_instruction()
            && match value.opcode() {
                LLVMOpcode::LLVMSelect | LLVMOpcode::LLVMFreeze => value.ty().is_bool(),
                LLVMOpcode::LLVMAnd
                | LLVMOpcode::LLVMOr
                | LLVMOpcode::LLVMXor
                | LLVMOpcode::LLVMAdd
                | LLVMOpcode::LLVMZExt
                | LLVMOpcode::LLVMICmp
                | LLVMOpcode::LLVMFCmp => true,
                _ => false,
            };
        if !is_pure || value.has_uses() || waiting.contains(&value) {
            continue;
        }
        let operands = super::distinct((0..value.operand_count()).map(|i| value.operand(i)));
        value.erase();
        // One that was used twice comes twice, and must be there the first time only.
        work.retain(|w| *w != value);
        work.extend(operands);
    }
}
