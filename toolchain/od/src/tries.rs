//! What is tried of an entry: which token, where, and how. Plain arithmetic, the same each time.
//!
//! ```text
//! entry  A B C D     token  x y
//! over   xyCD  AxyD  ABxy  ABCxy
//! between  xyABCD  AxyBCD  ABxyCD  ABCxyD  ABCDxy
//! ```
//! An entry with many places or tokens has more of these than it is worth: then of each token every so-many-th place is
//! tried, others in the next entry; and where even that is too much, the first tokens only, and those that are left in
//! the next.

/// Of one entry, at most.
pub const MOST: usize = 1 << 15;
/// So many places a token has at least, where an entry has them.
const PLACES: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Over,
    Between,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    pub token: usize,
    pub offset: usize,
    pub way: Way,
    /// Whether this is the token's first one in this entry.
    pub is_first: bool,
}

/// Where in an entry tokens are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// At each byte, and behind the last: so many.
    All(usize),
    /// At these offsets, in their order.
    These(Vec<u32>),
}

impl Places {
    fn len(&self) -> usize {
        match self {
            Places::All(count) => *count,
            Places::These(offsets) => offsets.len(),
        }
    }

    fn offset(&self, place: usize) -> usize {
        match self {
            Places::All(_) => place,
            Places::These(offsets) => offsets[place] as usize,
        }
    }
}

/// A token, and at how many entries it was tried before.
pub struct Candidate {
    pub token: usize,
    pub tried: u32,
}

/// The tries of an entry, and how far they are.
#[derive(Debug)]
pub struct Tries {
    places: Places,
    step: usize,
    /// Tokens, and the first place of each.
    tokens: Vec<(u32, u32)>,
    /// Which token, which of its places, and whether that was written over already.
    at: (usize, usize, bool),
    /// The token of the last one.
    last: Option<usize>,
}

impl Tries {
    /// `tokens` are in the order in which they are to be tried; so many of the first are.
    pub fn new(tokens: &[Candidate], places: Places) -> Tries {
        let each = 2 * places.len();
        let (count, step) = match tokens.len() * each {
            all if all <= MOST => (tokens.len(), 1),
            _ => {
                let count = tokens.len().min(MOST / each.min(2 * PLACES));
                (count, (count * each).div_ceil(MOST))
            }
        };
        let first = |c: &Candidate| (c.token as u32, (c.tried as usize % step) as u32);
        let tokens: Vec<_> = tokens[..count].iter().map(first).collect();
        let at = (0, tokens.first().map_or(0, |w| w.1 as usize), false);
        Tries {
            places,
            step,
            tokens,
            at,
            last: None,
        }
    }

    /// How many there are at most from here on.
    pub fn left(&self) -> usize {
        let places = self.places.len().div_ceil(self.step);
        2 * places * self.tokens.len().saturating_sub(self.at.0)
    }

