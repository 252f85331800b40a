//! From labels to the bytes that they stand for.

use std::{collections::HashMap, sync::Arc};

use anyhow::{Result, bail, ensure};
use fixedbitset::FixedBitSet;
use fz_abi::taint::label::{self, Node};

use super::Bytes;

/// So many ranges are kept of labels that were asked for; they are few, unless sets are large and scattered.
const KEPT: usize = 1 << 22;

/// The bytes of a label as the program took them from the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// In no order, and they may overlap.
    pub numbers: Vec<Numbers>,
    /// The input's length: behind which offset, and in units of how many bytes.
    pub lengths: Vec<[u32; 2]>,
    /// As [`Bytes::any`].
    pub any: bool,
}

/// Numbers of `width` bytes each from `begin` to `end`; of one byte each where nobody took several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Numbers {
    pub begin: u32,
    pub end: u32,
    pub width: u32,
}

/// The nodes of a trace. A node refers to earlier ones.
pub struct Labels {
    nodes: Vec<[u32; 2]>,
    /// Which nodes the set at hand has.
    seen: FixedBitSet,
    known: HashMap<u32, Arc<Bytes>>,
    /// How many ranges those have.
    kept: usize,
}

impl Labels {
    pub fn new(nodes: Vec<[u32; 2]>) -> Labels {
        Labels {
            seen: FixedBitSet::with_capacity(nodes.len()),
            nodes,
            known: HashMap::new(),
            kept: 0,
        }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes that a label stands for.
    pub fn bytes(&mut self, of: u32) -> Result<Arc<Bytes>> {
        if let Some(known) = self.known.get(&of) {
            return Ok(known.clone());
        }
        let known = std::mem::take(&mut self.known);
        let mut ranges = Vec::new();
        let taken = self.expand(of, |label| match known.get(&label) {
            None => Known::No,
            Some(bytes) => {
                ranges.extend(&bytes.ranges);
                Known::Yes(bytes.any, bytes.length)
            }
        });
        self.known = known;
        let (taken, length) = taken?;
        let bytes = Arc::new(match taken.any {
            true => Bytes::any(),
            false => {
                ranges.extend(taken.numbers.iter().map(|n| [n.begin, n.end]));
                Bytes {
                    length: length || !taken.lengths.is_empty(),
                    ..Bytes::of(ranges)
                }
            }
        });
        if self.kept > KEPT {
            self.known.clear();
            self.kept = 0;
        }
        self.kept += 1 + bytes.ranges.len();
        self.known.insert(of, bytes.clone());
        Ok(bytes)
    }

    /// The numbers that a label stands for.
    pub fn taken(&mut self, of: u32) -> Result<Taken> {
        Ok(self.expand(of, |_| Known::No)?.0)
    }

    /// Each node is visited once, and none below a label whose bytes are known. Also whether one of the known has the
    /// length.
    fn expand(&mut self, of: u32, known: impl FnMut(u32) -> Known) -> Result<(Taken, bool)> {
        let mut visited = Vec::new();
        let expanded = self.visit(of, &mut visited, known);
        for node in visited {
            self.seen.remove(node);
        }
        expanded
    }

    fn visit(
        &mut self,
        of: u32,
        visited: &mut Vec<usize>,
        mut known: impl FnMut(u32) -> Known,
    ) -> Result<(Taken, bool)> {
        let mut taken = Taken::default();
        let mut has_length = false;
        let any = Taken {
            any: true,
            ..Taken::default()
        };
        let mut open = vec![of];
        while let Some(label) = open.pop() {
            if label == label::TOP {
                return Ok((any, false));
            }
            if label & label::NODE == 0 {
                if label != label::CLEAN {
                    taken.numbers.push(Numbers {
                        begin: label - 1,
                        end: label,
                        width: 1,
                    });
                }
                continue;
            }
            match known(label) {
                Known::No => {}
                Known::Yes(true, _) => return Ok((any, false)),
                Known::Yes(false, length) => {
                    has_length |= length;
                    continue;
                }
            }
            let number = (label & !label::NODE) as usize;
            let Some(&[a, b]) = self.nodes.get(number) else {
                bail!(
                    "label {label:#x} is of node {number}, and there are {}",
                    self.nodes.len()
                );
            };
            if self.seen.put(number) {
                continue;
            }
            visited.push(number);
            match label::node(a, b) {
                Some(Node::Bytes { begin, end, width }) => {
                    taken.numbers.push(Numbers { begin, end, width });
                }
                Some(Node::Length { from, unit }) => taken.lengths.push([from, unit]),
                Some(Node::Union(a, b)) => {
                    for child in [a, b] {
                        let is_earlier = child & label::NODE == 0
                            || child == label::TOP
                            || ((child & !label::NODE) as usize) < number;
                        ensure!(
                            is_earlier,
                            "node {number} is of labels {a:#x} and {b:#x}, a later one"
                        );
                        open.push(child);
                    }
                }
                None => bail!("node {number} is none: {a:#x} and {b:#x}"),
            }
        }
        Ok((taken, has_length))
    }
}

/// What is known of a label: nothing, or that it may be any bytes, or that it has the length.
enum Known {
    No,
    Yes(bool, bool),
}

#[cfg(test)]
mod tests {
    use super::*;
    use label::{NODE, TOP};

