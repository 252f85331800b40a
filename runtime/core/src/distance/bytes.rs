//! Distances of strings and of memory.

use core::cmp::Ordering;

use fz_abi::distance::{FAR, question};
use fz_abi::sites::{PREDICATE_EQ, PREDICATE_NE, how};

use super::{
    numbers::{capped, relation},
    predicate, width,
};
use crate::sys::PAGE;

/// Of longer memory and strings, only so many places are searched.
const MOST_PLACES: usize = 1 << 16;
/// What a further byte counts for in a search: more than any difference of one byte.
const BYTE: u128 = 256;

fn lowered(byte: u8, folds: bool) -> u8 {
    match folds {
        true => byte.to_ascii_lowercase(),
        false => byte,
    }
}

/// Reads byte by byte: `memcpy` may be intercepted by a sanitizer.
///
/// # Safety
/// The byte can be read.
pub unsafe fn byte(at: *const u8, offset: usize) -> u8 {
    // SAFETY: the caller says so.
    unsafe { at.wrapping_add(offset).read_volatile() }
}

/// Whether an operand's byte at this offset is the first of a page.
pub fn begins_page(at: *const u8, offset: usize) -> bool {
    (at as usize).wrapping_add(offset).is_multiple_of(PAGE)
}

/// How two operands differ.
#[derive(Default)]
struct Difference {
    /// The sum over all bytes.
    sum: u128,
    /// Of the first bytes that differ.
    first: i16,
}

impl Difference {
    fn add(&mut self, a: u8, b: u8) {
        let difference = i16::from(a) - i16::from(b);
        self.sum += u128::from(difference.unsigned_abs());
        if self.first == 0 {
            self.first = difference;
        }
    }

    fn is_any(&self) -> bool {
        self.first != 0
    }
}

/// The distance of a compare.
///
/// # Safety
/// The program has compared these operands in the way that the question says.
pub unsafe fn compared(question: u32, a: *const u8, b: *const u8, n: usize) -> i64 {
    let how = width(question);
    let is_limited = matches!(how, how::MEMORY | how::TEXT_PREFIX | how::FOLDED_PREFIX);
    let folds = matches!(how, how::FOLDED | how::FOLDED_PREFIX);
    let limit = match is_limited {
        // A negative length: up to the end.
        true if question & question::SIGNED != 0 && (n as isize) < 0 => usize::MAX,
        true => n,
        false => usize::MAX,
    };
    if a.is_null() || b.is_null() {
        // Without bytes there is nothing to come nearer by.
        let order = a.is_null().cmp(&b.is_null()).reverse();
        let far = FAR as u128;
        return match limit {
            0 => relation(predicate(question), Ordering::Equal, 0, 0),
            _ => relation(predicate(question), order, capped(far), capped(far)),
        };
    }
    let mut difference = Difference::default();
    match how {
        how::MEMORY => {
            for at in 0..limit {
                // SAFETY: both have so many bytes.
                unsafe { difference.add(byte(a, at), byte(b, at)) };
            }
        }
        _ => {
            let mut has_ended = [false; 2];
            for at in 0..limit {
                // Only strings may be read past the first difference; of what a length limits, the page is there.
                let is_beyond =
                    |operand: usize| !has_ended[operand] && begins_page([a, b][operand], at);
                if is_limited && difference.is_any() && (is_beyond(0) || is_beyond(1)) {
                    break;
                }
                let read = |operand: usize| match has_ended[operand] {
                    true => 0,
                    // SAFETY: not behind its NUL, nor on a page that the program might not read.
                    false => unsafe { byte([a, b][operand], at) },
                };
                let pair = [read(0), read(1)];
                has_ended = pair.map(|byte| byte == 0);
                if has_ended[1] && question & question::SECOND != 0 {
                    break;
                }
                difference.add(lowered(pair[0], folds), lowered(pair[1], folds));
                if has_ended == [true; 2] {
                    break;
                }
            }
        }
    }
    let first = difference.first;
    relation(
        predicate(question),
        first.cmp(&0),
        first.unsigned_abs().into(),
        capped(difference.sum),
    )
}

/// The distance of finding the second operand in the first.
///
/// # Safety
/// The program has searched for it in the way that the question says.
pub unsafe fn found(question: u32, operands: [*const u8; 2], sizes: [usize; 2]) -> i64 {
    let how = width(question);
    let [hay, needle] = operands;
    let nearest = match hay.is_null() || needle.is_null() {
        true => FAR as u128,
        // SAFETY: the caller says so.
        false => unsafe { nearest(how, hay, needle, sizes) },
    };
    let order = match nearest {
        0 => Ordering::Equal,
        _ => Ordering::Greater,
    };
    let predicate = match predicate(question) {
        PREDICATE_NE => PREDICATE_NE,
        _ => PREDICATE_EQ,
    };
    relation(predicate, order, capped(nearest), capped(nearest))
}

/// How far the place with the longest common prefix is from being a match.
unsafe fn nearest(how: u32, hay: *const u8, needle: *const u8, sizes: [usize; 2]) -> u128 {
    let folds = how == how::FIND_FOLDED;
    let [size, length] = match how {
        how::FIND_MEMORY => sizes,
        // SAFETY: strings.
        _ => unsafe { [length(hay), length(needle)] },
    };
    let mut best = match length {
        0 => return 0,
        _ => (0, u128::MAX),
    };
    for place in 0..size.saturating_sub(length - 1).clamp(1, MOST_PLACES) {
        // Past the end there are zeros.
        let at = |offset: usize| match place + offset < size {
            // SAFETY: within the size.
            true => lowered(unsafe { byte(hay, place + offset) }, folds),
            false => 0,
        };
        // SAFETY: as above; `offset` is less than the length.
        let wanted = |offset: usize| lowered(unsafe { byte(needle, offset) }, folds);
        let is_there = |offset: &usize| place + offset < size && at(*offset) == wanted(*offset);
        let common = (0..length).take_while(is_there).count();
        if common == length {
            return 0;
        }
        let rest = (length - common - 1) as u128 * BYTE
            + u128::from(at(common).abs_diff(wanted(common))).max(1);
        if best.1 == u128::MAX || common > best.0 {
            best = (common, rest);
        }
    }
    best.1
}

/// The length of a string.
unsafe fn length(text: *const u8) -> usize {
    // SAFETY: the caller says that it is one.
    (0..)
        .take_while(|at| unsafe { byte(text, *at) } != 0)
        .count()
}
