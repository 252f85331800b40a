//! The pairs of operands in a segment of AFL++ 4.40c, and why one build's may lack in another's.

use std::collections::HashSet;
use std::fmt;

use super::segment::{HEADER, ROWS, SLOT, SLOTS};

/// Bytes of a slot where the second operand, its upper half, and the lengths of a routine's operands are.
const SECOND: usize = 32;
const LENGTHS: usize = 64;
const LENGTH: u8 = 0x7f;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Instruction,
    Routine,
}

/// Two operands; which one is first says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pair {
    kind: Kind,
    low: Vec<u8>,
    high: Vec<u8>,
}

/// What a missing pair looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Its row has no free slot: which of a loop's operands stay is chance.
    Full,
    /// The bytes that a function compared are there, but not those behind them, which AFL++ logs too.
    Beyond,
    /// The contents of pointers that are handed to a function.
    Routine,
    /// One operand is an address: builds stand at other places.
    Address,
    /// The same operands in another width.
    Width,
    /// One operand is one more or one less: another way to say the same compare.
    Neighbour,
    /// One operand is there beside others: of a switch AFL++ logs how it searches among the cases.
    Beside,
    /// One byte.
    Byte,
    Other,
}

impl Cause {
    pub const ALL: [Cause; 9] = [
        Cause::Full,
        Cause::Beyond,
        Cause::Routine,
        Cause::Address,
        Cause::Width,
        Cause::Neighbour,
        Cause::Beside,
        Cause::Byte,
        Cause::Other,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Cause::Full => "row full",
            Cause::Beyond => "bytes beyond",
            Cause::Routine => "routine",
            Cause::Address => "address",
            Cause::Width => "other width",
            Cause::Neighbour => "+-1",
            Cause::Beside => "other case",
            Cause::Byte => "byte",
            Cause::Other => "other",
        }
    }
}

impl Pair {
    fn new(kind: Kind, a: &[u8], b: &[u8]) -> Pair {
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        Pair {
            kind,
            low: low.to_vec(),
            high: high.to_vec(),
        }
    }

    fn numbers(&self) -> (u128, u128) {
        let number = |bytes: &[u8]| {
            bytes
                .iter()
                .rev()
                .fold(0_u128, |n, &byte| n << 8 | u128::from(byte))
        };
        (number(&self.low), number(&self.high))
    }

    fn of_numbers(a: u128, b: u128, width: usize) -> Pair {
        let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
        Pair::new(Kind::Instruction, &a[..width], &b[..width])
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |bytes: &[u8]| match self.kind {
            Kind::Routine => format!("\"{}\"", bytes.escape_ascii()),
            Kind::Instruction => bytes
                .iter()
                .rev()
                .fold("0x".to_string(), |text, byte| format!("{text}{byte:02x}")),
        };
        write!(f, "{} {}", shown(&self.low), shown(&self.high))
    }
}

/// The pairs of one run.
#[derive(Default)]
pub struct Pairs {
    all: HashSet<Pair>,
    /// Those of rows without a free slot.
    full: HashSet<Pair>,
}

impl Pairs {
    pub fn read(segment: &[u8]) -> Pairs {
        let (headers, rows) = segment.split_at(ROWS * HEADER);
        let mut pairs = Pairs::default();
        for (header, row) in headers.chunks(HEADER).zip(rows.chunks(SLOTS * SLOT)) {
            let header = u16::from_le_bytes([header[0], header[1]]);
            if header != 0 {
                pairs.add(header, row);
            }
        }
        pairs
    }

    fn add(&mut self, header: u16, row: &[u8]) {
        let hits = usize::from(header & 0x3f);
        let width = usize::from(header >> 6 & 0x1f) + 1;
        let is_routine = header >> 11 & 1 == 1;
        let used = |slot: &[u8]| slot.iter().any(|&byte| byte != 0);
        let is_full = row.chunks(SLOT).all(used) || hits >= SLOTS;
        for (at, slot) in row.chunks(SLOT).enumerate() {
            if at >= hits && !used(slot) {
                continue;
            }
            let pair = if is_routine {
                let length = |at: usize| usize::from(slot[at] & LENGTH).min(SECOND);
                let (a, b) = (length(LENGTHS), length(LENGTHS + 1));
                Pair::new(Kind::Routine, &slot[..a], &slot[SECOND..SECOND + b])
            } else {
                let width = width.min(16);
                Pair::new(
                    Kind::Instruction,
                    &slot[..width],
                    &slot[SECOND..SECOND + width],
                )
            };
            if is_full {
                self.full.insert(pair.clone());
            }
            self.all.insert(pair);
        }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// What `others` lack, and why that may be.
    pub fn missing_in<'a>(&'a self, others: &'a Pairs) -> impl Iterator<Item = (&'a Pair, Cause)> {
        let missing = self.all.difference(&others.all);
        missing.map(|pair| (pair, self.cause(pair, others)))
    }