    /// The second word of a node of so many numbers of four bytes.
    fn words(count: u32) -> u32 {
        NODE | 2 << label::POWER_SHIFT | count
    }

    fn ranges(labels: &mut Labels, label: u32) -> Vec<[u32; 2]> {
        labels.bytes(label).unwrap().ranges.clone()
    }

    #[test]
    fn labels_are_offsets_ranges_and_unions() {
        let mut labels = Labels::new(vec![
            [1, 5],
            [NODE, 9],
            [20, 7],
            [NODE | 2, NODE | 1],
            [NODE | 3, NODE],
            [TOP, 3],
        ]);
        assert!(labels.bytes(0).unwrap().is_empty());
        assert_eq!(ranges(&mut labels, 1), [[0, 1]]);
        assert_eq!(ranges(&mut labels, NODE), [[0, 4]]);
        assert_eq!(ranges(&mut labels, NODE | 1), [[0, 4], [8, 9]]);
        let all = [[0, 4], [6, 7], [8, 9], [19, 20]];
        assert_eq!(ranges(&mut labels, NODE | 4), all);
        assert_eq!(ranges(&mut labels, NODE | 3), all);
        assert!(labels.bytes(NODE | 5).unwrap().any);
        assert!(labels.bytes(TOP).unwrap().any);
    }

    /// A label of a fold over the input holds all that came before.
    #[test]
    fn long_chains_are_expanded_step_by_step() {
        let count = 1000;
        let nodes = (0..count).map(|i| match i {
            0 => [5, 3],
            _ => [NODE | (i - 1), 2 * i + 5],
        });
        let mut labels = Labels::new(nodes.collect());
        for i in (0..count).chain((0..count).rev()) {
            let bytes = labels.bytes(NODE | i).unwrap();
            assert_eq!(bytes.len(), u64::from(i) + 2);
        }
    }

    /// The bytes of random graphs are those that a plain set says.
    #[test]
    fn sets_are_those_of_a_model() {
        let mut random = 1u64;
        let mut next = |below: u32| {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (random >> 33) as u32 % below
        };
        for _ in 0..50 {
            let mut nodes: Vec<[u32; 2]> = Vec::new();
            let mut model: Vec<u64> = Vec::new();
            for number in 0..60u32 {
                let mut label = || match next(2) {
                    0 if number > 0 => NODE | next(number),
                    _ => 1 + next(64),
                };
                let (a, b) = (label(), label());
                let set = |label: u32| match label & NODE {
                    0 => 1 << (label - 1),
                    _ => model[(label & !NODE) as usize],
                };
                if a == b {
                    nodes.push([3, 6]);
                    model.push(0b11100);
                } else {
                    nodes.push([a.max(b), a.min(b)]);
                    model.push(set(a) | set(b));
                }
            }
            let mut labels = Labels::new(nodes);
            for number in (0..60).rev() {
                let found = ranges(&mut labels, NODE | number);
                let bits = found.iter().flat_map(|[b, e]| *b..*e);
                let found = bits.fold(0u64, |bits, at| bits | 1 << at);
                assert_eq!(found, model[number as usize]);
            }
        }
    }

    #[test]
    fn numbers_and_the_length_stay_what_they_are() {
        let mut labels = Labels::new(vec![
            [5, words(3)],
            [1, NODE | 40],
            [NODE, 2],
            [NODE | 2, NODE | 1],
            [1, 3],
        ]);
        let taken = labels.taken(NODE | 3).unwrap();
        let numbers = |begin, end, width| Numbers { begin, end, width };
        let mut found = taken.numbers.clone();
        found.sort();
        assert_eq!(found, [numbers(1, 2, 1), numbers(4, 16, 4)]);
        assert_eq!((taken.lengths, taken.any), (vec![[0, 40]], false));
        assert_eq!(labels.taken(NODE | 4).unwrap().numbers, [numbers(0, 2, 1)]);
        // Also by what is known of its parts.
        for label in [1, 2, 3] {
            let bytes = labels.bytes(NODE | label).unwrap();
            assert_eq!((bytes.length, bytes.is_empty()), (label != 2, false));
        }
        assert_eq!(ranges(&mut labels, NODE | 3), [[1, 2], [4, 16]]);
        assert_eq!(ranges(&mut labels, NODE | 1), [[0; 2]; 0]);
    }

    #[test]
    fn broken_nodes_are_refused() {
        for (nodes, says) in [
            (vec![[NODE | 1, 2]], "node 0 is of labels"),
            (vec![[NODE, 2]], "node 0 is of labels"),
            (vec![[0, 0]], "node 0 is none"),
            (vec![[7, 7]], "node 0 is none"),
            (vec![[7, 0]], "node 0 is none"),
            (vec![[0, 7]], "node 0 is none"),
            (vec![[7, words(0)]], "node 0 is none"),
            (vec![[7, words(0x1fff_ffff)]], "node 0 is none"),
            (vec![[NODE | 1, NODE | 2]], "node 0 is none"),
            (vec![], "and there are 0"),
        ] {
            let error = Labels::new(nodes).bytes(NODE).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
        let mut labels = Labels::new(vec![[7, 0], [3, 5]]);
        labels.bytes(NODE).unwrap_err();
        assert_eq!(
            ranges(&mut labels, NODE | 1),
            [[2, 4]],
            "nothing stays behind"
        );
    }
}
