//! Operations of integers that no guard is of, and why not.

use llvm_sys::LLVMOpcode;

use crate::ir::{Function, Value};

/// A reason for each of them.
pub fn reasons(function: Function) -> impl Iterator<Item = &'static str> {
    let blocks = function.blocks().into_iter();
    blocks
        .flat_map(|b| b.instructions())
        .filter_map(|i| reason(i))
}

fn reason(instruction: Value) -> Option<&'static str> {
    use LLVMOpcode::*;
    match instruction.opcode() {
        LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMSDiv | LLVMUDiv | LLVMSRem | LLVMURem => {
            instruction.ty().is_vector().then_some("vector")
        }
        // What atomics come to is defined.
        LLVMAtomicRMW => instruction.is_atomic_sum().then_some("atomic"),
        // `__builtin_add_overflow` and its like, and `-ftrapv`.
        LLVMCall => instruction
            .called_name()
            .contains(".with.overflow.")
            .then_some("asked-already"),
        _ => None,
    }
}
