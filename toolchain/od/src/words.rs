//! The words of a program, and which of them a run comes to.

use std::path::Path;

use anyhow::{Result, ensure};
use fz_abi::words::{JUNK, LONGEST, loaded::SHORTEST};
use fz_toolchain::dictionary::{Dictionary, Word};

/// Those that are worth trying, the best first.
pub struct Words(Vec<Word>);

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
        ensure!(
            dictionary.map.is_some(),
            "{shown} was not linked for afl: no map tells what its runs come to"
        );
        let is_useful = |w: &Word| w.score >= JUNK && (SHORTEST..=LONGEST).contains(&w.bytes.len());
        let words: Vec<Word> = dictionary.words.into_iter().filter(is_useful).collect();
        ensure!(!words.is_empty(), "{shown} has no words worth trying");
        Ok(Words(words))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn bytes(&self, word: usize) -> &[u8] {
        &self.0[word].bytes
    }

    /// The words that the run comes to which has left this map, the best first.
    pub fn met(&self, map: &[u8]) -> Vec<Met> {
        let words = self.0.iter().enumerate();
        words
            .filter(|(_, w)| w.is_visited(map))
            .map(|(word, w)| {
                let mut told = w.uses.iter().filter(|u| !u.counters.is_empty());
                Met {
                    word,
                    is_sure: told.any(|u| u.is_visited(map)),
                }
            })
            .collect()
    }
}
