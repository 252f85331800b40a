//! The tokens of a program, and which of them a run comes to.

use std::{borrow::Cow, path::Path};

use anyhow::{Context, Result, ensure};
use fz_abi::tokens::{JUNK, LONGEST, loaded::SHORTEST};
use fz_binary::Program;
use fz_dictionary::{Dictionary, Token};

/// Those that are worth trying, the best first.
pub struct Tokens {
    tokens: Vec<Token>,
    /// Bytes of the map that the program uses.
    map: usize,
}

/// A token that a run comes to.
pub struct Met {
    pub token: usize,
    /// A counter says so; else nobody knows.
    pub is_sure: bool,
}

impl Tokens {
    pub fn of(path: &Path) -> Result<Tokens> {
        let shown = path.display();
        let dictionary = Dictionary::of_program(&Program::read(path)?)?;
        let map = dictionary.map.with_context(|| {
            format!("{shown} was not linked for afl: there is no map of what its runs reach")
        })?;
        let is_useful =
            |w: &Token| w.score >= JUNK && (SHORTEST..=LONGEST).contains(&w.bytes.len());
        let tokens: Vec<Token> = dictionary.tokens.into_iter().filter(is_useful).collect();
        ensure!(!tokens.is_empty(), "{shown} has no tokens worth trying");
        Ok(Tokens { tokens, map })
    }

    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    pub fn bytes(&self, token: usize) -> &[u8] {
        &self.tokens[token].bytes
    }

    /// The tokens that the run comes to which has left this map, the best first.
    pub fn met(&self, map: &[u8]) -> Vec<Met> {
        let map = plain(&map[..self.map.min(map.len())]);
        let tokens = self.tokens.iter().enumerate();
        tokens
            .filter(|(_, w)| w.is_visited(&map))
            .map(|(token, w)| {
                let mut told = w.uses.iter().filter(|u| !u.counters.is_empty());
                Met {
                    token,
                    is_sure: told.any(|u| u.is_visited(&map)),
                }
            })
            .collect()
    }
}

/// Of a run that took too long afl-fuzz leaves other numbers: 128 for what ran, also for the head, and 1 for all else.
fn plain(map: &[u8]) -> Cow<'_, [u8]> {
    match map.first() {
        Some(128) => map.iter().map(|count| count >> 7).collect(),
        _ => Cow::Borrowed(map),
    }
}

#[cfg(test)]
impl Tokens {
    /// Of each token the bytes, the score and the one place in the map that tells of it.
    pub fn of_blocks(tokens: &[(&[u8], u32, u32)]) -> Tokens {
        use fz_binary::Place;
        use fz_dictionary::Use;
        let token = |(bytes, score, counter): &(&[u8], u32, u32)| Token {
            bytes: bytes.to_vec(),
            score: *score,
            uses: vec![Use {
                score: *score,
                place: Place {
                    file: String::new(),
                    line: 0,
                    column: 0,
                },
                function: "f".to_owned(),
                kind: "equal",
                form: Default::default(),
                of: None,
                counted: true,
                counters: vec![*counter],
            }],
        };
        Tokens {
            tokens: tokens.iter().map(token).collect(),
            map: 1 + tokens.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_comes_to_words_whose_counters_it_hits() {
        let tokens = Tokens::of_blocks(&[(b"one", 90, 1), (b"two", 50, 2)]);
        let met = |map: &[u8]| -> Vec<usize> { tokens.met(map).iter().map(|m| m.token).collect() };
        assert_eq!(met(&[1, 0, 7]), [1]);
        assert_eq!(met(&[1, 2, 7]), [0, 1]);
        // Behind the program's own counters anything may stand.
        assert!(met(&[1, 0, 0, 1, 1]).is_empty());
        // A run that took too long.
        assert_eq!(met(&[128, 1, 128]), [1]);
    }
}
