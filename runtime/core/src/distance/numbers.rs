//! Distances of integers, pointers and floating-point numbers.

use core::cmp::Ordering;

use fz_abi::distance::{FAR, question};
use fz_abi::sites::{
    PREDICATE_EQ, PREDICATE_GE, PREDICATE_GT, PREDICATE_LE, PREDICATE_LT, PREDICATE_NE,
    PREDICATE_ORDERED, PREDICATE_UNORDERED,
};

use super::{predicate, width};

/// How a compare came out, from the order of its operands and how far apart they are.
///
/// `apart` is the absolute difference, `around` what counts for equality; both are at most `u64::MAX`.
pub fn relation(predicate: u32, order: Ordering, apart: u64, around: u64) -> i64 {
    let (holds, distance) = match (predicate, order) {
        (PREDICATE_EQ, Ordering::Equal) => (true, 1),
        (PREDICATE_EQ, _) => (false, around),
        (PREDICATE_NE, Ordering::Equal) => (false, 1),
        (PREDICATE_NE, _) => (true, around),
        (PREDICATE_LT, Ordering::Less) | (PREDICATE_GT, Ordering::Greater) => (true, apart),
        (PREDICATE_LT | PREDICATE_GT, _) => (false, apart.saturating_add(1)),
        (PREDICATE_LE, Ordering::Greater) | (PREDICATE_GE, Ordering::Less) => (false, apart),
        (PREDICATE_LE | PREDICATE_GE, _) => (true, apart.saturating_add(1)),
        _ => return 0,
    };
    signed(holds, i64::try_from(distance).unwrap_or(FAR))
}

/// A distance with its sign.
fn signed(holds: bool, distance: i64) -> i64 {
    match holds {
        true => -distance,
        false => distance,
    }
}

/// Of two numbers of the same width, which lie in the upper bits: the way up from b to a, and the way down, in the lower
/// bits.
fn ways(width: u32, a: u64, b: u64) -> [u64; 2] {
    let unused = unused(width);
    [a.wrapping_sub(b) >> unused, b.wrapping_sub(a) >> unused]
}

/// How many of 64 bits a number does not have.
fn unused(width: u32) -> u32 {
    u64::BITS - width.clamp(1, u64::BITS)
}

/// The distance between a value and a case: the shorter way around.
pub fn apart(width: u32, a: u64, b: u64) -> i64 {
    let [up, down] = ways(width, a << unused(width), b << unused(width));
    i64::try_from(up.min(down)).unwrap_or(FAR)
}

/// All ones in this many bits.
fn mask(width: u32) -> u128 {
    u128::MAX.checked_shr(128 - width.min(128)).unwrap_or(0)
}

/// The distance from a value to the nearest that is no case.
pub fn to_default(width: u32, value: u64, cases: &[u64]) -> i64 {
    let mask = mask(width) as u64;
    let is_case = |value: u64| cases.iter().any(|case| (case ^ value) & mask == 0);
    for step in 1..=cases.len() as u64 {
        let near = [value.wrapping_add(step), value.wrapping_sub(step)];
        if near.into_iter().any(|near| !is_case(near)) {
            return step as i64;
        }
    }
    FAR
}

/// The distance of a compare of at most 64 bits.
pub fn narrow(question: u32, a: u64, b: u64) -> i64 {
    if question & question::FLOAT != 0 {
        return wide(question, a.into(), b.into());
    }
    let width = width(question);
    let [a, b] = [a, b].map(|value| value << unused(width));
    let order = match question & question::SIGNED {
        0 => a.cmp(&b),
        _ => (a as i64).cmp(&(b as i64)),
    };
    let [up, down] = ways(width, a, b);
    let apart = if order == Ordering::Less { down } else { up };
    relation(predicate(question), order, apart, up.min(down))
}

/// The distance of a compare of at most 128 bits.
pub fn wide(question: u32, a: u128, b: u128) -> i64 {
    let (predicate, width) = (predicate(question), width(question));
    let (a, b) = (a & mask(width), b & mask(width));
    if question & question::FLOAT != 0 {
        return floats(
            question,
            predicate,
            [a, b].map(|bits| number(question, width, bits)),
        );
    }
    let order = match question & question::SIGNED {
        0 => a.cmp(&b),
        _ => {
            let unused = 128 - width.clamp(1, 128);
            let value = |bits: u128| (bits << unused) as i128 >> unused;
            value(a).cmp(&value(b))
        }
    };
    let up = a.wrapping_sub(b) & mask(width);
    let down = up.wrapping_neg() & mask(width);
    let apart = if order == Ordering::Less { down } else { up };
    relation(predicate, order, capped(apart), capped(up.min(down)))
}

/// As far as it matters.
pub fn capped(distance: u128) -> u64 {
    u64::try_from(distance).unwrap_or(u64::MAX)
}

/// The position of a floating-point number among all of its type, 0 for both zeros; `None` for NaN.
fn number(question: u32, width: u32, bits: u128) -> Option<i128> {
    let sign = 1u128 << (width.clamp(1, 128) - 1);
    let magnitude = bits & (sign - 1);
    let infinity = match width {
        16 if question & question::BRAIN != 0 => 0x7f80,
        16 => 0x7c00,
        32 => 0x7f80_0000,
        64 => 0x7ff0 << 48,
        80 => 0x7fff_8000 << 48,
        _ => 0x7fff << 112,
    };
    if magnitude > infinity {
        return None;
    }
    let magnitude = magnitude as i128;
    Some(match bits & sign {
        0 => magnitude,
        _ => -magnitude,
    })
}

fn floats(question: u32, predicate: u32, operands: [Option<i128>; 2]) -> i64 {
    let asks_for_nan = matches!(predicate, PREDICATE_ORDERED | PREDICATE_UNORDERED);
    match operands {
        [Some(_), Some(_)] if asks_for_nan => signed(predicate == PREDICATE_ORDERED, FAR),
        [Some(a), Some(b)] => {
            let apart = capped(a.abs_diff(b));
            relation(predicate, a.cmp(&b), apart, apart)
        }
        _ if asks_for_nan => signed(predicate == PREDICATE_UNORDERED, FAR),
        _ => signed(question & question::UNORDERED != 0, FAR),
    }
}
