//! Operations of integers that no guard is of, and why not.

use llvm_sys::LLVMOpcode;

use crate::ir::{Function, Value};
use crate::marks::guard;

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
        LLVMCall => {
            let is_asked = instruction.called_name().contains(".with.overflow.");
            (is_asked && !leads_to_guard(instruction, 0)).then_some("asked-already")
        }
        _ => None,
    }
}

fn leads_to_guard(value: Value, depth: u32) -> bool {
    /// The bit of two results, that it is not set, frozen, and the branch.
    const DEEPEST: u32 = 4;
    let leads = |user: Value| match user.branch_condition() {
        Some(_) => guard::is_marked(user),
        None => leads_to_guard(user, depth + 1),
    };
    let mut users = value.uses().into_iter().map(|u| u.user);
    depth < DEEPEST && users.any(|user| user.is_instruction() && leads(user))
}
