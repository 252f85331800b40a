//! What a program compares its input with, by the records of its images ([`crate::program::words`]): each word once, the best
//! first, with all places that use it. [`text`] writes it down as fuzzers read it, [`visits`] says which of it the runs of
//! inputs come by.

pub mod text;
pub mod visits;
mod why;

use std::{collections::BTreeMap, path::Path};

use anyhow::Result;
use serde::Serialize;

use crate::program::{self, FunctionWords, Image, Kind, Map, Place, words::Form};

/// The pass that notes the words, by its name in the records of units.
pub const PASS: &str = "dictionary";

/// The words of a program and of the libraries that it needs.
#[derive(Debug)]
pub struct Dictionary {
    /// By score, the best first; those of one score by their bytes.
    pub words: Vec<Word>,
    /// The size of the program's map; `None`: what counters tell cannot be had from a run.
    pub map: Option<usize>,
    /// Libraries that were not found: their words are not there, and places in the map may be others.
    pub missing: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub bytes: Vec<u8>,
    /// That of the best use.
    pub score: u32,
    /// Never empty; the best first.
    pub uses: Vec<Use>,
}

/// Where a word comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Use {
    pub score: u32,
    #[serde(flatten)]
    pub place: Place,
    /// The function's symbol.
    pub function: String,
    /// `equal`, `case`, …
    pub kind: &'static str,
    #[serde(flatten)]
    pub form: Form,
    /// The function that is called with it, or the table that holds it.
    pub of: Option<String>,
    /// Whether counters tell that its block ran.
    pub counted: bool,
    /// These, in the map: any of them tells. Empty also where there is no map.
    pub counters: Vec<u32>,
}

impl Use {
    /// Whether its block ran, by the map that a run has left behind. What no counter tells of may have run.
    pub fn is_visited(&self, map: &[u8]) -> bool {
        let ran = |at: &u32| map.get(*at as usize).is_some_and(|count| *count != 0);
        self.counters.is_empty() || self.counters.iter().any(ran)
    }
}

impl Word {
    pub fn is_visited(&self, map: &[u8]) -> bool {
        self.uses.iter().any(|u| u.is_visited(map))
    }
}

impl Dictionary {
    /// Of a program with the libraries that it needs; or of a library, an object or an archive by itself. What has no records
    /// of words is an error.
    pub fn of_program(path: &Path) -> Result<Dictionary> {
        let images = program::read(path)?;
        let (images, missing) = match <[Image; 1]>::try_from(images) {
            Ok([image]) if image.kind == Kind::Executable => program::with_libraries(image)?,
            Ok([image]) => (vec![image], Vec::new()),
            Err(members) => (members, Vec::new()),
        };
        why::check(path, &images)?;
        Ok(Dictionary {
            missing,
            ..Dictionary::of_images(&images)
        })
    }

    /// Of images, the program first.
    pub fn of_images(images: &[Image]) -> Dictionary {
        let announces = |i: &&Image| i.kind == Kind::Executable && i.has_runtime;
        let map = images.first().filter(announces).map(|program| {
            // Else libraries do not find the runtime.
            let counted = if program.exports_runtime {
                images.len()
            } else {
                1
            };
            Map::of(&images[..counted])
        });
        let mut all: BTreeMap<Vec<u8>, Vec<Use>> = BTreeMap::new();
        for (number, image) in images.iter().enumerate() {
            for function in &image.words {
                let blocks = Blocks::of(function, number, images, map.as_ref());
                for word in &function.words {
                    let uses = all.entry(word.bytes.clone()).or_default();
                    uses.push(blocks.used(word));
                }
            }
        }
        let words = all.into_iter().map(|(bytes, uses)| Word::of(bytes, uses));
        let mut dictionary = Dictionary {
            words: words.collect(),
            map: map.map(|m| m.size as usize),
            missing: Vec::new(),
        };
        dictionary.sort();
        dictionary
    }

    /// Adds the words of another one, of which no run tells: of a library that the program loads while it runs, say.
    pub fn add(&mut self, other: Dictionary) {
        let mut all: BTreeMap<Vec<u8>, Vec<Use>> = BTreeMap::new();
        let own = std::mem::take(&mut self.words).into_iter();
        let others = other.words.into_iter().map(|mut word| {
            word.uses.iter_mut().for_each(|u| u.counters.clear());
            word
        });
        for word in own.chain(others) {
            all.entry(word.bytes).or_default().extend(word.uses);
        }
        let words = all.into_iter().map(|(bytes, uses)| Word::of(bytes, uses));
        self.words = words.collect();
        self.sort();
    }

    /// The words whose block ran, by the map that a run has left behind, and those of which nobody knows.
    pub fn visited<'a>(&'a self, map: &[u8]) -> Vec<&'a Word> {
        self.words.iter().filter(|w| w.is_visited(map)).collect()
    }

    /// Leaves only such uses, and words that have any.
    pub fn retain(&mut self, keep: impl Fn(&Use) -> bool) {
        for word in &mut self.words {
            word.uses.retain(&keep);
            word.score = word.uses.first().map_or(0, |u| u.score);
        }
        self.words.retain(|w| !w.uses.is_empty());
        self.sort();
    }

    fn sort(&mut self) {
        let by_score = |a: &Word, b: &Word| b.score.cmp(&a.score).then(a.bytes.cmp(&b.bytes));
        self.words.sort_by(by_score);
    }
}

