//! Makes an input smaller while something about it stays: bytes are taken out, large pieces first, then single ones.
//!
//! It is the complement half of delta debugging: what is taken out once is not tried again in smaller pieces, and a piece
//! of the same size is tried until none can go. At the end no single byte can be taken out, and no run of a few: records of a
//! format only go as a whole, wherever they stand.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use anyhow::Result;
use xxhash_rust::xxh3::xxh3_128;

/// How much may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Calls of `keep`.
    pub tries: u64,
    pub time: Duration,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    pub input: Vec<u8>,
    /// Calls of `keep`.
    pub tries: u64,
    /// Removing any single byte loses the crash. Else the budget or the user ended the search.
    pub is_smallest: bool,
}

/// `keep` says whether what is to stay is still there. The input that is given is taken to have it, and is not asked
/// about; each that is returned was.
pub fn shrink(
    input: Vec<u8>,
    keep: &mut dyn FnMut(&[u8]) -> Result<bool>,
    budget: &Budget,
) -> Result<Shrunk> {
    let mut search = Search {
        keep,
        until: Instant::now().checked_add(budget.time),
        budget: *budget,
        refused: HashSet::new(),
        shrunk: Shrunk {
            input,
            tries: 0,
            is_smallest: false,
        },
    };
    let mut size = search.shrunk.input.len();
    loop {
        while size > 0 {
            let Some(is_smaller) = search.round(size, size)? else {
                return Ok(search.shrunk);
            };
            if !is_smaller || size > search.shrunk.input.len() {
                size = (size / 2).min(search.shrunk.input.len());
            }
        }
        search.shrunk.is_smallest = true;
        // Runs of each length, from each place.
        let mut is_smaller = false;
        for size in (2..=LONGEST.min(search.shrunk.input.len())).rev() {
            match search.round(size, 1)? {
                Some(one) => is_smaller |= one,
                None => return Ok(search.shrunk),
            }
        }
        if !is_smaller {
            return Ok(search.shrunk);
        }
        // What is left may have bytes that can go now.
        search.shrunk.is_smallest = false;
        size = 1;
    }
}

/// The longest run that is taken out wherever it stands.
const LONGEST: usize = 64;

struct Search<'a> {
    keep: &'a mut dyn FnMut(&[u8]) -> Result<bool>,
    until: Option<Instant>,
    budget: Budget,
    /// What was asked about.
    refused: HashSet<u128>,
    shrunk: Shrunk,
}

impl Search<'_> {
    /// Takes out pieces of a size, each `step` bytes before the last one. Whether any went; `None`: the budget is spent.
    ///
    /// From the end: what is read last is most often without meaning, and offsets of the rest stay.
    fn round(&mut self, size: usize, step: usize) -> Result<Option<bool>> {
        let mut is_smaller = false;
        let mut end = self.shrunk.input.len();
        while end > 0 && (step == size || end >= size) {
            let start = end.saturating_sub(size);
            let without = [&self.shrunk.input[..start], &self.shrunk.input[end..]].concat();
            if !self.refused.insert(xxh3_128(&without)) {
                end = end.saturating_sub(step);
                continue;
            }
            let is_late = self.until.is_some_and(|until| Instant::now() > until);
            if self.shrunk.tries >= self.budget.tries || is_late || fz_process::is_interrupted() {
                return Ok(None);
            }
            self.shrunk.tries += 1;
            let goes = (self.keep)(&without)?;
            if goes {
                self.shrunk.input = without;
                is_smaller = true;
            }
            // Behind what went, all bytes have been looked at.
            end = if goes {
                start
            } else {
                end.saturating_sub(step)
            };
        }
        Ok(Some(is_smaller))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Budget = Budget {
        tries: u64::MAX,
        time: Duration::MAX,
    };

    fn holds(input: &[u8], wanted: &[u8]) -> bool {
        let mut bytes = input.iter();
        wanted.iter().all(|w| bytes.any(|b| b == w))
    }

    #[test]
    fn only_what_is_needed_stays() {
        let long: Vec<u8> = (0..2000u32).map(|n| (n % 251) as u8).collect();
        for wanted in [&b""[..], b"\x07", b"\x01\x02\x03\xc8\x05"] {
            let shrunk = shrink(long.clone(), &mut |i| Ok(holds(i, wanted)), &ALL).unwrap();
            assert_eq!(shrunk.input, wanted);
            assert!(shrunk.is_smallest && shrunk.tries < 400, "{}", shrunk.tries);
        }
    }

    #[test]
    fn what_it_returns_was_asked_about_and_no_byte_of_it_can_go() {
        // A length that has to be right, and a mark.
        let keep = |i: &[u8]| {
            let length = i.first().map(|l| usize::from(*l) % 4);
            length.is_some_and(|l| (i.len() - 1) % 4 == l) && i.contains(&b'!')
        };
        for length in 2..60u8 {
            let mut input: Vec<u8> = (0..length).map(|n| n.wrapping_mul(37) | 0x80).collect();
            input[usize::from(length) / 2] = b'!';
            input[0] = (length - 1) % 4;
            let mut kept = vec![input.clone()];
            let mut ask = |i: &[u8]| {
                if keep(i) {
                    kept.push(i.to_vec());
                }
                Ok(keep(i))
            };
            let found = shrink(input.clone(), &mut ask, &ALL).unwrap();
            assert!(keep(&found.input) && kept.contains(&found.input));
            for at in 0..found.input.len() {
                let mut less = found.input.clone();
                less.remove(at);
                assert!(!keep(&less), "{:?} {at}", found.input);
            }
        }
    }

    /// Each record begins with its length: none can lose a byte.
    fn records(mut input: &[u8]) -> Option<Vec<&[u8]>> {
        let mut all = Vec::new();
        while let Some((length, rest)) = input.split_first() {
            let (record, after) = rest.split_at_checked(usize::from(*length))?;
            all.push(record);
            input = after;
        }
        Some(all)
    }

    #[test]
    fn records_go_as_a_whole() {
        let keep = |i: &[u8]| records(i).is_some_and(|all| all.iter().any(|r| *r == b"wanted"));
        let mut input = Vec::new();
        for length in [13u8, 5, 7, 29, 3, 11] {
            input.push(length);
            input.extend(vec![200; length.into()]);
        }
        input.extend(b"\x06wanted\x09following");
        let shrunk = shrink(input, &mut |i| Ok(keep(i)), &ALL).unwrap();
        assert_eq!(shrunk.input, b"\x06wanted");
        assert!(shrunk.is_smallest);
    }

    #[test]
    fn the_budget_ends_it_with_the_smallest_so_far() {
        let budget = Budget { tries: 3, ..ALL };
        let shrunk = shrink(vec![1; 64], &mut |i| Ok(i.len() > 7), &budget).unwrap();
        assert_eq!((shrunk.tries, shrunk.is_smallest), (3, false));
        assert_eq!(shrunk.input.len(), 16);
        let none = Budget {
            time: Duration::ZERO,
            ..ALL
        };
        let shrunk = shrink(vec![1; 4], &mut |_| Ok(true), &none).unwrap();
        assert!(!shrunk.is_smallest);
    }

    #[test]
    fn an_error_ends_it() {
        let failed = shrink(vec![1], &mut |_| anyhow::bail!("no program"), &ALL);
        assert!(failed.is_err());
    }
}
