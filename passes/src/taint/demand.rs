//! How much of an integer anybody looks at. An optimiser leaves out what cuts off the upper bytes of a sum in front of
//! another cut: these do not flow into what is left.

use crate::ir::{Inst, Op};

/// Users of users, and theirs.
const DEPTH: u32 = 6;

/// How many bytes of a sum, a difference or a product matter, the lowest first, and with that of what it is made of.
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
