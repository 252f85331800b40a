//! Finds the redundant counters of a function.
//!
//! Valkyrie's Algorithm 1 (§III-A, 4) keeps any two paths apart that differ in edges between full runs. It relies on
//! LLVM's loop headers, so irreducible cycles and headers with one successor break the premise of its Theorem 1, and
//! it ignores calls that may not return. Here both modes follow from flow conservation in a graph that has arcs for
//! such calls ([`super::flow`]), which covers every kind of cycle:
//!
//! - **Novelty**: two counters are equal in every activation exactly if each cycle of the graph that has one also has
//!   the other (cycle equivalence: Johnson, Pearson, Pingali, PLDI '94; in a strongly connected graph directions do
//!   not matter). One counter of each class stays. An engine that compares a map with all maps so far decides as with
//!   all counters.
//! - **Path**: the counters that are dropped form no cycle with the arcs that cannot be counted, so their values
//!   follow from the others (Knuth, Stevenson 1973; Ball, Larus 1994, who count as few as possible and cold ones
//!   first). Sums over any number of activations differ exactly if they would with all counters. That a single edge
//!   is new may not show.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use fz_schema::passes::edges::Prune;

use super::flow::{Cfg, Counted, CounterSite, Flow, OUTSIDE};

/// How the count of a site is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountSource {
    /// By the counter of this number; several sites may share it.
    By(usize),
    /// By several counters together.
    Together,
}

/// The counters to plant, as indices of sites, and how the count of each site is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterPlan {
    /// The sites that get counters; a counter's number is its position here.
    pub kept: Vec<usize>,
    /// For each site how its count is known.
    pub known: Vec<CountSource>,
}

impl CounterPlan {
    /// The counter that tells how often a site ran, if one does.
    pub fn counter(&self, site: usize) -> Option<u32> {
        match self.known[site] {
            CountSource::By(counter) => Some(counter as u32),
            CountSource::Together => None,
        }
    }
}

/// Plans the counters of one function. `entry_is_known`: the counters of all callers together tell how often it is
/// called, which [`Prune::Path`] makes use of.
pub fn plan(cfg: &Cfg, flow: &Flow, mode: Prune, entry_is_known: bool) -> CounterPlan {
    match mode {
        Prune::None => {
            let kept: Vec<_> = (0..flow.sites.len()).collect();
            let known = kept.iter().map(|site| CountSource::By(*site)).collect();
            CounterPlan { kept, known }
        }
        Prune::Novelty => novelty(cfg, flow),
        Prune::Path => path(cfg, flow, entry_is_known),
    }
}

/// Whether a counter at this site needs a block of its own, and so a jump.
fn is_split(cfg: &Cfg, site: CounterSite) -> bool {
    match site {
        CounterSite::Edge { block, edge } => {
            cfg.blocks[block].edges[edge].counted == Counted::Split
        }
        CounterSite::Entry | CounterSite::Target { .. } => false,
    }
}

fn novelty(cfg: &Cfg, flow: &Flow) -> CounterPlan {
    let mut classes: HashMap<u128, Vec<usize>> = HashMap::new();
    for (arc, label) in flow.arcs.iter().zip(labels(flow)) {
        if let Some(site) = arc.site {
            classes.entry(label).or_default().push(site);
        }
    }
    // The cheapest site of the class; the entry, which is first, if possible.
    let cost = |site: usize| (is_split(cfg, flow.sites[site]), site);
    let kept: Vec<_> = {
        let mut kept: Vec<_> = classes
            .values()
            .filter_map(|class| class.iter().copied().min_by_key(|s| cost(*s)))
            .collect();
        kept.sort_unstable();
        kept
    };
    let mut known = vec![CountSource::Together; flow.sites.len()];
    for class in classes.values() {
        let counter = class.iter().find_map(|s| kept.binary_search(s).ok());
        for site in class {
            known[*site] = CountSource::By(counter.expect("one of each class is kept"));
        }
    }
    CounterPlan { kept, known }
}

/// A label for each arc; arcs with equal labels are on the same cycles. Each arc outside of a spanning tree closes
/// one cycle and gets a pseudo-random number; a tree arc gets the xor of the numbers of the cycles that it is on.
/// Arcs on different cycles get equal labels with probability 2⁻¹²⁸.
fn labels(flow: &Flow) -> Vec<u128> {
    let mut around = vec![Vec::new(); flow.nodes];
    for (index, arc) in flow.arcs.iter().enumerate() {
        around[arc.from].push((index, arc.to));
        around[arc.to].push((index, arc.from));
    }
    let mut labels = vec![0u128; flow.arcs.len()];
    let mut sums = vec![0u128; flow.nodes];
    let mut parent = vec![None; flow.nodes];
    let mut seen = vec![false; flow.nodes];
    let mut is_tree = vec![false; flow.arcs.len()];
    let mut order = Vec::with_capacity(flow.nodes);
    let mut work = vec![OUTSIDE];
    seen[OUTSIDE] = true;
    while let Some(node) = work.pop() {
        order.push(node);
        for &(arc, other) in &around[node] {
            if !std::mem::replace(&mut seen[other], true) {
                parent[other] = Some((arc, node));
                is_tree[arc] = true;
                work.push(other);
            }
        }
    }
    for (index, arc) in flow.arcs.iter().enumerate().filter(|(i, _)| !is_tree[*i]) {
        let number =
            u128::from(mix(2 * index as u64)) << 64 | u128::from(mix(2 * index as u64 + 1));
        labels[index] = number;
        sums[arc.from] ^= number;
        sums[arc.to] ^= number;
    }
    for node in order.into_iter().rev() {
        if let Some((arc, up)) = parent[node] {
            labels[arc] = sums[node];
            sums[up] ^= sums[node];
        }
    }
    labels
}

/// SplitMix64: the same numbers on every machine.
fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn path(cfg: &Cfg, flow: &Flow, entry_is_known: bool) -> CounterPlan {
    let mut joined = petgraph::unionfind::UnionFind::new(flow.nodes);
    for arc in flow.arcs.iter().filter(|a| a.site.is_none()) {
        joined.union(arc.from, arc.to);
    }
    let depths = cfg.loop_depths();
    let heat = |site: usize| match flow.sites[site] {
        CounterSite::Entry => 0,
        CounterSite::Edge { block, edge } => {
            depths[block].min(depths[cfg.blocks[block].edges[edge].to])
        }
        CounterSite::Target { target, .. } => depths[target],
    };
    let mut candidates: Vec<_> = flow
        .arcs
        .iter()
        .filter_map(|arc| Some((arc, arc.site?)))
        .filter(|(_, site)| flow.sites[*site] != CounterSite::Entry)
        .collect();
    // The hottest are dropped first, and among equals those that cost a jump. The entry stays, unless its count is
    // known anyway.
    candidates.sort_by_key(|(_, site)| {
        let split = is_split(cfg, flow.sites[*site]);
        (std::cmp::Reverse(heat(*site)), !split, *site)
    });
    let mut is_kept = vec![true; flow.sites.len()];
    is_kept[0] = !entry_is_known;
    for (arc, site) in candidates {
        is_kept[site] = !joined.union(arc.from, arc.to);
    }
    let kept: Vec<_> = (0..flow.sites.len()).filter(|s| is_kept[*s]).collect();
    let known = (0..flow.sites.len())
        .map(|s| {
            kept.binary_search(&s)
                .map_or(CountSource::Together, CountSource::By)
        })
        .collect();
    CounterPlan { kept, known }
}
