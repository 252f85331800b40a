//! What a program compares its input with, by the records of its images ([`fz_binary::tokens`]): each token once,
//! the best first, with all places that use it. [`text`] writes them in the formats of fuzzers, [`visits`] says which of
//! them the runs of inputs reach.

pub mod text;
mod why;

use std::collections::BTreeMap;

use anyhow::Result;
use fz_binary::{FunctionTokens, Image, Kind, Map, Place, Program};
use fz_records::Form;
use serde::Serialize;

/// The pass that notes the tokens, by its name in the records of units.
pub const PASS: &str = "dictionary";

/// The tokens of a program and of the libraries that it needs.
#[derive(Debug)]
pub struct Dictionary {
    /// By score, the best first; those of one score by their bytes.
    pub tokens: Vec<Token>,
    /// The size of the program's map; `None`: what counters tell cannot be had from a run.
    pub map: Option<usize>,
    /// Libraries that were not found: their tokens are not there, and places in the map may be others.
    pub missing: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub bytes: Vec<u8>,
    /// That of the best use.
    pub score: u32,
    /// Never empty; the best first.
    pub uses: Vec<Use>,
}

/// Where a token comes from.
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

impl Token {
    pub fn is_visited(&self, map: &[u8]) -> bool {
        self.uses.iter().any(|u| u.is_visited(map))
    }
}

impl Dictionary {
    /// Of a program with the libraries that it needs; or of a library, an object or an archive by itself. What has no records
    /// of tokens is an error.
    pub fn of_program(program: &Program) -> Result<Dictionary> {
        let (images, missing) = program.with_libraries()?;
        why::check(&program.named, images)?;
        Ok(Dictionary {
            missing: missing.to_vec(),
            ..Dictionary::of_images(images)
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
            for function in &image.tokens {
                let blocks = Blocks::of(function, number, images, map.as_ref());
                for token in &function.tokens {
                    let uses = all.entry(token.bytes.clone()).or_default();
                    uses.push(blocks.used(token));
                }
            }
        }
        let tokens = all.into_iter().map(|(bytes, uses)| Token::of(bytes, uses));
        let mut dictionary = Dictionary {
            tokens: tokens.collect(),
            map: map.map(|m| m.size as usize),
            missing: Vec::new(),
        };
        dictionary.sort();
        dictionary
    }

    /// Adds the tokens of another one, of which no run tells: of a library that the program loads while it runs, say.
    pub fn add(&mut self, other: Dictionary) {
        let mut all: BTreeMap<Vec<u8>, Vec<Use>> = BTreeMap::new();
        let own = std::mem::take(&mut self.tokens).into_iter();
        let others = other.tokens.into_iter().map(|mut token| {
            token.uses.iter_mut().for_each(|u| u.counters.clear());
            token
        });
        for token in own.chain(others) {
            all.entry(token.bytes).or_default().extend(token.uses);
        }
        let tokens = all.into_iter().map(|(bytes, uses)| Token::of(bytes, uses));
        self.tokens = tokens.collect();
        self.sort();
    }

    /// The tokens whose block ran, by the map that a run has left behind, and those of which nobody knows.
    pub fn visited<'a>(&'a self, map: &[u8]) -> Vec<&'a Token> {
        self.tokens.iter().filter(|w| w.is_visited(map)).collect()
    }

    /// Leaves only such uses, and tokens that have any.
    pub fn retain(&mut self, keep: impl Fn(&Use) -> bool) {
        for token in &mut self.tokens {
            token.uses.retain(&keep);
            token.score = token.uses.first().map_or(0, |u| u.score);
        }
        self.tokens.retain(|w| !w.uses.is_empty());
        self.sort();
    }

    fn sort(&mut self) {
        let by_score = |a: &Token, b: &Token| b.score.cmp(&a.score).then(a.bytes.cmp(&b.bytes));
        self.tokens.sort_by(by_score);
    }
}

impl Token {
    fn of(bytes: Vec<u8>, mut uses: Vec<Use>) -> Token {
        uses.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.cmp(b)));
        // Copies of one function in several units.
        uses.dedup();
        Token {
            score: uses.first().map_or(0, |u| u.score),
            bytes,
            uses,
        }
    }
}

/// The blocks of one function, and where the map has their counters.
struct Blocks<'a> {
    function: &'a FunctionTokens,
    /// By block.
    positions: Vec<Vec<u32>>,
}

