//! Compares in which several conditions are fused: `(a | b) == 0`, `min(a, b) < 9`, `x - 2 < 5`, `n == 3` where `n`
//! counts conditions.

use super::{
    DecisionKind,
    tree::{Leaf, Parts, Tree, holds},
};
use crate::ir::{Inst, IntPredicate, Op, Value};

/// The largest sum whose values get edges of their own.
const MOST: u32 = 15;
/// How many values are searched to see what a value is made of.
const LONGEST: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    And,
    Or,
}

/// The conditions that a compare with a constant is made of, if there are several.
pub fn parts(compare: Inst, parts: &mut Parts) -> Option<Tree> {
    let pass = parts.pass;
    let (made, bound) = (compare.operand(0), compare.operand(1));
    let predicate = compare.int_predicate()?;
    if made.ty().int_bits()? > 128 || !made.is_instruction() {
        return None;
    }
    let constant = bound.int_constant()?;
    if pass.does(DecisionKind::Sum)
        && made.is(Op::Add)
        && !made.operand(1).is_constant()
        && let Some(sum) = sum(compare, made, constant, parts)
    {
        return Some(sum);
    }
    if pass.does(DecisionKind::Sum)
        && let Some(bits) = gathered(compare, made, constant, parts)
    {
        return Some(bits);
    }
    // A value with other uses is the program's own.
    if !made.has_one_use() {
        return None;
    }
    if pass.does(DecisionKind::Logic) {
        let found = match predicate {
            IntPredicate::Eq => equal(compare, made, constant, parts),
            IntPredicate::Ne => equal(compare, made, constant, parts).map(Tree::not),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        if let Some(join) = of_extremum(&made.called_name(), predicate, constant) {
            let leaf = |index| Tree::Leaf(Leaf::Compare(predicate, made.operand(index), bound));
            return Some(match join {
                Join::And => leaf(0).and(leaf(1)),
                Join::Or => leaf(0).or(leaf(1)),
            });
        }
    }
    if pass.does(DecisionKind::Range) && made.is(Op::Add) {
        return range(made, predicate, constant);
    }
    None
}

/// The number of conditions that hold. If all have to, they are tested one after the other; otherwise each number has
/// its own edge, so that one more is something new.
fn sum(compare: Inst, made: Value, constant: u128, parts: &mut Parts) -> Option<Tree> {
    let predicate = compare.int_predicate()?;
    let most = largest(made, compare, MOST, &mut { LONGEST })?;
    let ways = |n: u32| holds(predicate, made.ty(), n, constant);
    let all = ways(most);
    if (0..most).all(|n| ways(n) != all)
        && let Some(terms) = truths(made, most)
    {
        let mut terms = terms.into_iter().map(|t| parts.build(t, false).ok());
        let first = terms.next()??;
        let together = terms.try_fold(first, |tree, term| Some(tree.and(term?)))?;
        return Some(if all { together } else { together.not() });
    }
    // A single condition compared with 0 or 1 is decided as it is.
    if most < 2 {
        return None;
    }
    Some(Tree::Leaf(Leaf::Sum {
        value: made,
        most,
        predicate,
        constant,
    }))
}

/// The largest value of a sum, if that is at most `room`. LLVM's known bits are too coarse here: their bound doubles
/// with every operand. `parts`: how many more operands may be visited.
fn largest(value: Value, at: Inst, room: u32, parts: &mut usize) -> Option<u32> {
    *parts = parts.checked_sub(1)?;
    let bits = value.ty().int_bits()?;
    let largest = if value.is(Op::Add) {
        let first = largest(value.operand(0), at, room, parts)?;
        first + largest(value.operand(1), at, room.checked_sub(first.max(1))?, parts)?
    } else {
        let used = bits - value.known_at(at).leading_zeros(bits);
        1u32.checked_shl(used)?.checked_sub(1)?
    };
    let fits = largest <= room && u128::from(largest) <= u128::MAX >> (128 - bits);
    fits.then_some(largest)
}

/// The truth values that are summed, if the sum has nothing else: `count` of them.
fn truths(sum: Value, count: u32) -> Option<Vec<Value>> {
    if sum.is(Op::ZExt) && sum.operand(0).ty().is_bool() && count == 1 {
        return Some(vec![sum.operand(0)]);
    }
    if !sum.is(Op::Add) {
        return None;
    }
    // The first split that fits: each operand stands for at least one truth value.
    let split = |first: u32| {
        let mut terms = truths(sum.operand(0), first)?;
        terms.extend(truths(sum.operand(1), count - first)?);
        Some(terms)
    };
    [count.checked_sub(1)?, 1]
        .into_iter()
        .filter(|n| (1..count).contains(n))
        .find_map(split)
}

/// `made == constant`, where `made` combines values that have no bit in common, or the constant is zero.
fn equal(compare: Inst, made: Value, constant: u128, parts: &mut Parts) -> Option<Tree> {
    let op = made.op().filter(|_| made.has_one_use())?;
    let bits = made.ty().int_bits()?;
    if !matches!(op, Op::And | Op::Or) {
        return None;
    }
    let ones = u128::MAX >> (128 - bits);
    let mut operands = [0, 1].map(|i| made.operand(i));
    let asked = match op {
        Op::Or if constant == 0 => [0, 0],
        Op::And if constant == ones && !operands[1].is_constant() => [ones, ones],
        Op::Or if !operands[1].is_constant() => {
            let possible = operands.map(|o| !o.known_at(compare).zero & ones);
            let apart = possible[0] & possible[1] == 0;
            let reachable = constant & !(possible[0] | possible[1]) == 0;
            if !apart || !reachable {
                return None;
            }
            // The lowest bits first, as in compares of the bytes of one number.
            if possible[1].trailing_zeros() < possible[0].trailing_zeros() {
                operands.reverse();
                [1, 0].map(|i| constant & possible[i])
            } else {
                possible.map(|p| constant & p)
            }
        }
        _ => return None,
    };
    parts.count().ok()?;
    let mut part = |i: usize| match equal(compare, operands[i], asked[i], parts) {
        Some(parts) => Some(parts),
        None => leaf(operands[i], asked[i], parts),
    };
    let first = part(0)?;
    Some(first.and(part(1)?))
}

/// `value == constant`; `a ^ b == 0` becomes `a == b`, and a value that only stands for a condition becomes the
/// condition.
fn leaf(value: Value, constant: u128, parts: &mut Parts) -> Option<Tree> {
    let of_condition = |holds: Option<u128>, fails: Option<u128>| {
        let (holds, fails) = (holds? == constant, fails? == constant);
        (holds != fails).then_some(holds)
    };
    let is_bool = |v: Value| v.ty().is_bool();
    let answer = match value.op() {
        Some(Op::ZExt) if is_bool(value.operand(0)) => of_condition(Some(1), Some(0)),
        Some(Op::Select) if is_bool(value.operand(0)) => {
            let arm = |i| value.operand(i).int_constant();
            of_condition(arm(1), arm(2))
        }
        _ => None,
    };
    if let Some(answer) = answer {
        let condition = parts.build(value.operand(0), false).ok()?;
        return Some(if answer { condition } else { condition.not() });
    }
    let is_difference = constant == 0 && value.is(Op::Xor);
    let (a, b) = match is_difference {
        true => (value.operand(0), value.operand(1)),
        false => (value, value.ty().constant(constant).value()),
    };
    Some(Tree::Leaf(Leaf::Compare(IntPredicate::Eq, a, b)))
}

/// A compare for equality of a value in which conditions have set bits: bit by bit.
fn gathered(compare: Inst, made: Value, constant: u128, parts: &mut Parts) -> Option<Tree> {
    let equal = match compare.int_predicate()? {
        IntPredicate::Eq => true,
        IntPredicate::Ne => false,
        _ => return None,
    };
    let bits = made.ty().int_bits()?;
    // Some bits may have been tested already.
    let (source, mask) = match made.is(Op::And) {
        true => (made.operand(0), made.operand(1).int_constant()?),
        false => (made, u128::MAX),
    };
    if !source.is(Op::Phi) {
        return None;
    }
    let possible = gathered_bits(source)? & mask;
    let few = (2..=MOST + 1).contains(&possible.count_ones());
    if !few || constant & !possible != 0 {
        return None;
    }
    let mut together: Option<Tree> = None;
    for bit in (0..bits).map(|n| 1 << n).filter(|bit| possible & bit != 0) {
        parts.count().ok()?;
        let leaf = Tree::Leaf(Leaf::Bit {
            value: made,
            bit,
            set: constant & bit != 0,
        });
        together = Some(match together {
            Some(tree) => tree.and(leaf),
            None => leaf,
        });
    }
    together.map(|tree| if equal { tree } else { tree.not() })
}

/// The bits that may be set in a value that is made of constants by `or` and by φ nodes and selects.
fn gathered_bits(value: Value) -> Option<u128> {
    let (mut seen, mut work) = (vec![value], vec![value]);
    let (mut joins, mut bits) = (0, 0);
    while let Some(value) = work.pop() {
        if let Some(constant) = value.int_constant() {
            bits |= constant;
            continue;
        }
        let inst = value.as_inst()?;
        let operands: Vec<Value> = match inst.op() {
            Op::Phi => inst.incoming().into_iter().map(|(v, _)| v).collect(),
            Op::Or => {
                joins += 1;
                vec![inst.operand(0), inst.operand(1)]
            }
            Op::Select => vec![inst.operand(1), inst.operand(2)],
            _ => return None,
        };
        for operand in operands {
            if !seen.contains(&operand) {
                if seen.len() == LONGEST {
                    return None;
                }
                seen.push(operand);
                work.push(operand);
            }
        }
    }
    (joins > 0).then_some(bits)
}

/// What a compare of a minimum or maximum with a constant says about its operands.
fn of_extremum(name: &str, predicate: IntPredicate, constant: u128) -> Option<Join> {
    use IntPredicate::*;
    let (is_signed, is_minimum) = match name.strip_prefix("llvm.")?.split('.').next()? {
        "smin" => (true, true),
        "smax" => (true, false),
        "umin" => (false, true),
        "umax" => (false, false),
        _ => return None,
    };
    let asks_below = match predicate {
        Slt | Sle if is_signed => true,
        Sgt | Sge if is_signed => false,
        Ult | Ule if !is_signed => true,
        Ugt | Uge if !is_signed => false,
        // No unsigned number is below zero.
        Eq if !is_signed && constant == 0 => true,
        Ne if !is_signed && constant == 0 => false,
        _ => return None,
    };
    Some(match asks_below == is_minimum {
        true => Join::Or,
        false => Join::And,
    })
}

/// `x + c < n`, unsigned: two bounds of `x`.
fn range(sum: Value, predicate: IntPredicate, constant: u128) -> Option<Tree> {
    use IntPredicate::*;
    let bits = sum.ty().int_bits()?;
    let mask = u128::MAX >> (128 - bits);
    let addend = sum.operand(1).int_constant()?;
    let x = sum.operand(0);
    let low = addend.wrapping_neg() & mask;
    let (inside, last) = match predicate {
        Ult => (true, constant.checked_sub(1)?),
        Ule => (true, constant),
        Ugt => (false, constant),
        Uge => (false, constant.checked_sub(1)?),
        _ => return None,
    };
    // The range has only one bound.
    if last == mask || last == 0 {
        return None;
    }
    let high = low.wrapping_add(last) & mask;
    let sign = 1u128 << (bits - 1);
    let (at_least, at_most) = match (low <= high, low ^ sign <= high ^ sign) {
        (true, _) => (Uge, Ule),
        (false, true) => (Sge, Sle),
        (false, false) => return None,
    };
    let bound = |predicate, value| {
        let value = x.ty().constant(value).value();
        Tree::Leaf(Leaf::Compare(predicate, x, value))
    };
    let both = bound(at_least, low).and(bound(at_most, high));
    Some(if inside { both } else { both.not() })
}
