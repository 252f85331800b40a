//! The words of a program, and which of them a run comes to.

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result, ensure};
use fz_abi::words as layout;
use fz_toolchain::program::{self, FunctionEdges, FunctionWords, Image, Map};

/// All words, each once.
#[derive(Default)]
pub struct Words {
    words: Vec<Word>,
    /// Of each block the positions in the map that tell of it: any of them does.
    blocks: Vec<Vec<usize>>,
}

struct Word {
    bytes: Vec<u8>,
    score: u32,
    /// Where it is looked for.
    blocks: Vec<usize>,
    /// Whether it is also looked for where nobody knows what ran.
    is_anywhere: bool,
}

impl Words {
    pub fn of(program: &Path) -> Result<Words> {
        let shown = program.display();
        let image = program::read(program)?.into_iter().next();
        let image = image.with_context(|| format!("{shown} is empty"))?;
        let (images, _) = program::with_libraries(image)?;
        let words = Words::of_images(&images);
        ensure!(
            !words.words.is_empty(),
            "{shown} has no records of words: compile it with FZ_PROFILE=fuzz, and do not strip it"
        );
        Ok(words)
    }

    fn of_images(images: &[Image]) -> Words {
        let map = Map::of(images);
        let mut found = Words::default();
        let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
        for (number, image) in images.iter().enumerate() {
            for function in &image.words {
                let edges = function.start.and_then(|at| edges_at(image, at));
                let first = found.blocks.len();
                found.blocks.extend(function.blocks.iter().map(|counters| {
                    let of = |c: &u32| positions(&map, images, number, function, edges, *c);
                    counters.iter().flat_map(of).collect()
                }));
                for word in &function.words {
                    let is_useful = word.score >= layout::JUNK
                        && (layout::loaded::SHORTEST..=layout::LONGEST).contains(&word.bytes.len());
                    if !is_useful {
                        continue;
                    }
                    let at = *known.entry(word.bytes.clone()).or_insert_with(|| {
                        found.words.push(Word {
                            bytes: word.bytes.clone(),
                            score: 0,
                            blocks: Vec::new(),
                            is_anywhere: false,
                        });
                        found.words.len() - 1
                    });
                    let block = word.block.map(|b| first + b);
                    let block = block.filter(|b| !found.blocks[*b].is_empty());
                    let known = &mut found.words[at];
                    known.score = known.score.max(word.score);
                    known.blocks.extend(block);
                    known.is_anywhere |= block.is_none();
                }
            }
        }
        for word in &mut found.words {
            word.blocks.sort_unstable();
            word.blocks.dedup();
        }
        found
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn bytes(&self, word: usize) -> &[u8] {
        &self.words[word].bytes
    }

    pub fn score(&self, word: usize) -> u32 {
        self.words[word].score
    }

    /// The words that a run comes to which has left this map.
    pub fn visited(&self, map: &[u8]) -> Vec<usize> {
        let is_hit = |at: &usize| map.get(*at).is_some_and(|count| *count != 0);
        let ran: Vec<bool> = self
            .blocks
            .iter()
            .map(|positions| positions.iter().any(is_hit))
            .collect();
        let is_met = |word: &Word| word.is_anywhere || word.blocks.iter().any(|b| ran[*b]);
        let words = self.words.iter().enumerate();
        words.filter(|(_, w)| is_met(w)).map(|(at, _)| at).collect()
    }
}

fn edges_at(image: &Image, start: u64) -> Option<&FunctionEdges> {
    let at = image.edges.binary_search_by_key(&start, |f| f.start).ok()?;
    Some(&image.edges[at])
}

/// Where the map has a counter of a function, in each of its rows.
fn positions(
    map: &Map,
    images: &[Image],
    number: usize,
    function: &FunctionWords,
    edges: Option<&FunctionEdges>,
    counter: u32,
) -> Vec<usize> {
    let (Some(start), image) = (function.start, &images[number]) else {
        return Vec::new();
    };
    let first = map.places[number].start + (start - image.start) + u64::from(counter);
    let (row, rows) = edges.map_or((0, 1), |e| (u64::from(e.row), u64::from(e.rows)));
    let own = (0..rows).map(|r| first + r * row);
    let record = edges.and_then(|e| e.record);
    let later = map.rows.iter().filter(|rows| {
        rows.image == number && record == Some(image.takers[rows.taker].address)
    });
    let later = later.flat_map(|rows| {
        (0..rows.calls.len() as u64).map(|r| rows.start + r * rows.counters + u64::from(counter))
    });
    own.chain(later).map(|at| at as usize).collect()
}
