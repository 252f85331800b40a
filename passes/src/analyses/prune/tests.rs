//! Compares the two modes with all counters, on random graphs and runs. The runs know nothing of flow conservation:
//! they walk the blocks, count what a counter at each site would count, and may end in any call that may not return.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;
use crate::analyses::flow::{BlockInfo, Edge};

/// Random functions: for each block its successors, whether an edge can be split, whether calls may cut it short, and
/// whether `setjmp` returns into it.
fn functions(most: usize) -> impl Strategy<Value = Cfg> {
    (1..=most)
        .prop_flat_map(|blocks| {
            let block = (
                prop::collection::vec(1..blocks.max(2), 0..4),
                prop::collection::vec(0..10u8, 4),
                prop::bool::weighted(0.3),
                prop::bool::weighted(0.05),
            );
            prop::collection::vec(block, blocks)
        })
        .prop_map(|blocks| {
            let count = blocks.len();
            let raw: Vec<Vec<usize>> = blocks
                .iter()
                .map(|(edges, ..)| {
                    let mut edges = edges.clone();
                    edges.retain(|to| *to < count);
                    edges
                })
                .collect();
            let mut index = HashMap::from([(0, 0)]);
            let mut order = vec![0];
            let mut at = 0;
            while at < order.len() {
                for to in &raw[order[at]] {
                    if !index.contains_key(to) {
                        index.insert(*to, order.len());
                        order.push(*to);
                    }
                }
                at += 1;
            }
            let arrivals = |to: usize| {
                let ways = order.iter().flat_map(|b| &raw[*b]);
                ways.filter(|t| **t == to).count()
            };
            let info = |block: &usize| {
                let (_, ways, cuts, reentered) = &blocks[*block];
                let decides = raw[*block].len() > 1;
                let edge = |(at, (to, kind)): (usize, (&usize, &u8))| Edge {
                    to: index[to],
                    way: at,
                    counted: match (decides, arrivals(*to), kind) {
                        (false, ..) | (true, _, 0) => Counted::No,
                        (true, 1, _) => Counted::InTarget,
                        (true, _, 1..=2) => Counted::Shared,
                        (true, ..) => Counted::Split,
                    },
                };
                BlockInfo {
                    edges: raw[*block].iter().zip(ways).enumerate().map(edge).collect(),
                    leaves: raw[*block].is_empty(),
                    cuts: *cuts || *reentered,
                    reentered: *reentered,
                    own: false,
                }
            };
            Cfg {
                blocks: order.iter().map(info).collect(),
            }
        })
}

/// Walks the blocks as a program does, and counts.
struct Walker<'a> {
    cfg: &'a Cfg,
    site: HashMap<(usize, usize), usize>,
    counts: Vec<u64>,
}

impl<'a> Walker<'a> {
    fn new(cfg: &'a Cfg, flow: &Flow) -> Self {
        let mut site = HashMap::new();
        for (index, s) in flow.sites.iter().enumerate() {
            match *s {
                CounterSite::Entry => {}
                CounterSite::Edge { block, edge } => {
                    site.insert((block, edge), index);
                }
                // A counter in the target counts all incoming edges without counters of their own.
                CounterSite::Target { target, .. } => {
                    for (block, info) in cfg.blocks.iter().enumerate() {
                        for (edge, e) in info.edges.iter().enumerate() {
                            if e.to == target && !matches!(e.counted, Counted::Split) {
                                site.insert((block, edge), index);
                            }
                        }
                    }
                }
            }
        }
        Walker {
            cfg,
            site,
            counts: vec![0; flow.sites.len()],
        }
    }

    /// One activation by a list of choices; `false` if the choices run out and nothing ends the activation.
    fn activation(&mut self, flow: &Flow, choices: &mut impl Iterator<Item = usize>) -> bool {
        let shared: HashMap<usize, usize> = flow
            .sites
            .iter()
            .enumerate()
            .filter_map(|(i, s)| match s {
                CounterSite::Target { target, .. } => Some((*target, i)),
                _ => None,
            })
            .collect();
        self.counts[0] += 1;
        let mut visited = HashSet::from([0]);
        let mut block = 0;
        loop {
            let info = &self.cfg.blocks[block];
            let Some(choice) = choices.next() else {
                return info.cuts || info.leaves;
            };
            if info.cuts && choice % 3 == 0 {
                // A call does not return: it goes to a `setjmp` of this activation, or leaves the function.
                let mut again: Vec<_> = visited
                    .iter()
                    .copied()
                    .filter(|b: &usize| self.cfg.blocks[*b].reentered)
                    .collect();
                again.sort_unstable();
                match again.get(choice / 3 % (again.len() + 1)) {
                    Some(to) => block = *to,
                    None => return true,
                }
            }
            let info = &self.cfg.blocks[block];
            if info.edges.is_empty() {
                return true;
            }
            let edge = choice / 16 % info.edges.len();
            let e = info.edges[edge];
            if let Some(site) = self.site.get(&(block, edge)) {
                self.counts[*site] += 1;
            }
            if e.counted == Counted::Split
                && let Some(site) = shared.get(&e.to)
            {
                self.counts[*site] += 1;
            }
            visited.insert(e.to);
            block = e.to;
        }
    }
}

