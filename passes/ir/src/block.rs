//! Basic blocks.

use std::collections::HashSet;

use llvm_sys::{
    LLVMOpcode,
    core::*,
    debuginfo::LLVMInstructionGetDebugLoc,
    prelude::{LLVMBasicBlockRef, LLVMMetadataRef},
};

use super::{
    Function, Value, fz_llvm_first_insertion_point, fz_llvm_join_edges,
    fz_llvm_replace_predecessor, fz_llvm_single_predecessor, fz_llvm_split_before,
    fz_llvm_split_critical_edge,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

    /// The block that control comes from, if it is always the same, and by one way.
    pub fn single_predecessor(self) -> Option<Block> {
        // SAFETY: a block of a function; null if there is none, or several.
        let block = unsafe { fz_llvm_single_predecessor(self.0) };
        (!block.is_null()).then_some(Block(block))
    }

    /// Where new code may go: behind φs, landing pads and their like. `None` in a `catchswitch` block.
    pub fn first_insertion_point(self) -> Option<Value> {
        // SAFETY: a live block.
        Value::some(unsafe { fz_llvm_first_insertion_point(self.0) })
    }

    /// As [`Block::first_insertion_point`], in an entry block after the `alloca`s at its top: code generation wants those
    /// together.
    pub fn insertion_point_after_allocas(self) -> Option<Value> {
        let mut point = self.first_insertion_point()?;
        if self.function().entry() == self {
            while point.opcode() == LLVMOpcode::LLVMAlloca {
                point = point.next()?;
            }
        }
        Some(point)
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

    pub fn function(self) -> Function {
        // SAFETY: a block of a function.
        Function::from_raw(unsafe { LLVMGetBasicBlockParent(self.0) })
    }

    /// A new, empty block of the same function, in front of this one.
    pub fn new_before(self) -> Block {
        // SAFETY: a block of a function.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.function().value().raw()));
            Block(LLVMInsertBasicBlockInContext(context, self.0, c"".as_ptr()))
        }
    }

    /// Moves `instruction` and all behind it into a new block, to which this one then goes on.
    pub fn split_before(instruction: Value) -> Block {
        // SAFETY: an instruction behind its block's φs.
        Block(unsafe { fz_llvm_split_before(instruction.raw()) })
    }

    /// A block that goes on to `target`, for whatever comes to stand in the place of `terminator`, which is to be
    /// erased: `target` itself if it has no φs, else a new one that takes over what those had from the terminator's
    /// block. Not for where exceptions arrive.
    pub fn instead_of(terminator: Value, target: Block) -> Block {
        match target.has_phis() {
            // SAFETY: a terminator of a live function and one of its successors.
            true => Block(unsafe { fz_llvm_join_edges(terminator.raw(), target.0) }),
            false => target,
        }
    }

    /// φs that had a value from `old` have it from `new`.
    pub fn replace_predecessor(self, old: Block, new: Block) {
        // SAFETY: blocks of one function.
        unsafe { fz_llvm_replace_predecessor(self.0, old.0, new.0) }
    }

    pub fn has_phis(self) -> bool {
        self.instructions()
            .next()
            .is_some_and(|i| i.opcode() == LLVMOpcode::LLVMPHI)
    }

    /// What debug information says of its code: the first place that it has, or that the code before or behind it has.
    pub fn place(self) -> LLVMMetadataRef {
        let first = |block: Block| block.instructions().find(|i| i.location().is_some());
        let behind = || self.successors().first().and_then(|b| first(*b));
        let before = || {
            let block = self.single_predecessor();
            block.and_then(Block::terminator)
        };
        let found = first(self).or_else(behind).or_else(before);
        // SAFETY: an instruction; null is no place.
        found.map_or(std::ptr::null_mut(), |i| unsafe {
            LLVMInstructionGetDebugLoc(i.raw())
        })
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
