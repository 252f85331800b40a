//! The pairs of operands that a run told of.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::causes::{Cause, Near};
use super::segment::PAIR;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Instruction,
    /// Two texts, or as much of two memories.
    Routine,
}

/// Two operands; which one is first says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pair {
    pub kind: Kind,
    low: Vec<u8>,
    high: Vec<u8>,
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

    /// Of integers, without a sign.
    pub fn numbers(&self) -> [u128; 2] {
        [&self.low, &self.high].map(|bytes| {
            let digits = bytes.iter().rev();
            digits.fold(0, |n, &byte| n << 8 | u128::from(byte))
        })
    }

    /// Bytes of an integer.
    pub fn width(&self) -> usize {
        self.low.len()
    }

    pub fn holds_address(&self) -> bool {
        // What a program and its libraries, stack and heap stand at without randomisation.
        let is_address = |n: u128| matches!(n >> 40, 0x55 | 0x7f);
        self.width() == 8 && self.numbers().into_iter().any(is_address)
    }

    /// What stands before the first NUL.
    pub fn texts(&self) -> [&[u8]; 2] {
        let text = |bytes: &'_ [u8]| bytes.iter().position(|&byte| byte == 0);
        let cut = |bytes| match text(bytes) {
            Some(end) => &bytes[..end],
            None => bytes,
        };
        let mut texts = [cut(&self.low), cut(&self.high)];
        texts.sort();
        texts
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

/// The pairs of one run, and the places in the program that told of each.
#[derive(Default)]
pub struct Pairs {
    all: HashMap<Pair, HashSet<u64>>,
    /// Single bytes, which no fuzzer is told.
    bytes: HashMap<Pair, HashSet<u64>>,
    /// Numbers that were compared with themselves, and where.
    equal: HashMap<u128, HashSet<u64>>,
}

/// Lines of the source, by places in a program.
pub type Lines = HashMap<u64, String>;

impl Pairs {
    /// Of what `pairs.c` wrote.
    pub fn read(written: &[u8]) -> Pairs {
        const INSTRUCTION: u8 = 0;
        const EQUAL: u8 = 1;
        let mut pairs = Pairs::default();
        for pair in written.chunks_exact(PAIR) {
            let (head, operands) = pair.split_at(16);
            let (a, b) = operands.split_at(32);
            let kind = match head[0] {
                INSTRUCTION | EQUAL => Kind::Instruction,
                _ => Kind::Routine,
            };
            let [a, b] = [&a[..head[2].into()], &b[..head[3].into()]];
            let from = u64::from_le_bytes(head[8..].try_into().expect("eight bytes"));
            let pair = Pair::new(kind, a, b);
            if head[0] == EQUAL {
                pairs
                    .equal
                    .entry(pair.numbers()[0])
                    .or_default()
                    .insert(from);
                continue;
            }
            let all = match (kind, a) {
                (Kind::Instruction, [_]) => &mut pairs.bytes,
                _ => &mut pairs.all,
            };
            all.entry(pair).or_default().insert(from);
        }
        pairs
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn places(&self) -> impl Iterator<Item = u64> {
        let all = self
            .all
            .values()
            .chain(self.bytes.values())
            .chain(self.equal.values());
        all.flatten().copied()
    }

    /// What `others` lack, why that may be, and where it is told of.
    pub fn missing_in<'a>(
        &'a self,
        others: &Pairs,
        [lines, other_lines]: [&'a Lines; 2],
    ) -> Vec<(&'a Pair, Cause, &'a str)> {
        let mut near: HashMap<&str, Near> = HashMap::new();
        for (pair, places) in others.all.iter().chain(&others.bytes) {
            let lines = places.iter().filter_map(|p| other_lines.get(p));
            let told: HashSet<_> = lines.flat_map(|line| [line.as_str(), file(line)]).collect();
            for place in told {
                near.entry(place).or_default().add(pair);
            }
        }
        let mut equal: HashMap<&str, HashSet<u128>> = HashMap::new();
        for (number, places) in &others.equal {
            for line in places.iter().filter_map(|p| other_lines.get(p)) {
                equal.entry(file(line)).or_default().insert(*number);
            }
        }
        let missing = self.all.iter().filter(|(p, _)| !others.all.contains_key(p));
        let caused = missing.map(|(pair, places)| {
            let told = places.iter().filter_map(|place| lines.get(place));
            let causes = told.map(|line| {
                let place = line.strip_suffix(NO_LINE).unwrap_or(line);
                let near = near.entry(place).or_default();
                let equal = equal.entry(file(line)).or_default();
                (near.cause(pair, equal), line.as_str())
            });
            let (cause, line) = causes.min().unwrap_or((Cause::Nothing, "?"));
            (pair, cause, line)
        });
        caused.collect()
    }
}

/// What ends a line that a compiler's pass made up.
const NO_LINE: &str = ":0";

/// The file of a line.
fn file(line: &str) -> &str {
    line.rsplit_once(':').map_or(line, |(file, _)| file)
}

#[cfg(test)]
mod tests {
    use super::super::causes::Cause;
    use super::super::segment::PAIR;
    use super::{Lines, Pairs};

    /// Instructions: width, operands; all of one line, and equal ones are told of as such.
    type Told = &'static [(u8, u64, u64)];

    fn written(told: &[(u8, u64, u64)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (width, a, b) in told {
            let mut pair = [0; PAIR];
            pair[0] = u8::from(a == b);
            pair[2..4].fill(*width);
            pair[16..24].copy_from_slice(&a.to_le_bytes());
            pair[48..56].copy_from_slice(&b.to_le_bytes());
            bytes.extend(pair);
        }
        bytes
    }

    fn causes(theirs: Told, ours: Told) -> Vec<Cause> {
        let lines = Lines::from([(0, "a.c:1".to_string())]);
        let [theirs, ours] = [theirs, ours].map(|told| Pairs::read(&written(told)));
        let missing = theirs.missing_in(&ours, [&lines, &lines]);
        missing.into_iter().map(|(_, cause, _)| cause).collect()
    }

    #[test]
    fn order_does_not_count() {
        assert!(causes(&[(4, 1, 2)], &[(4, 2, 1)]).is_empty());
        assert_eq!(causes(&[(4, 1, 2)], &[(4, 900, 9)]), [Cause::Otherwise]);
        assert_eq!(causes(&[(4, 1, 2)], &[]), [Cause::Nothing]);
    }

    #[test]
    fn what_says_the_same_is_a_reason() {
        let cases: [(Told, Told, Cause); 11] = [
            (&[(4, 5, 9)], &[(8, 5, 9)], Cause::Width),
            (
                &[(4, 5, 0xffff_ffff)],
                &[(8, 5, 0xffff_ffff_ffff_ffff)],
                Cause::Width,
            ),
            (
                &[(8, 0, 0x3fe0_0000_0000_0000)],
                &[(4, 0, 0x3f00_0000)],
                Cause::Width,
            ),
            (&[(4, 5, 9)], &[(1, 5, 9)], Cause::Byte),
            (&[(4, 5, 900)], &[(2, 5, 5)], Cause::Decided),
            (&[(4, 5, 9)], &[(4, 6, 9)], Cause::Neighbour),
            (
                &[(4, 500, 700)],
                &[(4, 500, 1), (4, 500, 2), (4, 500, 3)],
                Cause::Search,
            ),
            (&[(4, 17, 25)], &[(4, 0x72, 0x61)], Cause::Range),
            (&[(8, 0x5555_5555_0000, 9)], &[], Cause::Address),
            (
                &[(8, 1, 0x40)],
                &[(8, 0x5555_5555_00f0, 0x5555_5555_0130)],
                Cause::Addresses,
            ),
            (&[(4, 5, 9)], &[(4, 5, 90)], Cause::Otherwise),
        ];
        for (theirs, ours, cause) in cases {
            assert_eq!(causes(theirs, ours), [cause], "{theirs:x?} {ours:x?}");
            assert_eq!(cause.is_reason(), cause != Cause::Otherwise);
        }
    }
}