/// The counts of one run of some activations; `None` if the last of them would not have ended.
fn run(cfg: &Cfg, flow: &Flow, choices: &[Vec<usize>]) -> Option<Vec<u64>> {
    let mut walker = Walker::new(cfg, flow);
    for activation in choices {
        if !walker.activation(flow, &mut activation.iter().copied()) {
            return None;
        }
    }
    Some(walker.counts)
}

fn runs() -> impl Strategy<Value = Vec<Vec<Vec<usize>>>> {
    let activation = prop::collection::vec(0..4096usize, 0..40);
    prop::collection::vec(prop::collection::vec(activation, 1..4), 1..30)
}

/// AFL's buckets of an 8-bit counter.
fn bucket(count: u64) -> u8 {
    match count.min(255) {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        _ => 128,
    }
}

/// What AFL's `has_new_bits` answers for each run in turn: 2 for a new edge, 1 for a new count, 0 for nothing new.
fn decisions(runs: &[Vec<u64>], kept: &[usize]) -> Vec<u8> {
    let mut virgin = vec![0xffu8; kept.len()];
    let one = |counts: &Vec<u64>| {
        let mut answer = 0;
        for (site, virgin) in kept.iter().zip(&mut virgin) {
            let hit = bucket(counts[*site]);
            if hit & *virgin != 0 {
                answer = answer.max(if *virgin == 0xff { 2 } else { 1 });
                *virgin &= !hit;
            }
        }
        answer
    };
    runs.iter().map(one).collect()
}

/// The rank, over a prime field, of the counts of these sites in all activations, which the simple cycles span.
fn rank(vectors: &[Vec<u64>], sites: &[usize]) -> usize {
    const P: i128 = 2_147_483_647;
    let mut rows: Vec<Vec<i128>> = vectors
        .iter()
        .map(|v| sites.iter().map(|s| i128::from(v[*s])).collect())
        .collect();
    let mut rank = 0;
    for column in 0..sites.len() {
        let Some(pivot) = (rank..rows.len()).find(|r| rows[*r][column] != 0) else {
            continue;
        };
        rows.swap(rank, pivot);
        let inverse = power(rows[rank][column], P - 2, P);
        let pivot = rows[rank].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(r, _)| *r != rank) {
            let factor = row[column] * inverse % P;
            for (cell, above) in row.iter_mut().zip(&pivot) {
                *cell = (*cell - factor * above).rem_euclid(P);
            }
        }
        rank += 1;
    }
    rank
}

fn power(mut base: i128, mut exponent: i128, p: i128) -> i128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % p;
        }
        base = base * base % p;
        exponent >>= 1;
    }
    result
}

/// The counts of every simple cycle of the graph.
fn simple_cycles(flow: &Flow) -> Vec<Vec<u64>> {
    fn extend(
        flow: &Flow,
        start: usize,
        node: usize,
        on_path: &mut Vec<bool>,
        counts: &mut Vec<u64>,
        found: &mut Vec<Vec<u64>>,
    ) {
        for arc in flow.arcs.iter().filter(|a| a.from == node) {
            if arc.to < start || (on_path[arc.to] && arc.to != start) {
                continue;
            }
            if let Some(site) = arc.site {
                counts[site] += 1;
            }
            if arc.to == start {
                found.push(counts.clone());
            } else {
                on_path[arc.to] = true;
                extend(flow, start, arc.to, on_path, counts, found);
                on_path[arc.to] = false;
            }
            if let Some(site) = arc.site {
                counts[site] -= 1;
            }
        }
    }
    let mut found = Vec::new();
    for start in 0..flow.nodes {
        let mut on_path = vec![false; flow.nodes];
        on_path[start] = true;
        let mut counts = vec![0; flow.sites.len()];
        extend(flow, start, start, &mut on_path, &mut counts, &mut found);
    }
    found
}

fn all(flow: &Flow) -> Vec<usize> {
    (0..flow.sites.len()).collect()
}

