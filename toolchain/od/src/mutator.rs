//! From entries of a queue to inputs. An entry is first run as it is: what it comes to stands in the map when the next input
//! is asked for. So it does not matter how an entry got into the queue, or how much afl-fuzz has cut off it since.
//!
//! Tries come in slices, one for each time that afl-fuzz turns to an entry: an entry with many does not keep it from
//! everything else. Words that were tried at the fewest entries come first: those of blocks that no entry came to before.

use std::{cmp::Reverse, collections::HashMap};

use anyhow::Result;
use xxhash_rust::xxh3::xxh3_128;

use crate::{
    host::{self, Map},
    taint::Taint,
    tries::{Candidate, Places, Tries, Try, Way},
    words::Words,
};

/// So many inputs each time that afl-fuzz turns to an entry: about as many as it makes itself.
const SLICE: usize = 512;

pub struct Mutator {
    words: Words,
    /// At how many entries each word was tried.
    tried: Vec<u32>,
    taint: Taint,
    /// `None`: not attached yet.
    map: Option<Map>,
    /// By content: an entry with another name is no other one.
    entries: HashMap<u128, Stage>,
    current: u128,
    last: Option<Try>,
}

/// How far an entry is.
enum Stage {
    New,
    /// What it comes to is in the map.
    Ran,
    Trying(Tries),
    Done,
}

impl Mutator {
    pub fn new() -> Result<Mutator> {
        let program = host::program()?;
        let words = Words::of(&program)?;
        eprintln!(
            "fz: optimised dictionary: {} words of {}",
            words.len(),
            program.display()
        );
        Ok(Mutator {
            tried: vec![0; words.len()],
            words,
            taint: Taint::read()?,
            map: None,
            entries: HashMap::new(),
            current: 0,
            last: None,
        })
    }

    /// afl-fuzz turns to an entry; how many inputs it should ask for.
    pub fn begin(&mut self, entry: &[u8]) -> u32 {
        self.current = xxh3_128(entry);
        let count = match self.entries.entry(self.current).or_insert(Stage::New) {
            Stage::Done => 0,
            Stage::Trying(tries) => tries.left().min(SLICE),
            stage => {
                *stage = Stage::New;
                SLICE + 1
            }
        };
        count as u32
    }

    /// Puts the next input into `input`. `false`: there is none any more.
    pub fn next(&mut self, entry: &[u8], largest: usize, input: &mut Vec<u8>) -> Result<bool> {
        self.last = None;
        match self.entries.get(&self.current) {
            Some(Stage::New) => {
                self.entries.insert(self.current, Stage::Ran);
                input.clear();
                input.extend_from_slice(entry);
                return Ok(true);
            }
            Some(Stage::Ran) => {
                let tries = self.plan(entry)?;
                self.entries.insert(self.current, Stage::Trying(tries));
            }
            _ => {}
        }
        let Some(Stage::Trying(tries)) = self.entries.get_mut(&self.current) else {
            return Ok(false);
        };
        self.last = tries.next(entry, largest, |word| self.words.bytes(word), input);
        if self.last.is_none() {
            self.entries.insert(self.current, Stage::Done);
        }
        Ok(self.last.is_some())
    }

    /// The tries of an entry that has just been run.
    fn plan(&mut self, entry: &[u8]) -> Result<Tries> {
        if self.map.is_none() {
            self.map = Some(Map::attach()?);
        }
        let map = self.map.as_ref().map_or(&[][..], Map::bytes);
        let places = match self.taint.offsets(self.current) {
            Some(offsets) => Places::These(offsets),
            None => Places::All(entry.len() + 1),
        };
        let tries = order(&self.words, &self.tried, self.words.visited(map), places);
        for word in tries.words() {
            self.tried[word] += 1;
        }
        Ok(tries)
    }

    /// What the last input was, in the manner of afl-fuzz's own names.
    pub fn describe(&self) -> String {
        let Some(last) = self.last else {
            return "op:od_run".to_owned();
        };
        let way = match last.way {
            Way::Over => "over",
            Way::Between => "between",
        };
        let word: String = self
            .words
            .bytes(last.word)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("op:od_{way},pos:{},word:{word}", last.offset)
    }
}

/// Words that were tried least come first, of these the best.
fn order(words: &Words, tried: &[u32], mut visited: Vec<usize>, places: Places) -> Tries {
    visited.sort_by_key(|word| (tried[*word], Reverse(words.score(*word)), *word));
    let candidates: Vec<_> = visited
        .into_iter()
        .map(|word| Candidate {
            word,
            tried: tried[word],
        })
        .collect();
    Tries::new(&candidates, places)
}
