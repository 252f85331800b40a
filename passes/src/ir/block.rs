//! Basic blocks.

use std::collections::HashSet;

use llvm_sys::{LLVMOpcode, core::*, prelude::LLVMBasicBlockRef};

use super::{Value, fz_llvm_first_insertion_point, fz_llvm_split_critical_edge};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block(LLVMBasicBlockRef);

impl Block {
    pub fn from_raw(block: LLVMBasicBlockRef) -> Self {
        Block(block)
    }

    pub fn raw(self) -> LLVMBasicBlockRef {
        self.0
    }

    pub fn instructions(self) -> impl Iterator<Item = Value> {
        // SAFETY: walks the block's intrusive list.
        let first = Value::some(unsafe { LLVMGetFirstInstruction(self.0) });
        std::iter::successors(first, |i| i.next())
    }

    /// `None` only in blocks under construction.
    pub fn terminator(self) -> Option<Value> {
        // SAFETY: a live block.
        Value::some(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }

    /// The different blocks control may go to from here, in operand order.
    pub fn successors(self) -> Vec<Block> {
        let all = self.terminator().map(Value::successors).unwrap_or_default();
        let mut seen = HashSet::new();
        all.into_iter().filter(|b| seen.insert(*b)).collect()
    }

    /// Where new code may go: behind φs, landing pads and their like. `None` in a `catchswitch` block.
    pub fn first_insertion_point(self) -> Option<Value> {
        // SAFETY: a live block.
        Value::some(unsafe { fz_llvm_first_insertion_point(self.0) })
    }

    /// Whether exceptions arrive here.
    pub fn is_landing_place(self) -> bool {
        self.instructions()
            .find(|i| i.opcode() != LLVMOpcode::LLVMPHI)
            .is_some_and(|i| {
                matches!(
                    i.opcode(),
                    LLVMOpcode::LLVMLandingPad
                        | LLVMOpcode::LLVMCatchPad
                        | LLVMOpcode::LLVMCleanupPad
                        | LLVMOpcode::LLVMCatchSwitch
                )
            })
    }

    /// Whether the block holds nothing but `unreachable`: getting here is undefined already.
    pub fn is_unreachable(self) -> bool {
        self.instructions()
            .find(|i| i.opcode() != LLVMOpcode::LLVMPHI)
            .is_some_and(|i| i.opcode() == LLVMOpcode::LLVMUnreachable)
    }

    /// Puts a block of its own on the edge to the terminator's `successors()[index]`. `None` where the target or the
    /// terminator does not allow it.
    pub fn split_critical_edge(self, index: usize) -> Option<Block> {
        let terminator = self.terminator()?;
        // SAFETY: a terminator of a live function; LLVM answers null where it cannot split.
        let block = unsafe { fz_llvm_split_critical_edge(terminator.raw(), index as u32) };
        (!block.is_null()).then_some(Block(block))
    }
}
