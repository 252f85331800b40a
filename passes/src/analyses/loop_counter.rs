//! Values that count the iterations of a loop.

use crate::ir::{Op, Value};

/// Whether a value is a loop counter, before or after its increment: a φ node to which a constant is added in each
/// iteration.
pub fn is_loop_counter(value: Value) -> bool {
    match value.op() {
        Some(Op::Trunc | Op::ZExt | Op::SExt) => counts_rounds(value.operand(0)),
        _ => counts_rounds(value),
    }
}

fn counts_rounds(value: Value) -> bool {
    match value.op() {
        Some(Op::Phi) => {
            (0..value.operand_count()).any(|i| stepped(value.operand(i)) == Some(value))
        }
        _ => stepped(value).is_some_and(|from| {
            from.is(Op::Phi) && (0..from.operand_count()).any(|i| from.operand(i) == value)
        }),
    }
}

/// The value to which a constant is added, or from which it is subtracted.
fn stepped(value: Value) -> Option<Value> {
    let steps = value.is(Op::Add) || value.is(Op::Sub);
    (steps && value.operand(1).is_constant()).then(|| value.operand(0))
}
