//! Which counters tell that a block ran in which the dictionary found words.

use std::collections::{BTreeMap, BTreeSet};

use super::places::Shape;
use crate::{
    analyze::{
        dictionary::{self, Marked},
        prune::Known,
    },
    ir::Block,
};

/// A block that so many ways lead to is not told apart from one that always runs.
const MOST: usize = 64;

/// The markers of a function with the sites from which control comes to them, to be asked before anything is split.
pub struct Markers(BTreeMap<u32, BTreeSet<usize>>);

impl Markers {
    pub fn of(shape: &Shape) -> Markers {
        let mut all: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        let markers = |block: &Block| dictionary::markers(*block).collect::<Vec<_>>();
        let blocks: Vec<_> = shape.blocks.iter().map(markers).collect();
        if blocks.iter().all(Vec::is_empty) {
            return Markers(all);
        }
        for (markers, sites) in blocks.into_iter().zip(shape.sources()) {
            for marker in markers {
                all.entry(marker).or_default().extend(&sites);
            }
        }
        Markers(all)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// With the counters that the plan has made of the sites.
    pub fn counted(&self, known: &[Known]) -> Vec<Marked> {
        let marked = self.0.iter().map(|(marker, sites)| {
            let counters: Option<BTreeSet<u32>> = sites
                .iter()
                .map(|site| match known[*site] {
                    Known::By(counter) => Some(counter as u32),
                    Known::Together => None,
                })
                .collect();
            Marked {
                marker: *marker,
                counters: match counters {
                    Some(counters) if counters.len() <= MOST => counters.into_iter().collect(),
                    _ => Vec::new(),
                },
            }
        });
        marked.collect()
    }
}
