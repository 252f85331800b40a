//! Conditions as trees of simpler ones, and the branches that decide them one after the other.

use std::collections::{HashMap, HashSet};

use super::{SelectReedge, fused};
use crate::ir::{
    Block, Builder, Call, Inst, IntPredicate, MetadataKind, Module, Op, Term, Type, Value,
};

/// The condition would become too many branches: one that tests parts of itself twice (`xor`) grows exponentially.
#[derive(Debug, PartialEq, Eq)]
pub struct TooBig;

/// The most conditions and parts that one is taken apart into.
const MOST: usize = 128;

/// A condition.
#[derive(Debug)]
pub enum Tree {
    Leaf(Leaf),
    Not(Box<Tree>),
    /// If the first holds, then the second, else the third.
    If(Box<[Tree; 3]>),
}

/// What one branch tests.
#[derive(Debug)]
pub enum Leaf {
    Constant(bool),
    Value(Value),
    Compare(IntPredicate, Value, Value),
    /// Whether one bit is set, or is clear.
    Bit {
        value: Value,
        bit: u128,
        set: bool,
    },
    /// A compare of a small number; each value of the number has an edge of its own.
    Sum {
        value: Value,
        most: u32,
        predicate: IntPredicate,
        constant: u128,
    },
}

impl Tree {
    /// A condition that is one truth value.
    pub fn leaf(value: Value) -> Tree {
        Tree::Leaf(Leaf::Value(value))
    }

