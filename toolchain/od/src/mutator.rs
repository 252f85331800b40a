//! From entries of a queue to inputs. An entry is first run as it is: what it comes to stands in the map when the next input
//! is asked for. So it does not matter how an entry got into the queue, or how much afl-fuzz has cut off it since.
//!
//! Tries come in slices, one for each time that afl-fuzz turns to an entry: an entry with many does not keep it from
//! everything else. Tokens that were tried at the fewest entries come first: those of blocks that no entry came to
//! before, and those that earlier entries have not got to.

use std::collections::HashMap;

use anyhow::Result;
use fz_base::tell;
use xxhash_rust::xxh3::xxh3_128;

use crate::{
    host::{self, Map},
    taint::Taint,
    tokens::{Met, Tokens},
    tries::{Candidate, Places, Tries, Try, Way},
};

/// So many inputs each time that afl-fuzz turns to an entry: about as many as it makes itself.
const SLICE: usize = 512;

pub struct Mutator {
    tokens: Tokens,
    /// At how many entries each token was tried.
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
        let tokens = Tokens::of(&program)?;
        tell!(
            "fz: optimised dictionary: {} words of {}",
            tokens.len(),
            program.display()
        );
        Ok(Mutator::with(tokens, Taint::read()?, None))
    }

    fn with(tokens: Tokens, taint: Taint, map: Option<Map>) -> Mutator {
        Mutator {
            tried: vec![0; tokens.len()],
            tokens,
            taint,
            map,
            entries: HashMap::new(),
            current: 0,
            last: None,
        }
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
        self.last = tries.next(entry, largest, |token| self.tokens.bytes(token), input);
        match &self.last {
            Some(last) if last.is_first => self.tried[last.token] += 1,
            Some(_) => {}
            None => _ = self.entries.insert(self.current, Stage::Done),
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
        let tokens = order(self.tokens.met(map), &self.tried);
        Ok(Tries::new(&tokens, places))
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
        let token: String = self
            .tokens
            .bytes(last.token)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("op:od_{way},pos:{},word:{token}", last.offset)
    }
}

/// Tokens that were tried least come first; of these, tokens that were surely met; of these, the best.
fn order(mut met: Vec<Met>, tried: &[u32]) -> Vec<Candidate> {
    met.sort_by_key(|m| (tried[m.token], !m.is_sure));
    let candidate = |m: Met| Candidate {
        token: m.token,
        tried: tried[m.token],
    };
    met.into_iter().map(candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGEST: usize = 1 << 20;

    /// Two tokens, each in a block of its own.
    fn mutator() -> Mutator {
        let tokens = Tokens::of_blocks(&[(b"one", 90, 1), (b"two", 50, 2)]);
        Mutator::with(tokens, Taint::default(), Some(Map::of(vec![0; 3])))
    }

    fn ran(mutator: &mut Mutator, map: &[u8]) {
        mutator.map = Some(Map::of(map.to_vec()));
    }

    /// What is made of an entry until there is no more; the tokens, by how often in a row.
    fn all(mutator: &mut Mutator, entry: &[u8]) -> Vec<(String, usize)> {
        let mut tokens: Vec<(String, usize)> = Vec::new();
        let mut input = Vec::new();
        while mutator.next(entry, LARGEST, &mut input).unwrap() {
            let last = mutator.last.unwrap();
            let token = String::from_utf8_lossy(mutator.tokens.bytes(last.token)).into_owned();
            match tokens.last_mut().filter(|(w, _)| *w == token) {
                Some((_, count)) => *count += 1,
                None => tokens.push((token, 1)),
            }
        }
        tokens
    }

    fn run_itself(mutator: &mut Mutator, entry: &[u8], map: &[u8]) {
        assert_eq!(mutator.begin(entry) as usize, SLICE + 1);
        let mut input = Vec::new();
        assert!(mutator.next(entry, LARGEST, &mut input).unwrap());
        assert_eq!(input, entry);
        assert_eq!(mutator.describe(), "op:od_run");
        ran(mutator, map);
    }

    #[test]
    fn an_entry_s_words_are_tried_once() {
        let mut mutator = mutator();
        run_itself(&mut mutator, b"ABCD", &[1, 1, 0]);
        assert_eq!(all(&mut mutator, b"ABCD"), [("one".to_owned(), 9)]);
        assert_eq!(mutator.begin(b"ABCD"), 0);
        assert!(!mutator.next(b"ABCD", LARGEST, &mut Vec::new()).unwrap());
    }

    #[test]
    fn words_of_blocks_that_are_new_come_first() {
        let mut mutator = mutator();
        run_itself(&mut mutator, b"ABCD", &[1, 1, 0]);
        all(&mut mutator, b"ABCD");
        run_itself(&mut mutator, b"EFGH", &[1, 1, 1]);
        let expected = [("two".to_owned(), 9), ("one".to_owned(), 9)];
        assert_eq!(all(&mut mutator, b"EFGH"), expected);
        run_itself(&mut mutator, b"IJKL", &[1, 0, 0]);
        assert!(all(&mut mutator, b"IJKL").is_empty());
    }

    #[test]
    fn large_entries_go_on_where_they_were() {
        let mut mutator = mutator();
        let entry = vec![b'-'; 400];
        run_itself(&mut mutator, &entry, &[1, 1, 1]);
        let mut input = Vec::new();
        let mut made = Vec::new();
        for _ in 0..SLICE {
            assert!(mutator.next(&entry, LARGEST, &mut input).unwrap());
            made.push(input.clone());
        }
        // afl-fuzz turns to another one, which begins with the other token, and then to this again.
        run_itself(&mut mutator, b"other", &[1, 1, 1]);
        assert!(mutator.next(b"other", LARGEST, &mut input).unwrap());
        assert!(input.starts_with(b"two"));
        let mut rounds = 0;
        loop {
            let count = mutator.begin(&entry) as usize;
            assert!(count <= SLICE);
            for _ in 0..count {
                if mutator.next(&entry, LARGEST, &mut input).unwrap() {
                    made.push(input.clone());
                }
            }
            if count == 0 {
                break;
            }
            rounds += 1;
        }
        assert_eq!(rounds, 3);
        let each = 400 + 401;
        assert_eq!(made.len(), 2 * each);
        let is_of_one = |input: &Vec<u8>| input.windows(3).any(|w| w == b"one");
        assert!(made[..each].iter().all(is_of_one));
    }

    #[test]
    fn an_input_is_named_after_what_it_is() {
        let mut mutator = mutator();
        run_itself(&mut mutator, b"ABCD", &[1, 0, 1]);
        let mut names = Vec::new();
        for _ in 0..3 {
            mutator.next(b"ABCD", LARGEST, &mut Vec::new()).unwrap();
            names.push(mutator.describe());
        }
        let expected = ["over,pos:0", "between,pos:0", "over,pos:1"];
        assert_eq!(names, expected.map(|n| format!("op:od_{n},word:74776f")));
    }
}