impl Word {
    fn of(bytes: Vec<u8>, mut uses: Vec<Use>) -> Word {
        uses.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.cmp(b)));
        // Copies of one function in several units.
        uses.dedup();
        Word {
            score: uses.first().map_or(0, |u| u.score),
            bytes,
            uses,
        }
    }
}

/// The blocks of one function, and where the map has their counters.
struct Blocks<'a> {
    function: &'a FunctionWords,
    /// By block.
    positions: Vec<Vec<u32>>,
}

impl Blocks<'_> {
    fn of<'a>(
        function: &'a FunctionWords,
        number: usize,
        images: &[Image],
        map: Option<&Map>,
    ) -> Blocks<'a> {
        let image = &images[number];
        let rows = match (map, function.start) {
            (Some(map), Some(start)) if number < map.places.len() => {
                match image.function_at(start) {
                    Some((edges, _)) => map.rows_of(images, number, edges),
                    None => vec![map.places[number].start + (start - image.start)],
                }
            }
            _ => Vec::new(),
        };
        let positions = |counters: &Vec<u32>| {
            let rows = rows.iter();
            rows.flat_map(|row| counters.iter().map(move |c| (row + u64::from(*c)) as u32))
                .collect()
        };
        Blocks {
            function,
            positions: function.blocks.iter().map(positions).collect(),
        }
    }

    fn used(&self, word: &program::words::Word) -> Use {
        let counters = word.block.map(|block| &self.function.blocks[block]);
        let positions = word.block.map(|block| self.positions[block].clone());
        Use {
            kind: word.kind,
            score: word.score,
            form: word.form,
            function: self.function.name.clone(),
            place: word.place.clone(),
            of: word.of.clone(),
            counted: self.function.start.is_some() && counters.is_some_and(|c| !c.is_empty()),
            counters: positions.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(bytes: &[u8], score: u32, block: Option<usize>, line: u32) -> program::words::Word {
        program::words::Word {
            kind: "equal",
            score,
            form: Form::default(),
            block,
            place: Place {
                file: "a.c".to_owned(),
                line,
                column: 1,
            },
            of: None,
            bytes: bytes.to_vec(),
        }
    }

    /// A program with the words of one function, whose counters begin at the second one.
    fn program(words: Vec<program::words::Word>) -> Image {
        let mut image = Image::new("p".into(), Kind::Executable);
        (image.start, image.section, image.counters) = (0x5008, 10, 10);
        image.has_runtime = true;
        image.words.push(FunctionWords {
            name: "f".to_owned(),
            start: Some(0x5009),
            blocks: vec![vec![2, 3], Vec::new()],
            words,
        });
        image
    }

    fn texts(dictionary: &Dictionary) -> Vec<(u32, &[u8])> {
        let words = dictionary.words.iter();
        words.map(|w| (w.score, &w.bytes[..])).collect()
    }

    #[test]
    fn words_are_there_once_and_the_best_come_first() {
        let words = vec![
            word(b"b", 20, None, 1),
            word(b"a", 20, None, 2),
            word(b"b", 90, None, 3),
            word(b"c", 50, None, 4),
            word(b"c", 50, None, 4),
        ];
        let mut dictionary = Dictionary::of_images(&[program(words)]);
        assert_eq!(
            texts(&dictionary),
            [(90, &b"b"[..]), (50, b"c"), (20, b"a")]
        );
        let lines = |word: &Word| word.uses.iter().map(|u| u.place.line).collect::<Vec<_>>();
        assert_eq!(lines(&dictionary.words[0]), [3, 1]);
        assert_eq!(lines(&dictionary.words[1]), [4]);
        dictionary.retain(|u| u.score < 90);
        assert_eq!(
            texts(&dictionary),
            [(50, &b"c"[..]), (20, b"a"), (20, b"b")]
        );
    }

    #[test]
    fn a_word_is_visited_if_a_counter_of_its_block_ran_or_nobody_knows() {
        let words = vec![
            word(b"counted", 3, Some(0), 1),
            word(b"uncounted", 2, Some(1), 1),
            word(b"nowhere", 1, None, 1),
        ];
        let dictionary = Dictionary::of_images(&[program(words)]);
        assert_eq!(dictionary.map, Some(11));
        // The head, what stands before the function, and its counters.
        assert_eq!(dictionary.words[0].uses[0].counters, [4, 5]);
        let visited = |map: &[u8]| dictionary.visited(map).len();
        assert_eq!(visited(&[1; 11]), 3);
        assert_eq!(visited(&[1, 1, 1, 1, 0, 0, 1, 1]), 2);
        assert_eq!(visited(&[0, 0, 0, 0, 0, 9]), 3);
        assert_eq!(visited(&[]), 2);

        // Of what is loaded later no run tells.
        let other = Dictionary::of_images(&[program(vec![word(b"later", 9, Some(0), 1)])]);
        let mut both = dictionary;
        both.add(other);
        assert_eq!(both.words[0].bytes, b"later");
        assert!(both.words[0].uses[0].counted);
        assert_eq!(both.visited(&[0; 11]).len(), 3);
    }

    #[test]
    fn any_row_of_a_function_tells() {
        let mut image = program(vec![word(b"w", 1, Some(0), 1)]);
        image.edges = vec![program::FunctionEdges {
            start: 0x5009,
            row: 4,
            rows: 2,
            ..program::FunctionEdges::default()
        }];
        let dictionary = Dictionary::of_images(&[image]);
        assert_eq!(dictionary.words[0].uses[0].counters, [4, 5, 8, 9]);
    }
}
