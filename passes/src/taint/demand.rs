//! How many bytes of an integer are used. An optimiser removes the truncation of a sum's operands if the sum is
//! truncated anyway: the upper bytes of the operands then do not flow into the result.

use crate::ir::{Inst, Op};

/// How many levels of users are followed.
const DEPTH: u32 = 6;

/// How many of the lowest bytes of a sum, a difference or a product matter, and so of its operands.
pub fn demanded_bytes(value: Inst) -> u32 {
    demanded(value, DEPTH)
}

fn demanded(value: Inst, depth: u32) -> u32 {
    use Op::*;
    let bits = value.ty().int_bits().unwrap_or(u32::MAX);
    let all = bits.div_ceil(8);
    let uses = value.uses();
    if depth == 0 || uses.is_empty() {
        return all;
    }
    let by_user = uses.into_iter().map(|used| {
        let Some(user) = used.user.as_inst() else {
            return all;
        };
        match user.op() {
            Trunc => demanded(user, depth - 1),
            And => match user.operand(1).int_constant() {
                Some(mask) => (u128::BITS - mask.leading_zeros()).div_ceil(8),
                None => all,
            },
            Add | Sub | Mul => demanded(user, depth - 1),
            _ => all,
        }
    });
    by_user.max().unwrap_or(all).min(all)
}