    /// Whether a routine's operands are there, cut to the same length.
    fn holds_beginnings(&self, pair: &Pair) -> bool {
        let begins = |a: &Vec<u8>, b: &Vec<u8>| !b.is_empty() && a.starts_with(b);
        self.all.iter().any(|other| {
            other.kind == Kind::Routine
                && (begins(&pair.low, &other.low) && begins(&pair.high, &other.high)
                    || begins(&pair.low, &other.high) && begins(&pair.high, &other.low))
        })
    }

    fn cause(&self, pair: &Pair, others: &Pairs) -> Cause {
        if self.full.contains(pair) {
            return Cause::Full;
        }
        if pair.kind == Kind::Routine {
            return if others.holds_beginnings(pair) {
                Cause::Beyond
            } else {
                Cause::Routine
            };
        }
        let (a, b) = pair.numbers();
        let width = pair.low.len();
        let has =
            |a: u128, b: u128, width: usize| others.all.contains(&Pair::of_numbers(a, b, width));
        // What a program of ours and its libraries, stack and heap stand at without randomisation.
        let is_address = |n: u128| width == 8 && matches!(n >> 40, 0x55 | 0x7f);
        if is_address(a) || is_address(b) {
            return Cause::Address;
        }
        let narrow = [1, 2, 4, 8, 16].iter().any(|&other| {
            other != width && (has(a, b, other) || has(signed(a, width), signed(b, width), other))
        });
        if narrow {
            return Cause::Width;
        }
        let one = |n: u128| [n.wrapping_add(1), n.wrapping_sub(1)];
        let is_neighbour = one(a).into_iter().any(|a| has(a, b, width))
            || one(b).into_iter().any(|b| has(a, b, width));
        let beside = |other: &Pair| {
            let kept = [&pair.low, &pair.high];
            other.kind == pair.kind && (kept.contains(&&other.low) || kept.contains(&&other.high))
        };
        match width {
            _ if is_neighbour => Cause::Neighbour,
            2.. if others.all.iter().any(beside) => Cause::Beside,
            1 => Cause::Byte,
            _ => Cause::Other,
        }
    }
}

/// The number of `width` bytes with its sign in all bits above.
fn signed(n: u128, width: usize) -> u128 {
    let above = 128 - 8 * width as u32;
    ((n << above) as i128 >> above) as u128
}

#[cfg(test)]
mod tests {
    use super::super::segment::{HEADER, ROWS, SLOT, SLOTS};
    use super::{Cause, Pairs, signed};

    /// A row of instructions: hits, width, pairs.
    type Row = (u16, u16, &'static [(u64, u64)]);

    fn segment(rows: &[Row]) -> Vec<u8> {
        let mut bytes = vec![0; ROWS * (HEADER + SLOTS * SLOT)];
        for (at, (hits, width, pairs)) in rows.iter().enumerate() {
            let header = hits | (width - 1) << 6;
            bytes[at * HEADER..][..HEADER].copy_from_slice(&header.to_le_bytes());
            for (slot, (a, b)) in pairs.iter().enumerate() {
                let place = ROWS * HEADER + (at * SLOTS + slot) * SLOT;
                bytes[place..][..8].copy_from_slice(&a.to_le_bytes());
                bytes[place + 32..][..8].copy_from_slice(&b.to_le_bytes());
            }
        }
        bytes
    }

    fn causes(theirs: &[Row], ours: &[Row]) -> Vec<Cause> {
        let (theirs, ours) = (Pairs::read(&segment(theirs)), Pairs::read(&segment(ours)));
        theirs.missing_in(&ours).map(|(_, cause)| cause).collect()
    }

    #[test]
    fn order_does_not_count_and_upper_bytes_neither() {
        let theirs: &[Row] = &[(1, 4, &[(0xff_0000_0001, 2)])];
        assert!(causes(theirs, &[(1, 4, &[(2, 1)])]).is_empty());
        assert_eq!(causes(theirs, &[(1, 4, &[(9, 9)])]), [Cause::Other]);
    }

    #[test]
    fn what_is_missing_has_a_cause() {
        assert_eq!(
            causes(&[(1, 4, &[(5, 9)])], &[(1, 8, &[(5, 9)])]),
            [Cause::Width]
        );
        assert_eq!(
            causes(&[(1, 4, &[(5, 9)])], &[(1, 4, &[(6, 9)])]),
            [Cause::Neighbour]
        );
        assert_eq!(
            causes(&[(1, 1, &[(5, 9)])], &[(1, 1, &[(1, 1)])]),
            [Cause::Byte]
        );
        assert_eq!(
            causes(&[(1, 8, &[(0x5555_5555_0000, 9)])], &[]),
            [Cause::Address]
        );
        assert_eq!(
            causes(&[(1, 4, &[(5, 9)])], &[(1, 4, &[(5, 90)])]),
            [Cause::Beside]
        );
        assert_eq!(causes(&[(33, 4, &[(5, 9)])], &[])[0], Cause::Full);
    }

    #[test]
    fn signs_reach_to_the_top() {
        assert_eq!(signed(0xff, 1), u128::MAX);
        assert_eq!(signed(0x7f, 1), 0x7f);
    }
}
