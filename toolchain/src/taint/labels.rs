//! From labels to the bytes that they stand for.

use std::{collections::HashMap, sync::Arc};

use anyhow::{Result, bail, ensure};
use fz_abi::taint::label;

use super::Bytes;

/// So many ranges are kept of labels that were asked for; they are few, unless sets are large and scattered.
const KEPT: usize = 1 << 22;

/// The nodes of a trace. A node refers to earlier ones.
pub struct Labels {
    nodes: Vec<[u32; 2]>,
    /// Which nodes the set at hand has: a bit for each.
    seen: Vec<u64>,
    known: HashMap<u32, Arc<Bytes>>,
    /// How many ranges those have.
    kept: usize,
}

impl Labels {
    pub fn new(nodes: Vec<[u32; 2]>) -> Labels {
        Labels {
            seen: vec![0; nodes.len().div_ceil(64)],
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
        let mut visited = Vec::new();
        let expanded = self.expand(of, &mut visited);
        for node in visited {
            self.seen[node / 64] = 0;
        }
        let bytes = Arc::new(expanded?);
        if self.kept > KEPT {
            self.known.clear();
            self.kept = 0;
        }
        self.kept += 1 + bytes.ranges.len();
        self.known.insert(of, bytes.clone());
        Ok(bytes)
    }

    /// Each node is visited once, and none below a label whose bytes are known.
    fn expand(&mut self, of: u32, visited: &mut Vec<usize>) -> Result<Bytes> {
        let mut ranges = Vec::new();
        let mut open = vec![of];
        while let Some(label) = open.pop() {
            match label {
                label::CLEAN => {}
                label::TOP => return Ok(Bytes::any()),
                1..=label::LAST_OFFSET => ranges.push([label - 1, label]),
                _ => {
                    if let Some(known) = self.known.get(&label) {
                        if known.any {
                            return Ok(Bytes::any());
                        }
                        ranges.extend(&known.ranges);
                        continue;
                    }
                    let number = (label & !label::NODE) as usize;
                    let Some(&[a, b]) = self.nodes.get(number) else {
                        bail!(
                            "label {label:#x} is of node {number}, and there are {}",
                            self.nodes.len()
                        );
                    };
                    let (word, bit) = (number / 64, 1 << (number % 64));
                    if self.seen[word] & bit != 0 {
                        continue;
                    }
                    self.seen[word] |= bit;
                    visited.push(number);
                    if a < b {
                        ensure!(
                            a > label::CLEAN && b <= label::LAST_OFFSET + 1,
                            "node {number} is a range from {a:#x} to {b:#x}"
                        );
                        ranges.push([a - 1, b - 1]);
                        continue;
                    }
                    for child in [a, b] {
                        let is_earlier = child & label::NODE == 0
                            || child == label::TOP
                            || ((child & !label::NODE) as usize) < number;
                        ensure!(
                            a != b && child != label::CLEAN && is_earlier,
                            "node {number} is of labels {a:#x} and {b:#x}"
                        );
                        open.push(child);
                    }
                }
            }
        }
        Ok(Bytes::of(ranges))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use label::{NODE, TOP};

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
    fn broken_nodes_are_refused() {
        for (nodes, says) in [
            (vec![[NODE | 1, 2]], "node 0 is of labels"),
            (vec![[NODE, 2]], "node 0 is of labels"),
            (vec![[0, 0]], "node 0 is of labels"),
            (vec![[7, 0]], "node 0 is of labels"),
            (vec![[0, 7]], "node 0 is a range"),
            (vec![[7, NODE | 1]], "node 0 is a range"),
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
