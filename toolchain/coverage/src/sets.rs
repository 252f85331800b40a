//! Sets of identities, by their numbers.

use anyhow::{Context, Result, ensure};
use fixedbitset::FixedBitSet;

/// A set of numbers below a limit that all sets of a store share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Set(FixedBitSet);

/// Numbers in a word of a set.
const BITS: usize = usize::BITS as usize;

/// Some numbers that stand in one word of a set.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    word: u32,
    numbers: usize,
}

impl Part {
    pub fn of(number: usize) -> Part {
        Part {
            word: (number / BITS) as u32,
            numbers: 1 << (number % BITS),
        }
    }

    /// Takes over another one of the same word. Whether it is.
    pub fn join(&mut self, other: Part) -> bool {
        let is_same = self.word == other.word;
        if is_same {
            self.numbers |= other.numbers;
        }
        is_same
    }
}

impl Set {
    /// An empty set with room for the numbers below `limit`.
    pub fn new(limit: usize) -> Set {
        Set(FixedBitSet::with_capacity(limit))
    }

    pub fn of(limit: usize, numbers: impl IntoIterator<Item = usize>) -> Set {
        let mut set = Set::new(limit);
        numbers.into_iter().for_each(|n| set.insert(n));
        set
    }

    /// There is room for the numbers below this.
    pub fn limit(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0.insert(number);
    }

    #[inline]
    pub fn insert_parts(&mut self, parts: &[Part]) {
        let words = self.0.as_mut_slice();
        for part in parts {
            words[part.word as usize] |= part.numbers;
        }
    }

    pub fn contains(&self, number: usize) -> bool {
        self.0.contains(number)
    }

    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.ones()
    }

    pub fn unite(&mut self, other: &Set) {
        self.0.union_with(&other.0);
    }

    /// Keeps what is in exactly one of both.
    pub fn differ(&mut self, other: &Set) {
        self.0.symmetric_difference_with(&other.0);
    }

    /// How many are in exactly one of both.
    pub fn distance(&self, other: &Set) -> usize {
        self.0.symmetric_difference_count(&other.0)
    }

    /// The same set where number `n` is called `names[n]`.
    pub fn renamed(&self, limit: usize, names: &[usize]) -> Set {
        Set::of(limit, self.iter().map(|n| names[n]))
    }

    /// Runs of neighbours: how many numbers are left out before each, and how many more than one it has, as
    /// [`put_number`] writes them; before these, how many runs there are.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for number in self.iter() {
            match runs.last_mut() {
                Some((_, end)) if *end == number => *end += 1,
                _ => runs.push((number, number + 1)),
            }
        }
        put_number(out, runs.len() as u64);
        let mut last = 0;
        for (begin, end) in runs {
            put_number(out, (begin - last) as u64);
            put_number(out, (end - begin - 1) as u64);
            last = end;
        }
    }

    pub fn read(from: &mut &[u8], limit: usize) -> Result<Set> {
        let mut set = Set::new(limit);
        let runs = take_number(from)?;
        let mut at = 0usize;
        for _ in 0..runs {
            let (gap, more) = (take_number(from)?, take_number(from)?);
            let begin = at.checked_add(usize::try_from(gap)?);
            let end =
                begin.and_then(|b| b.checked_add(usize::try_from(more).ok()?)?.checked_add(1));
            let (Some(begin), Some(end)) = (begin, end.filter(|end| *end <= limit)) else {
                anyhow::bail!("a set has numbers beyond the {limit} identities");
            };
            set.0.insert_range(begin..end);
            at = end;
        }
        Ok(set)
    }
}

/// Seven bits a byte, the lowest first; all bytes but the last have the highest bit.
pub fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub fn take_number(from: &mut &[u8]) -> Result<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = from.split_first().context("ends within a number")?;
        *from = rest;
        let bits = u64::from(byte & 0x7f);
        ensure!(shift < 63 || bits < 2, "has a number beyond 64 bits");
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    anyhow::bail!("has a number beyond 64 bits")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMIT: usize = 300;

    proptest! {
        #[test]
        fn sets_are_read_as_they_were_written(numbers in proptest::collection::btree_set(0..LIMIT, 0..80)) {
            let set = Set::of(LIMIT, numbers.iter().copied());
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), numbers.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(set.len(), numbers.len());
            let mut bytes = Vec::new();
            set.write(&mut bytes);
            let mut rest = &bytes[..];
            prop_assert_eq!(Set::read(&mut rest, LIMIT).unwrap(), set);
            prop_assert!(rest.is_empty());
            for end in 0..bytes.len() {
                prop_assert!(Set::read(&mut &bytes[..end], LIMIT).is_err());
            }
        }

        #[test]
        fn numbers_are_read_as_they_were_written(number: u64) {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            prop_assert_eq!(take_number(&mut &bytes[..]).unwrap(), number);
        }

        #[test]
        fn broken_sets_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let _ = Set::read(&mut &bytes[..], LIMIT);
        }
    }

    #[test]
    fn differences_give_a_set_back() {
        let (a, b) = (Set::of(100, [1, 2, 70]), Set::of(100, [2, 3, 99]));
        assert_eq!(a.distance(&b), 4);
        let mut difference = a.clone();
        difference.differ(&b);
        difference.differ(&b);
        assert_eq!(difference, a);
        assert!(a.contains(70) && !a.contains(71) && !a.contains(1000));
    }
}
