//! Which counters tell that a basic block ran in which the dictionary found tokens.

use std::collections::{BTreeMap, BTreeSet};

use super::places::Shape;
use crate::{
    analyses::prune::CounterPlan,
    marks::pins,
    records::tokens::{Pinned, Tokens},
};

/// A block that more sites lead to than these is treated as one that always runs.
const MOST: usize = 64;

/// The pins of a function that have tokens, with the sites from which control reaches them. Collected before edges are
/// split.
pub struct Pins(BTreeMap<u32, BTreeSet<usize>>);

impl Pins {
    /// The pins of a function, from its shape.
    pub fn of(shape: &Shape, tokens: &Tokens) -> Pins {
        let mut all: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        if tokens.is_empty() {
            return Pins(all);
        }
        let blocks = shape.blocks.iter().map(|block| {
            let pins = pins::of_block(*block);
            pins.filter(|pin| tokens.contains_key(pin))
                .collect::<Vec<_>>()
        });
        let blocks: Vec<_> = blocks.collect();
        if blocks.iter().all(Vec::is_empty) {
            return Pins(all);
        }
        for (pins, sites) in blocks.into_iter().zip(shape.sources()) {
            for pin in pins {
                all.entry(pin).or_default().extend(&sites);
            }
        }
        Pins(all)
    }

    /// Whether no pin has tokens.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The pins with the counters that the plan has assigned to the sites.
    pub fn counted(&self, plan: &CounterPlan) -> Vec<Pinned> {
        let pinned = self.0.iter().map(|(pin, sites)| {
            let counters: Option<BTreeSet<u32>> =
                sites.iter().map(|site| plan.counter(*site)).collect();
            Pinned {
                pin: *pin,
                counters: match counters {
                    Some(counters) if counters.len() <= MOST => counters.into_iter().collect(),
                    _ => Vec::new(),
                },
            }
        });
        pinned.collect()
    }
}
