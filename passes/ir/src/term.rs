//! Terminators.

use std::ops::Deref;

use llvm_sys::core::*;

use super::{Block, Const, Inst, Op, Value};

/// An instruction that ends a block.
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

    /// As an instruction.
    pub fn inst(self) -> Inst {
        self.0
    }

    /// The blocks that control may go to, in LLVM's order, with repetitions: of a branch the one for true first, of a
    /// switch the default first, of an `invoke` the normal one first.
    pub fn successors(self) -> Vec<Block> {
        // SAFETY: a terminator; successors are numbered from 0.
        unsafe {
            (0..LLVMGetNumSuccessors(self.raw()))
                .map(|i| Block::from_raw(LLVMGetSuccessor(self.raw(), i)))
                .collect()
        }
    }

    /// The condition of a branch that has one.
    pub fn branch_condition(self) -> Option<Value> {
        // SAFETY: only a branch of two ways is asked.
        (self.op() == Op::Br && unsafe { LLVMGetNumSuccessors(self.raw()) } == 2)
            .then(|| self.operand(0))
    }

    /// The constants for which a switch goes to its successors after the default, in order; none for all else.
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

    /// The text of the number for which a switch goes to `successors()[way]`, with its sign; `None` for the default, for
    /// numbers of more than 64 bits, and for all else.
    pub fn case_text(self, way: usize) -> Option<String> {
        let case = *self.cases().get(way.checked_sub(1)?)?;
        let bits = case.ty().int_bits().filter(|bits| *bits <= u64::BITS)?;
        let unused = u128::BITS - bits;
        Some(((case.int()? as i128) << unused >> unused).to_string())
    }

    /// Where an `invoke` goes if what it calls throws.
    pub fn unwind_target(self) -> Option<Block> {
        // SAFETY: only an `invoke` is asked.
        (self.op() == Op::Invoke).then(|| unsafe { Block::from_raw(LLVMGetUnwindDest(self.raw())) })
    }

    /// Sends an `invoke` to another landing pad.
    ///
    /// # Panics
    /// If it is no `invoke`, or no exception can arrive in that block.
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