    /// The next one that makes another input of the entry, one of at most `largest` bytes; puts that into `input`.
    pub fn next<'w>(
        &mut self,
        entry: &[u8],
        largest: usize,
        bytes: impl Fn(usize) -> &'w [u8],
        input: &mut Vec<u8>,
    ) -> Option<Try> {
        loop {
            let mut next = self.advance()?;
            let token = bytes(next.token);
            let (offset, end) = (next.offset, next.offset + token.len());
            let fits = match next.way {
                // Over the end, too, but not behind it: that is between.
                Way::Over => {
                    offset < entry.len() && end <= largest && !entry[offset..].starts_with(token)
                }
                Way::Between => offset <= entry.len() && entry.len() + token.len() <= largest,
            };
            if !fits {
                continue;
            }
            let behind = match next.way {
                Way::Over => end.min(entry.len()),
                Way::Between => offset,
            };
            input.clear();
            input.extend_from_slice(&entry[..offset]);
            input.extend_from_slice(token);
            input.extend_from_slice(&entry[behind..]);
            next.is_first = self.last.replace(next.token) != Some(next.token);
            return Some(next);
        }
    }

    fn advance(&mut self) -> Option<Try> {
        loop {
            let (at, place, is_over_done) = self.at;
            let (token, _) = *self.tokens.get(at)?;
            if place >= self.places.len() {
                let first = self.tokens.get(at + 1).map_or(0, |w| w.1 as usize);
                self.at = (at + 1, first, false);
                continue;
            }
            let (way, next) = match is_over_done {
                false => (Way::Over, (at, place, true)),
                true => (Way::Between, (at, place + self.step, false)),
            };
            self.at = next;
            return Some(Try {
                token: token as usize,
                offset: self.places.offset(place),
                way,
                is_first: false,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn candidates(count: usize, tried: u32) -> Vec<Candidate> {
        (0..count).map(|token| Candidate { token, tried }).collect()
    }

    fn all(mut tries: Tries, entry: &[u8], tokens: &[&[u8]]) -> Vec<String> {
        let mut input = Vec::new();
        let mut made = Vec::new();
        while tries
            .next(entry, 8, |token| tokens[token], &mut input)
            .is_some()
        {
            made.push(String::from_utf8(input.clone()).unwrap());
        }
        assert_eq!(tries.left(), 0);
        made
    }

    #[test]
    fn each_word_is_tried_at_each_offset_once() {
        let tries = Tries::new(&candidates(2, 0), Places::All(5));
        let made = all(tries, b"ABCD", &[b"xy", b"CD"]);
        assert_eq!(
            made,
            [
                "xyCD", "xyABCD", "AxyD", "AxyBCD", "ABxy", "ABxyCD", "ABCxy", "ABCxyD", "ABCDxy",
                "CDCD", "CDABCD", "ACDD", "ACDBCD", "ABCDCD", "ABCCD", "ABCCDD", "ABCDCD"
            ]
        );
    }

    #[test]
    fn nothing_grows_beyond_the_limit() {
        let tries = Tries::new(&candidates(1, 0), Places::All(8));
        assert_eq!(all(tries, b"ABCDEFG", &[b"longer!!!"]), [""; 0]);
        let tries = Tries::new(&candidates(1, 0), Places::All(8));
        let made = all(tries, b"ABCDEFG", &[b"1234567"]);
        assert_eq!(made, ["1234567", "A1234567"]);
    }

    #[test]
    fn offsets_that_matter_are_the_only_ones() {
        let tries = Tries::new(&candidates(1, 0), Places::These(vec![1, 4]));
        let made = all(tries, b"ABCD", &[b"x"]);
        assert_eq!(made, ["AxCD", "AxBCD", "ABCDx"]);
    }

    /// Token and offset of each try.
    fn places(mut tries: Tries, entry: &[u8]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut input = Vec::new();
        while let Some(next) = tries.next(entry, 1 << 20, |_| b"w", &mut input) {
            found.push((next.token, next.offset));
        }
        found
    }

    #[test]
    fn large_entries_are_sampled_and_others_take_the_rest() {
        let entry = vec![b'-'; 20_000];
        let of = |tried| {
            let tries = Tries::new(&candidates(3, tried), Places::All(entry.len() + 1));
            let found = places(tries, &entry);
            assert!(
                (MOST * 9 / 10..=MOST).contains(&found.len()),
                "{}",
                found.len()
            );
            found.into_iter().collect::<HashSet<_>>()
        };
        let step = 2 * 3 * (entry.len() + 1) / MOST + 1;
        let sampled: Vec<_> = (0..step as u32).map(of).collect();
        let together: HashSet<_> = sampled.iter().flatten().collect();
        assert_eq!(together.len(), 3 * (entry.len() + 1));
        let sum: usize = sampled.iter().map(HashSet::len).sum();
        assert_eq!(sum, together.len(), "none is in two of them");
    }

    #[test]
    fn of_many_words_the_first_have_enough_places() {
        let tries = Tries::new(&candidates(5000, 0), Places::All(1001));
        let found = places(tries, &[b'-'; 1000]);
        assert!(found.len() <= MOST && found.len() > MOST / 2);
        let mut tokens: Vec<_> = found.into_iter().map(|(token, _)| token).collect();
        tokens.dedup();
        assert_eq!(tokens, (0..MOST / 128).collect::<Vec<_>>());
    }
}
