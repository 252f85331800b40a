//! Basic blocks.

use std::collections::HashSet;

use llvm_sys::{core::*, prelude::LLVMBasicBlockRef};

use super::{Call, Function, Inst, Op, Term, ffi::*};

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block(LLVMBasicBlockRef);

impl Block {
    /// # Safety
    /// `block` is a live block of a function.
    pub(crate) unsafe fn from_raw(block: LLVMBasicBlockRef) -> Block {
        Block(block)
    }

    pub(crate) fn some(block: LLVMBasicBlockRef) -> Option<Block> {
        (!block.is_null()).then_some(Block(block))
    }

    pub(crate) fn raw(self) -> LLVMBasicBlockRef {
        self.0
    }

    /// Its instructions in order. The next one is looked up when one is yielded, so the yielded one may be erased.
    pub fn instructions(self) -> impl Iterator<Item = Inst> {
        // SAFETY: walks the block's list.
        let first = Inst::some(unsafe { LLVMGetFirstInstruction(self.0) });
        std::iter::successors(first, |i| i.next())
    }

    /// Its calls in order, looked up one by one.
    pub fn calls(self) -> impl Iterator<Item = Call> {
        self.instructions().filter_map(Inst::as_call)
    }

    /// Its terminator; `None` only while the block is under construction.
    pub fn terminator(self) -> Option<Term> {
        // SAFETY: a live block.
        Inst::some(unsafe { LLVMGetBasicBlockTerminator(self.0) })?.as_term()
    }

    /// Its distinct successors, in the terminator's order.
    pub fn successors(self) -> Vec<Block> {
        let all = self.terminator().map(Term::successors).unwrap_or_default();
        let mut seen = HashSet::new();
        all.into_iter().filter(|b| seen.insert(*b)).collect()
    }

    /// Its predecessor, if it has exactly one incoming edge.
    pub fn single_predecessor(self) -> Option<Block> {
        // SAFETY: a block of a function; null if there is none, or several.
        Block::some(unsafe { fz_llvm_single_predecessor(self.0) })
    }

    /// The first place for new code: after φs, landing pads and the like. `None` in a `catchswitch` block.
    pub fn first_insertion_point(self) -> Option<Inst> {
        // SAFETY: a live block.
        Inst::some(unsafe { fz_llvm_first_insertion_point(self.0) })
    }

    /// As [`Block::first_insertion_point`], but in an entry block after the leading `alloca`s, which code generation
    /// expects together.
    pub fn insertion_point_after_allocas(self) -> Option<Inst> {
        let mut point = self.first_insertion_point()?;
        if self.function().entry() == self {
            while point.is_alloca() {
                point = point.next()?;
            }
        }
        Some(point)
    }

    fn first_after_phis(self) -> Option<Inst> {
        self.instructions().find(|i| i.op() != Op::Phi)
    }

    /// Whether it is an exception handling pad: `landingpad`, `catchpad`, `cleanuppad` or `catchswitch`.
    pub fn is_landing_place(self) -> bool {
        self.first_after_phis().is_some_and(|i| {
            matches!(
                i.op(),
                Op::LandingPad | Op::CatchPad | Op::CleanupPad | Op::CatchSwitch
            )
        })
    }

    /// Whether `unreachable` is its first instruction: reaching it is undefined behaviour already.
    pub fn is_unreachable(self) -> bool {
        self.first_after_phis()
            .is_some_and(|i| i.op() == Op::Unreachable)
    }

    /// Whether it begins with a φ.
    pub fn has_phis(self) -> bool {
        self.instructions()
            .next()
            .is_some_and(|i| i.op() == Op::Phi)
    }

    /// The function that it is in.
    pub fn function(self) -> Function {
        // SAFETY: a block of a function.
        unsafe { Function::from_raw(LLVMGetBasicBlockParent(self.0)) }
    }

    /// Inserts an empty block of the same function before this one.
    pub fn new_before(self) -> Block {
        // SAFETY: a block of a function, and its context.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.function().raw()));
            Block(LLVMInsertBasicBlockInContext(context, self.0, c"".as_ptr()))
        }
    }

    /// Splits a block: the instruction and all that follow it move into a new block, which the old one branches to.
    ///
    /// # Panics
    /// If it is a φ or a landing pad, which must stay at the top of its block.
    pub fn split_before(inst: impl Into<Inst>) -> Block {
        let inst = inst.into();
        let may_move = !matches!(inst.op(), Op::Phi | Op::LandingPad);
        assert!(may_move, "a block is split before {:?}", inst.op());
        // SAFETY: an instruction after its block's φs.
        Block(unsafe { fz_llvm_split_before(inst.raw()) })
    }

    /// The block that the replacement of `terminator`, which is about to be erased, should branch to in order to reach
    /// `target`: `target` itself if it has no φs, else a new block between the two that takes over the φs' entries.
    ///
    /// # Panics
    /// If `target` is an exception handling pad, or no successor of the terminator.
    pub fn instead_of(terminator: Term, target: Block) -> Block {
        if !target.has_phis() {
            return target;
        }
        assert!(!target.is_landing_place() && terminator.successors().contains(&target));
        // SAFETY: a terminator of a live function and one of its successors.
        Block(unsafe { fz_llvm_join_edges(terminator.raw(), target.0) })
    }

    /// Makes φs name `new` as the predecessor instead of `old`.
    pub fn replace_predecessor(self, old: Block, new: Block) {
        // SAFETY: live blocks.
        unsafe { fz_llvm_replace_predecessor(self.0, old.0, new.0) }
    }

    /// Splits a critical edge, to the terminator's `successors()[index]`, with a new block. `None` if the target or the
    /// terminator does not allow that, or there is no such edge.
    pub fn split_critical_edge(self, index: usize) -> Option<Block> {
        let terminator = self.terminator()?;
        terminator.successors().get(index)?;
        // SAFETY: a terminator and one of its edges; null where LLVM cannot split.
        Block::some(unsafe { fz_llvm_split_critical_edge(terminator.raw(), index as u32) })
    }
}
