//! Terminators.

use std::ops::Deref;

use llvm_sys::core::*;

use super::{Block, Const, Inst, Op, Value};

/// A terminator: the last instruction of a basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term(Inst);

impl Deref for Term {
    type Target = Inst;

    fn deref(&self) -> &Inst {
        &self.0
    }
}

impl From<Term> for Inst {
    fn from(term: Term) -> Inst {
        term.0
    }
}

impl From<Term> for Value {
    fn from(term: Term) -> Value {
        term.value()
    }
}

impl Term {
    pub(crate) fn of(inst: Inst) -> Option<Term> {
        // SAFETY: an instruction.
        (!unsafe { LLVMIsATerminatorInst(inst.raw()) }.is_null()).then_some(Term(inst))
    }

    /// The terminator as an instruction.
    pub fn inst(self) -> Inst {
        self.0
    }

    /// Its successors in LLVM's order, with repetitions. A branch has the one for true first, a `switch` the default,
    /// an `invoke` the normal destination.
    pub fn successors(self) -> Vec<Block> {
        // SAFETY: a terminator; successors are numbered from 0.
        unsafe {
            (0..LLVMGetNumSuccessors(self.raw()))
                .map(|i| Block::from_raw(LLVMGetSuccessor(self.raw(), i)))
                .collect()
        }
    }

    /// The condition of a conditional branch.
    pub fn branch_condition(self) -> Option<Value> {
        // SAFETY: only a branch of two ways is asked.
        (self.op() == Op::Br && unsafe { LLVMGetNumSuccessors(self.raw()) } == 2)
            .then(|| self.operand(0))
    }

    /// Gives a branch of two ways the opposite condition, and its ways the other order.
    ///
    /// # Panics
    /// If it has no two ways.
    pub fn turn_round(self, opposite: Value) {
        assert!(self.branch_condition().is_some());
        self.inst().set_operand(0, opposite);
        // SAFETY: a branch of two ways.
        unsafe {
            let [first, second] = [0, 1].map(|way| LLVMGetSuccessor(self.raw(), way));
            LLVMSetSuccessor(self.raw(), 0, second);
            LLVMSetSuccessor(self.raw(), 1, first);
        }
    }

    /// The case values of a `switch`, in the order of its successors after the default; none for other terminators.
    pub fn cases(self) -> Vec<Const> {
        if self.op() != Op::Switch {
            return Vec::new();
        }
        // SAFETY: a switch; its first successor is the default.
        unsafe {
            (1..LLVMGetNumSuccessors(self.raw()))
                .map(|way| Const::from_raw(LLVMGetSwitchCaseValue(self.raw(), way)))
                .collect()
        }
    }

    /// The case value for `successors()[way]` of a `switch` as signed decimal text; `None` for the default, for values
    /// of more than 64 bits, and for other terminators.
    pub fn case_text(self, way: usize) -> Option<String> {
        let case = *self.cases().get(way.checked_sub(1)?)?;
        let bits = case.ty().int_bits().filter(|bits| *bits <= u64::BITS)?;
        let unused = u128::BITS - bits;
        Some(((case.int()? as i128) << unused >> unused).to_string())
    }

    /// The unwind destination of an `invoke`.
    pub fn unwind_target(self) -> Option<Block> {
        // SAFETY: only an `invoke` is asked.
        (self.op() == Op::Invoke).then(|| unsafe { Block::from_raw(LLVMGetUnwindDest(self.raw())) })
    }

    /// Replaces the unwind destination of an `invoke`.
    ///
    /// # Panics
    /// If it is no `invoke`, or the block is no landing pad.
    pub fn set_unwind_target(self, pad: Block) {
        assert_eq!(self.op(), Op::Invoke);
        assert!(
            pad.is_landing_place(),
            "an unwind target without a landing pad"
        );
        // SAFETY: an `invoke` and a block that begins with a landing pad.
        unsafe { LLVMSetUnwindDest(self.raw(), pad.raw()) }
    }
}