fn project(counts: &[u64], kept: &[usize]) -> Vec<u64> {
    kept.iter().map(|s| counts[*s]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn novelty_decides_as_all_counters_do(cfg in functions(12), choices in runs()) {
        let flow = cfg.flow();
        let plan = plan(&cfg, &flow, Prune::Novelty, false);
        let runs: Vec<_> = choices.iter().filter_map(|c| run(&cfg, &flow, c)).collect();
        prop_assert_eq!(decisions(&runs, &plan.kept), decisions(&runs, &all(&flow)));
        for counts in &runs {
            for (site, known) in plan.known.iter().enumerate() {
                let CountSource::By(counter) = known else { panic!("novelty knows every site by one counter") };
                prop_assert_eq!(counts[site], counts[plan.kept[*counter]]);
            }
        }
    }

    #[test]
    fn novelty_keeps_one_counter_of_each_class(cfg in functions(6)) {
        let flow = cfg.flow();
        let plan = plan(&cfg, &flow, Prune::Novelty, false);
        let cycles = simple_cycles(&flow);
        let column = |site: usize| -> Vec<u64> { cycles.iter().map(|c| c[site]).collect() };
        let classes: HashSet<_> = (0..flow.sites.len()).map(column).collect();
        prop_assert_eq!(plan.kept.len(), classes.len());
    }

    #[test]
    fn path_vectors_differ_exactly_when_all_do(cfg in functions(7), choices in runs()) {
        let flow = cfg.flow();
        let plan = plan(&cfg, &flow, Prune::Path, false);
        let runs: Vec<_> = choices.iter().filter_map(|c| run(&cfg, &flow, c)).collect();
        for a in &runs {
            for b in &runs {
                let pruned = project(a, &plan.kept) == project(b, &plan.kept);
                prop_assert_eq!(pruned, a == b);
            }
        }
    }

    #[test]
    fn path_keeps_as_many_as_it_must(cfg in functions(6)) {
        let flow = cfg.flow();
        let plan = plan(&cfg, &flow, Prune::Path, false);
        let cycles = simple_cycles(&flow);
        let needed = rank(&cycles, &all(&flow));
        // As many as the counts have dimensions, and enough to tell all of them.
        prop_assert_eq!(plan.kept.len(), needed);
        prop_assert_eq!(rank(&cycles, &plan.kept), needed);
        prop_assert_eq!(plan.kept[0], 0, "the entry stays");
    }
}

/// A graph by the successors of each block; `!` after a block means that calls may cut it short.
fn cfg(text: &str) -> Cfg {
    let raw: Vec<(Vec<usize>, bool)> = text
        .split(';')
        .map(|block| {
            let cuts = block.contains('!');
            let edges = block.replace('!', " ");
            (
                edges
                    .split_whitespace()
                    .map(|n| n.parse().unwrap())
                    .collect(),
                cuts,
            )
        })
        .collect();
    let arrivals = |to: usize| {
        raw.iter()
            .flat_map(|(e, _)| e)
            .filter(|t| **t == to)
            .count()
    };
    let block = |(edges, cuts): &(Vec<usize>, bool)| BlockInfo {
        edges: edges
            .iter()
            .enumerate()
            .map(|(way, to)| Edge {
                to: *to,
                way,
                counted: match (edges.len(), arrivals(*to)) {
                    (1, _) => Counted::No,
                    (_, 1) => Counted::InTarget,
                    _ => Counted::Split,
                },
            })
            .collect(),
        leaves: edges.is_empty(),
        cuts: *cuts,
        reentered: false,
        own: false,
    };
    Cfg {
        blocks: raw.iter().map(block).collect(),
    }
}

fn kept(text: &str, mode: Prune) -> Vec<CounterSite> {
    let cfg = cfg(text);
    let flow = cfg.flow();
    let plan = plan(&cfg, &flow, mode, false);
    plan.kept.iter().map(|s| flow.sites[*s]).collect()
}

#[test]
fn a_cut_keeps_both_sides_apart() {
    // if (a) …; if (b) …; without and with a call between them that may not return.
    let plain = kept("1 2;2;3 4;4;", Prune::Path);
    let cut = kept("1 2;2;3 4!;4;", Prune::Path);
    assert_eq!((plain.len(), cut.len()), (3, 4));
    // A branch inside a branch: its entry and its end are one class until a call may end between them.
    let diamond = "1 5;2 3;4;4;5;";
    let cut = "1 5;2 3!;4;4;5;";
    assert_eq!(kept(diamond, Prune::Path).len(), 3);
    assert_eq!(kept(cut, Prune::Path).len(), 4);
}

#[test]
fn counters_around_a_loop_are_one_unless_it_calls() {
    // entry; loop { } ; end: entry and exit execute equally often.
    let edge = |block, edge| CounterSite::Edge { block, edge };
    assert_eq!(
        kept("1;1 2;", Prune::Novelty),
        [CounterSite::Entry, edge(1, 0)]
    );
    assert_eq!(
        kept("1;1 2!;", Prune::Novelty),
        [CounterSite::Entry, edge(1, 0), edge(1, 1)]
    );
}

#[test]
fn loops_without_an_end_can_be_pruned_too() {
    // Blocks 1 and 2 loop forever; the process can be killed anywhere, so the edges differ.
    assert_eq!(kept("1 3;2 1;1;", Prune::Novelty).len(), 5);
    assert_eq!(kept("0 1;", Prune::Path).len(), 2);
}

#[test]
fn the_entry_that_callers_tell_needs_no_counter() {
    let cfg = cfg("1 2;2;3 4;4;");
    let flow = cfg.flow();
    let known = plan(&cfg, &flow, Prune::Path, true);
    let alone = plan(&cfg, &flow, Prune::Path, false);
    assert_eq!(known.kept.len() + 1, alone.kept.len());
    assert_eq!(known.known[0], CountSource::Together);
}
