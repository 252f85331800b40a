//! Operations of integers that no guard is of, and why not.

use crate::ir::{AtomicOp, Function, Inst, Op, Value};
use crate::marks::guard;

/// A reason for each of them.
pub fn reasons(function: Function) -> impl Iterator<Item = &'static str> {
    function.instructions().filter_map(reason)
}

fn reason(instruction: Inst) -> Option<&'static str> {
    use Op::*;
    match instruction.op() {
        Add | Sub | Mul | Shl | SDiv | UDiv | SRem | URem => {
            instruction.ty().is_vector().then_some("vector")
        }
        // What atomics come to is defined.
        AtomicRMW => {
            let is_sum = matches!(instruction.atomic_op(), Some(AtomicOp::Add | AtomicOp::Sub));
            is_sum.then_some("atomic")
        }
        // `__builtin_add_overflow` and its like, and `-ftrapv`.
        Call => {
            let is_asked = instruction.called_name().contains(".with.overflow.");
            (is_asked && !leads_to_guard(instruction.value(), 0)).then_some("asked-already")
        }
        _ => None,
    }
}

fn leads_to_guard(value: Value, depth: u32) -> bool {
    /// The bit of two results, that it is not set, frozen, and the branch.
    const DEEPEST: u32 = 4;
    let leads = |user: Inst| {
        let branch = user.as_term().filter(|t| t.branch_condition().is_some());
        match branch {
            Some(branch) => guard::is_marked(branch),
            None => leads_to_guard(user.value(), depth + 1),
        }
    };
    let mut users = value.uses().into_iter().filter_map(|u| u.user.as_inst());
    depth < DEEPEST && users.any(leads)
}
