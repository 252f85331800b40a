//! The words of a program, and which of them a run comes to.

use std::{borrow::Cow, path::Path};

use anyhow::{Context, Result, ensure};
use fz_abi::words::{JUNK, LONGEST, loaded::SHORTEST};
use fz_toolchain::dictionary::{Dictionary, Word};

/// Those that are worth trying, the best first.
pub struct Words {
    words: Vec<Word>,
    /// Bytes of the map that the program uses.
    map: usize,
}

/// A word that a run comes to.
pub struct Met {
    pub word: usize,
    /// A counter says so; else nobody knows.
    pub is_sure: bool,
}

impl Words {
    pub fn of(program: &Path) -> Result<Words> {
        let shown = program.display();
        let dictionary = Dictionary::of_program(program)?;
        let map = dictionary.map.with_context(|| {
            format!("{shown} was not linked for afl: no map tells what its runs come to")
        })?;
        let is_useful = |w: &Word| w.score >= JUNK && (SHORTEST..=LONGEST).contains(&w.bytes.len());
        let words: Vec<Word> = dictionary.words.into_iter().filter(is_useful).collect();
        ensure!(!words.is_empty(), "{shown} has no words worth trying");
        Ok(Words { words, map })
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn bytes(&self, word: usize) -> &[u8] {
        &self.words[word].bytes
    }

    /// The words that the run comes to which has left this map, the best first.
    pub fn met(&self, map: &[u8]) -> Vec<Met> {
        let map = plain(&map[..self.map.min(map.len())]);
        let words = self.words.iter().enumerate();
        words
            .filter(|(_, w)| w.is_visited(&map))
            .map(|(word, w)| {
                let mut told = w.uses.iter().filter(|u| !u.counters.is_empty());
                Met {
                    word,
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
impl Words {
    /// Of each word the bytes, the score and the one place in the map that tells of it.
    pub fn of_blocks(words: &[(&[u8], u32, u32)]) -> Words {
        use fz_toolchain::{dictionary::Use, program::Place};
        let word = |(bytes, score, counter): &(&[u8], u32, u32)| Word {
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
        Words {
            words: words.iter().map(word).collect(),
            map: 1 + words.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_comes_to_words_whose_counters_it_hits() {
        let words = Words::of_blocks(&[(b"one", 90, 1), (b"two", 50, 2)]);
        let met = |map: &[u8]| -> Vec<usize> { words.met(map).iter().map(|m| m.word).collect() };
        assert_eq!(met(&[1, 0, 7]), [1]);
        assert_eq!(met(&[1, 2, 7]), [0, 1]);
        // Behind the program's own counters anything may stand.
        assert!(met(&[1, 0, 0, 1, 1]).is_empty());
        // A run that took too long.
        assert_eq!(met(&[128, 1, 128]), [1]);
    }
}