    /// The tree of a condition that `asker` branches on.
    pub fn of(value: Value, asker: Term, pass: &SelectReedge) -> Result<Tree, TooBig> {
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

    /// A condition that always holds, or never.
    pub fn constant(value: bool) -> Tree {
        Tree::Leaf(Leaf::Constant(value))
    }

    /// The negation.
    pub fn not(self) -> Tree {
        Tree::Not(Box::new(self))
    }

    fn if_else(condition: Tree, then: Tree, otherwise: Tree) -> Tree {
        Tree::If(Box::new([condition, then, otherwise]))
    }

    /// Both, the second only if the first holds.
    pub fn and(self, other: Tree) -> Tree {
        Tree::if_else(self, other, Tree::constant(false))
    }

    /// Either, the second only if the first does not hold.
    pub fn or(self, other: Tree) -> Tree {
        Tree::if_else(self, Tree::constant(true), other)
    }

    /// Emits branches before `terminator`, which the caller erases: to the first target if the condition holds, else to
    /// the second. The targets have no φ nodes yet.
    pub fn lower(&self, module: Module, terminator: Term, targets: [Block; 2]) {
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
    /// Values that were used once and are now used several times have to be the same each time: freezes them before
    /// `terminator`.
    fn frozen(&self, module: Module, terminator: Term) -> HashMap<Value, Value> {
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

/// A frozen value whose known bits LLVM can still compute.
fn freeze(builder: &Builder, value: Value) -> Value {
    let cast: fn(&Builder, Value, Type) -> Value = match value.op() {
        Some(Op::ZExt) => Builder::zext,
        Some(Op::SExt) => Builder::sext,
        _ => return builder.freeze(value),
    };
    let inner = freeze(builder, value.operand(0));
    cast(builder, inner, value.ty())
}

/// A copy of a compare; any other value itself.
fn compare_again(builder: &Builder, value: Value) -> Value {
    let Some(compare) = value.as_inst() else {
        return value;
    };
    if let Some(predicate) = compare.int_predicate() {
        return builder.icmp(predicate, compare.operand(0), compare.operand(1));
    }
    match compare.float_predicate() {
        Some(predicate) => builder.fcmp(predicate, compare.operand(0), compare.operand(1)),
        None => value,
    }
}

struct Lowering {
    module: Module,
    terminator: Term,
    /// The kind of metadata that has to stay on every branch of a loop's latch.
    loops: MetadataKind,
    /// The frozen copies of values that are used several times.
    frozen: HashMap<Value, Value>,
}

impl Lowering {
    /// Emits into `block`, or before the original terminator.
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
            // Code generation merges a compare with the branch after it, and other passes look for it there.
            Leaf::Value(value) if block.is_some() => compare_again(&builder, *value),
            Leaf::Value(value) => *value,
            Leaf::Compare(predicate, a, b) => {
                builder.icmp(*predicate, self.same(*a), self.same(*b))
            }
            Leaf::Bit { value, bit, set } => {
                let ty = value.ty();
                let bits = builder.and(self.same(*value), ty.constant(*bit));
                let predicate = match set {
                    true => IntPredicate::Ne,
                    false => IntPredicate::Eq,
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
                let asked = self.frozen(&builder, *value);
                let switch = builder.switch(asked, way(*most), &cases);
                switch.copy_metadata(self.terminator, self.loops);
                return;
            }
        };
        let asked = self.frozen(&builder, condition);
        let branch = builder.cond_br(asked, then, otherwise);
        branch.copy_metadata(self.terminator, self.loops);
    }

    /// The frozen copy, if there is one.
    fn same(&self, value: Value) -> Value {
        self.frozen.get(&value).copied().unwrap_or(value)
    }

    /// A value that may be branched on.
    fn frozen(&self, builder: &Builder, value: Value) -> Value {
        match value.is_well_defined(self.terminator) {
            true => value,
            false => builder.freeze(value),
        }
    }
}

/// Whether a compare with a constant holds for a number.
pub fn holds(predicate: IntPredicate, ty: Type, number: u32, constant: u128) -> bool {
    let bits = ty.int_bits().expect("sums are integers");
    predicate.holds(bits, number.into(), constant)
}

/// A condition that is being taken apart.
pub struct Parts<'a> {
    pub pass: &'a SelectReedge,
    /// How many more parts it may have.
    room: usize,
    /// The block with the branch.
    block: Block,
}

impl Parts<'_> {
    /// Counts one more part.
    pub fn count(&mut self) -> Result<(), TooBig> {
        self.room = self.room.checked_sub(1).ok_or(TooBig)?;
        Ok(())
    }

    /// `alone`: whether the value and everything between it and the condition have no other uses.
    pub fn build(&mut self, value: Value, alone: bool) -> Result<Tree, TooBig> {
        // Counts inner nodes, too: in unreachable code a value may be its own operand.
        self.count()?;
        if let Some(constant) = value.bool_constant() {
            return Ok(Tree::constant(constant));
        }
        let Some(inst) = value.as_inst().filter(|i| i.ty().is_bool()) else {
            return Ok(Tree::leaf(value));
        };
        let mut part = |index: u32| {
            let operand = inst.operand(index);
            self.build(operand, alone && operand.has_one_use())
        };
        match inst.op() {
            Op::And => Ok(part(0)?.and(part(1)?)),
            Op::Or => Ok(part(0)?.or(part(1)?)),
            Op::Xor if inst.operand(1).bool_constant() == Some(true) => Ok(part(0)?.not()),
            Op::Xor => {
                let (first, second) = (part(0)?, part(1)?);
                Ok(Tree::if_else(first, second.not(), part(1)?))
            }
            Op::Select if inst.operand(0).ty().is_bool() => {
                Ok(Tree::if_else(part(0)?, part(1)?, part(2)?))
            }
            // A frozen value has to be the same for its other users, and each time it is used.
            Op::Freeze => {
                let asked = inst.operand(0);
                let is_same = asked.is_well_defined(inst);
                match is_same || (alone && inst.block() == self.block) {
                    true => self.build(asked, alone && asked.has_one_use()),
                    false => Ok(Tree::leaf(value)),
                }
            }
            Op::ICmp if inst.operand(0).ty().is_bool() => {
                let (first, second) = (part(0)?, part(1)?);
                match inst.int_predicate() {
                    Some(IntPredicate::Eq) => Ok(Tree::if_else(first, second, part(1)?.not())),
                    Some(IntPredicate::Ne) => Ok(Tree::if_else(first, second.not(), part(1)?)),
                    _ => Ok(Tree::leaf(value)),
                }
            }
            Op::ICmp => Ok(fused::parts(inst, self).unwrap_or_else(|| Tree::leaf(value))),
            _ => Ok(Tree::leaf(value)),
        }
    }
}

/// Whether a compare is the only use of a minimum or maximum: it then says more than the extremum would.
pub fn is_fused_operand(extremum: Call, pass: &SelectReedge) -> bool {
    let is_fused = |compare: Inst| {
        let mut parts = Parts {
            pass,
            room: MOST,
            block: compare.block(),
        };
        fused::parts(compare, &mut parts).is_some()
    };
    extremum.has_one_use()
        && extremum.uses().iter().all(|u| {
            let compare = u.user.as_inst().filter(|i| i.is(Op::ICmp));
            u.operand == 0 && compare.is_some_and(is_fused)
        })
}

/// Erases a condition without uses, and what only it used, apart from values that are still waiting.
pub fn erase_dead(condition: Value, waiting: &HashSet<Inst>) {
    let mut work = vec![condition];
    while let Some(value) = work.pop() {
        let Some(inst) = value.as_inst() else {
            continue;
        };
        let is_pure = match inst.op() {
            Op::Select | Op::Freeze => inst.ty().is_bool(),
            Op::And | Op::Or | Op::Xor | Op::Add | Op::ZExt | Op::ICmp | Op::FCmp => true,
            _ => false,
        };
        if !is_pure || inst.has_uses() || waiting.contains(&inst) {
            continue;
        }
        let operands = super::distinct((0..inst.operand_count()).map(|i| inst.operand(i)));
        inst.erase();
        // An operand that was used twice is listed twice, and may be erased once.
        work.retain(|w| *w != value);
        work.extend(operands);
    }
}
