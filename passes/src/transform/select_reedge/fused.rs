//! Compares that arithmetic has made of several conditions: `(a | b) == 0`, `min(a, b) < 9`, `x - 2 < 5`, `n == 3` for a
//! number of conditions.

use llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use super::{
    Kind, SelectReedge,
    tree::{Leaf, Tree},
};
use crate::ir::{Int, Value};

/// Sums are told apart up to this one.
const MOST: u32 = 15;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    And,
    Or,
}

/// What a compare with a constant asks for, if that is more than one thing. `room` is how many parts there may be.
pub fn parts(compare: Value, pass: &SelectReedge, room: &mut usize) -> Option<Tree> {
    let (made, bound) = (compare.operand(0), compare.operand(1));
    let predicate = compare.int_predicate();
    if made.ty().int_bits()? > 128 || !made.is_instruction() {
        return None;
    }
    let constant = bound.int_constant()?;
    if pass.does(Kind::Sum)
        && let Some(sum) = sum(compare, made, predicate, constant)
    {
        return Some(sum);
    }
    // What others look at too is the program's own.
    if !made.has_one_use() {
        return None;
    }
    if pass.does(Kind::Logic) {
        let parts = match predicate {
            LLVMIntPredicate::LLVMIntEQ => equal(compare, made, constant, room),
            LLVMIntPredicate::LLVMIntNE => equal(compare, made, constant, room).map(Tree::not),
            _ => None,
        };
        if parts.is_some() {
            return parts;
        }
        if let Some(join) = of_extremum(&made.called_name(), predicate, constant) {
            let leaf = |index| Tree::Leaf(Leaf::Compare(predicate, made.operand(index), bound));
            return Some(match join {
                Join::And => leaf(0).and(leaf(1)),
                Join::Or => leaf(0).or(leaf(1)),
            });
        }
    }
    if pass.does(Kind::Range) && made.is(LLVMOpcode::LLVMAdd) {
        return range(made, predicate, constant);
    }
    None
}

/// How many conditions hold: a way for each number, so that one more is something new.
fn sum(compare: Value, made: Value, predicate: Int, constant: u128) -> Option<Tree> {
    if !made.is(LLVMOpcode::LLVMAdd) || made.operand(1).is_constant() {
        return None;
    }
    let most = largest(made, compare, MOST)?;
    Some(Tree::Leaf(Leaf::Sum {
        value: made,
        most,
        predicate,
        constant,
    }))
}

/// The largest that a sum can be, if that is at most `room`. What LLVM knows of bits doubles with every operand.
fn largest(value: Value, at: Value, room: u32) -> Option<u32> {
    let bits = value.ty().int_bits()?;
    let largest = if value.is(LLVMOpcode::LLVMAdd) {
        let first = largest(value.operand(0), at, room)?;
        // Each addition leaves less room, so this ends.
        first + largest(value.operand(1), at, room.checked_sub(first.max(1))?)?
    } else {
        let used = bits - value.known_at(at).leading_zeros(bits);
        1u32.checked_shl(used)?.checked_sub(1)?
    };
    let fits = largest <= room && u128::from(largest) <= u128::MAX >> (128 - bits);
    fits.then_some(largest)
}

/// `made == constant`, where `made` is put together of values that have no bit in common, or is to have none at all.
fn equal(compare: Value, made: Value, constant: u128, room: &mut usize) -> Option<Tree> {
    if !made.is_instruction() || !made.has_one_use() {
        return None;
    }
    let bits = made.ty().int_bits()?;
    let ones = u128::MAX >> (128 - bits);
    let operands = [0, 1].map(|i| made.operand(i));
    let asked = match made.opcode() {
        LLVMOpcode::LLVMOr if constant == 0 => [0, 0],
        LLVMOpcode::LLVMAnd if constant == ones && !operands[1].is_constant() => [ones, ones],
        LLVMOpcode::LLVMOr if !operands[1].is_constant() => {
            let possible = operands.map(|o| !o.known_at(compare).zero & ones);
            let apart = possible[0] & possible[1] == 0;
            let reachable = constant & !(possible[0] | possible[1]) == 0;
            if !apart || !reachable {
                return None;
            }
            possible.map(|p| constant & p)
        }
        _ => return None,
    };
    *room = room.checked_sub(1)?;
    let mut part = |i: usize| {
        equal(compare, operands[i], asked[i], room).unwrap_or_else(|| leaf(operands[i], asked[i]))
    };
    let first = part(0);
    Some(first.and(part(1)))
}

/// `value == constant`; `a ^ b == 0` as `a == b`.
fn leaf(value: Value, constant: u128) -> Tree {
    let is_difference = constant == 0 && value.is(LLVMOpcode::LLVMXor);
    let (a, b) = match is_difference {
        true => (value.operand(0), value.operand(1)),
        false => (value, value.ty().constant(constant)),
    };
    Tree::Leaf(Leaf::Compare(LLVMIntPredicate::LLVMIntEQ, a, b))
}

/// What a compare of a minimum or maximum with a constant says of its operands.
fn of_extremum(name: &str, predicate: Int, constant: u128) -> Option<Join> {
    use LLVMIntPredicate::*;
    let (is_signed, is_minimum) = match name.strip_prefix("llvm.")?.split('.').next()? {
        "smin" => (true, true),
        "smax" => (true, false),
        "umin" => (false, true),
        "umax" => (false, false),
        _ => return None,
    };
    let asks_below = match predicate {
        LLVMIntSLT | LLVMIntSLE if is_signed => true,
        LLVMIntSGT | LLVMIntSGE if is_signed => false,
        LLVMIntULT | LLVMIntULE if !is_signed => true,
        LLVMIntUGT | LLVMIntUGE if !is_signed => false,
        // Nothing is below zero.
        LLVMIntEQ if !is_signed && constant == 0 => true,
        LLVMIntNE if !is_signed && constant == 0 => false,
        _ => return None,
    };
    Some(match asks_below == is_minimum {
        true => Join::Or,
        false => Join::And,
    })
}

/// `x + c < n`, unsigned: two bounds of `x`.
fn range(sum: Value, predicate: Int, constant: u128) -> Option<Tree> {
    use LLVMIntPredicate::*;
    let bits = sum.ty().int_bits()?;
    let mask = u128::MAX >> (128 - bits);
    let addend = sum.operand(1).int_constant()?;
    let x = sum.operand(0);
    let low = addend.wrapping_neg() & mask;
    let (inside, last) = match predicate {
        LLVMIntULT => (true, constant.checked_sub(1)?),
        LLVMIntULE => (true, constant),
        LLVMIntUGT => (false, constant),
        LLVMIntUGE => (false, constant.checked_sub(1)?),
        _ => return None,
    };
    // All values but those that only one bound keeps out.
    if last == mask || last == 0 {
        return None;
    }
    let high = low.wrapping_add(last) & mask;
    let sign = 1u128 << (bits - 1);
    let (at_least, at_most) = match (low <= high, low ^ sign <= high ^ sign) {
        (true, _) => (LLVMIntUGE, LLVMIntULE),
        (false, true) => (LLVMIntSGE, LLVMIntSLE),
        (false, false) => return None,
    };
    let bound = |predicate, value| Tree::Leaf(Leaf::Compare(predicate, x, x.ty().constant(value)));
    let both = bound(at_least, low).and(bound(at_most, high));
    Some(if inside { both } else { both.not() })
}