impl Blocks<'_> {
    fn of<'a>(
        function: &'a FunctionTokens,
        number: usize,
        images: &[Image],
        map: Option<&Map>,
    ) -> Blocks<'a> {
        let image = &images[number];
        let rows = match (map, function.start.get()) {
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

    fn used(&self, token: &fz_records::Token) -> Use {
        Use {
            kind: token.kind.name(),
            score: token.score,
            form: token.form,
            function: self.function.name.clone(),
            place: token.place.clone(),
            of: token.of.clone(),
            counted: self.function.start.get().is_some()
                && !self.function.blocks[token.block].is_empty(),
            counters: self.positions[token.block].clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use fz_abi::tokens::TokenKind;
    use fz_binary::Address;

    use super::*;

    fn token(bytes: &[u8], score: u32, block: usize, line: u32) -> fz_records::Token {
        fz_records::Token {
            kind: TokenKind::Equal,
            score,
            form: Form::default(),
            block,
            place: Place::new("a.c", line, 1),
            of: None,
            bytes: bytes.to_vec(),
        }
    }

    /// A program with the tokens of one function, whose counters begin at the second one.
    fn program(tokens: Vec<fz_records::Token>) -> Image {
        let mut image = Image::new("p".into(), Kind::Executable);
        (image.start, image.section, image.counters) = (0x5008, 10, 10);
        image.has_runtime = true;
        image.tokens.push(FunctionTokens {
            name: "f".to_owned(),
            start: Address::At(0x5009),
            blocks: vec![vec![2, 3], Vec::new()],
            tokens,
        });
        image
    }

    fn texts(dictionary: &Dictionary) -> Vec<(u32, &[u8])> {
        let tokens = dictionary.tokens.iter();
        tokens.map(|w| (w.score, &w.bytes[..])).collect()
    }

    #[test]
    fn words_are_there_once_and_the_best_come_first() {
        let tokens = vec![
            token(b"b", 20, 1, 1),
            token(b"a", 20, 1, 2),
            token(b"b", 90, 1, 3),
            token(b"c", 50, 1, 4),
            token(b"c", 50, 1, 4),
        ];
        let mut dictionary = Dictionary::of_images(&[program(tokens)]);
        assert_eq!(
            texts(&dictionary),
            [(90, &b"b"[..]), (50, b"c"), (20, b"a")]
        );
        let lines = |token: &Token| token.uses.iter().map(|u| u.place.line).collect::<Vec<_>>();
        assert_eq!(lines(&dictionary.tokens[0]), [3, 1]);
        assert_eq!(lines(&dictionary.tokens[1]), [4]);
        dictionary.retain(|u| u.score < 90);
        assert_eq!(
            texts(&dictionary),
            [(50, &b"c"[..]), (20, b"a"), (20, b"b")]
        );
    }

    #[test]
    fn a_word_is_visited_if_a_counter_of_its_block_ran_or_nobody_knows() {
        let tokens = vec![
            token(b"counted", 3, 0, 1),
            token(b"uncounted", 2, 1, 1),
            token(b"nowhere", 1, 1, 1),
        ];
        let dictionary = Dictionary::of_images(&[program(tokens)]);
        assert_eq!(dictionary.map, Some(11));
        // The head, what stands before the function, and its counters.
        assert_eq!(dictionary.tokens[0].uses[0].counters, [4, 5]);
        let visited = |map: &[u8]| dictionary.visited(map).len();
        assert_eq!(visited(&[1; 11]), 3);
        assert_eq!(visited(&[1, 1, 1, 1, 0, 0, 1, 1]), 2);
        assert_eq!(visited(&[0, 0, 0, 0, 0, 9]), 3);
        assert_eq!(visited(&[]), 2);

        // Of what is loaded later no run tells.
        let other = Dictionary::of_images(&[program(vec![token(b"later", 9, 0, 1)])]);
        let mut both = dictionary;
        both.add(other);
        assert_eq!(both.tokens[0].bytes, b"later");
        assert!(both.tokens[0].uses[0].counted);
        assert_eq!(both.visited(&[0; 11]).len(), 3);
    }

    #[test]
    fn any_row_of_a_function_tells() {
        let mut image = program(vec![token(b"w", 1, 0, 1)]);
        image.edges = vec![fz_binary::FunctionEdges {
            start: Address::At(0x5009),
            row: 4,
            rows: 2,
            ..fz_binary::FunctionEdges::default()
        }];
        let dictionary = Dictionary::of_images(&[image]);
        assert_eq!(dictionary.tokens[0].uses[0].counters, [4, 5, 8, 9]);
    }
}
