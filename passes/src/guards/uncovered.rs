//! Integer operations that get no guard, and why.

use crate::ir::{AtomicOp, Function, Inst, Op, Value};
use crate::marks::guard;

/// The reason of each such operation of a function.
pub fn reasons(function: Function) -> impl Iterator<Item = &'static str> {
    function.instructions().filter_map(reason)
}

fn reason(instruction: Inst) -> Option<&'static str> {
    use Op::*;
    match instruction.op() {
        Add | Sub | Mul | Shl | SDiv | UDiv | SRem | URem => {
            instruction.ty().is_vector().then_some("vector")
        }
        // Atomic arithmetic wraps, which is defined.
        AtomicRMW => {
            let is_sum = matches!(instruction.atomic_op(), Some(AtomicOp::Add | AtomicOp::Sub));
            is_sum.then_some("atomic")
        }
        // `__builtin_add_overflow` and similar, and `-ftrapv`.
        Call => {
            let is_asked = instruction.called_name().contains(".with.overflow.");
            (is_asked && !leads_to_guard(instruction.value(), 0)).then_some("asked-already")
        }
        _ => None,
    }
}

fn leads_to_guard(value: Value, depth: u32) -> bool {
    /// The chain to follow: the overflow bit, its negation, a freeze, and the branch.
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
