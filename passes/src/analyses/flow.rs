//! How often the parts of a function run in relation to each other: the function's flow graph, as plain data.
//!
//! ```text
//!            ┌────────── outside ◄─────────┐
//!            ▼ entry          ▲            │ returns, throws
//!          block 0 ── … ── block that calls ── … ── block
//!                             (cut short: an arc to outside)
//! ```
//! One activation of the function is a closed walk through the node `outside`. It may also end in the middle, in a
//! call that exits, throws, longjmps or hangs; the arcs for that cannot be counted. With them every walk conserves
//! flow: each node is entered as often as it is left. All that can be said about counts follows from that.

/// The reachable basic blocks of a function; block 0 is the entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cfg {
    pub blocks: Vec<BlockInfo>,
}

/// A basic block of a [`Cfg`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockInfo {
    /// The outgoing edges; several may lead to one block.
    pub edges: Vec<Edge>,
    /// Control leaves the function at the block's end.
    pub leaves: bool,
    /// Control may end or leave in the block's middle, after the place of a counter.
    pub cuts: bool,
    /// Control may come back into the block's middle (`setjmp`).
    pub reentered: bool,
    /// It has a counter of its own, whatever counters the edges to it have.
    pub own: bool,
}

/// An edge of a [`Cfg`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub to: usize,
    /// The position among the successors of the block's terminator.
    pub way: usize,
    pub counted: Counted,
}

/// Where a counter for an edge would stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Nowhere: the count follows from other edges, or nothing can stand there.
    No,
    /// In the target, which no other edge leads to.
    InTarget,
    /// In a block of its own.
    Split,
    /// In the target, together with every other edge to it.
    Shared,
}

/// A place for a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CounterSite {
    /// The function's entry.
    Entry,
    /// The edge of a block, by its position there.
    Edge { block: usize, edge: usize },
    /// All edges to a block, by the first of them.
    Target {
        block: usize,
        edge: usize,
        target: usize,
    },
}

/// The deepest loop nesting that counts. Computed gotos make graphs that would come apart one block at a time.
const DEEPEST: usize = 8;

/// The node for what is outside of the function; all others are blocks.
pub const OUTSIDE: usize = 0;

/// An arc of a [`Flow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    pub from: usize,
    pub to: usize,
    /// The site that counts it, an index into [`Flow::sites`].
    pub site: Option<usize>,
}

/// A graph in which every activation conserves flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    pub nodes: usize,
    pub arcs: Vec<Arc>,
    /// The entry first, then in the order of blocks and edges.
    pub sites: Vec<CounterSite>,
}

impl Cfg {
    /// The graph in which each closed walk through [`OUTSIDE`] is an activation.
    pub fn flow(&self) -> Flow {
        let node = |block: usize| block + 1;
        let mut nodes = self.blocks.len() + 1;
        let mut sites = vec![CounterSite::Entry];
        // The node at which edges to a block arrive: before the counter that they share, if there is one.
        let mut arrival: Vec<usize> = (0..self.blocks.len()).map(node).collect();
        let mut arcs = vec![Arc {
            from: OUTSIDE,
            to: node(0),
            site: Some(0),
        }];
        for (block, info) in self.blocks.iter().enumerate() {
            for (edge, e) in info.edges.iter().enumerate() {
                if matches!(e.counted, Counted::InTarget | Counted::Split) {
                    sites.push(CounterSite::Edge { block, edge });
                }
                let is_shared = e.counted == Counted::Shared || self.blocks[e.to].own;
                if is_shared && arrival[e.to] == node(e.to) {
                    arrival[e.to] = nodes;
                    arcs.push(Arc {
                        from: nodes,
                        to: node(e.to),
                        site: Some(sites.len()),
                    });
                    sites.push(CounterSite::Target {
                        block,
                        edge,
                        target: e.to,
                    });
                    nodes += 1;
                }
            }
        }
        let mut own = sites
            .iter()
            .enumerate()
            .filter(|(_, site)| matches!(site, CounterSite::Edge { .. }))
            .map(|(index, _)| index);
        for (block, info) in self.blocks.iter().enumerate() {
            let from = node(block);
            for edge in &info.edges {
                let site = match edge.counted {
                    Counted::InTarget | Counted::Split => own.next(),
                    Counted::Shared | Counted::No => None,
                };
                let to = arrival[edge.to];
                arcs.push(Arc { from, to, site });
            }
            let mut uncounted = |from, to| {
                arcs.push(Arc {
                    from,
                    to,
                    site: None,
                });
            };
            if info.leaves || info.cuts {
                uncounted(from, OUTSIDE);
            }
            if info.reentered {
                uncounted(OUTSIDE, from);
            }
        }
        let mut flow = Flow { nodes, arcs, sites };
        flow.end_endless_loops();
        flow
    }

    /// Makes blocks count their uncounted incoming edges, as [`Counted::Shared`], if their count would otherwise be a
    /// sum of more than `most` counters. Returns these blocks. Around loops more may remain.
    pub fn count_joins(&mut self, most: usize, has_room: impl Fn(usize) -> bool) -> Vec<usize> {
        let order = self.reverse_postorder();
        let mut arrivals = vec![Vec::new(); self.blocks.len()];
        for (block, info) in self.blocks.iter().enumerate() {
            for (edge, e) in info.edges.iter().enumerate() {
                arrivals[e.to].push((block, edge));
            }
        }
        let mut sources = vec![0; self.blocks.len()];
        let mut made = Vec::new();
        for block in order {
            let of_edge =
                |(from, edge): &(usize, usize)| match self.blocks[*from].edges[*edge].counted {
                    Counted::No => sources[*from],
                    _ => 1,
                };
            let count =
                arrivals[block].iter().map(of_edge).sum::<usize>() + usize::from(block == 0);
            let has_uncounted = |(from, edge): &(usize, usize)| {
                self.blocks[*from].edges[*edge].counted == Counted::No
            };
            let is_wanted = count > most && arrivals[block].iter().any(has_uncounted);
            if is_wanted && has_room(block) {
                for (from, edge) in &arrivals[block] {
                    let counted = &mut self.blocks[*from].edges[*edge].counted;
                    if *counted == Counted::No {
                        *counted = Counted::Shared;
                    }
                }
                sources[block] = 1;
                made.push(block);
            } else {
                sources[block] = count;
            }
        }
        made
    }

    /// Gives each block that decides a counter of its own, unless the counter of the only edge to it stands there.
    /// Returns these blocks. The entry has one already.
    pub fn count_nodes(&mut self, has_room: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut arrivals = vec![Vec::new(); self.blocks.len()];
        for edge in self.blocks.iter().flat_map(|info| &info.edges) {
            arrivals[edge.to].push(edge.counted);
        }
        let is_node = |block: &usize| {
            let arrivals = &arrivals[*block][..];
            let is_counted =
                matches!(arrivals, [Counted::InTarget]) || arrivals.contains(&Counted::Shared);
            self.blocks[*block].edges.len() > 1 && !is_counted && has_room(*block)
        };
        let made: Vec<usize> = (1..self.blocks.len()).filter(is_node).collect();
        for block in &made {
            self.blocks[*block].own = true;
        }
        made
    }

    /// The number of nested cycles that each block is in (at most [`DEEPEST`]).
    pub fn loop_depths(&self) -> Vec<u32> {
        let mut depths = vec![0; self.blocks.len()];
        let order = self.reverse_postorder();
        let mut position = vec![usize::MAX; self.blocks.len()];
        for (at, block) in order.iter().enumerate() {
            position[*block] = at;
        }
        let mut graph = petgraph::stable_graph::StableDiGraph::<(), ()>::new();
        let nodes: Vec<_> = self.blocks.iter().map(|_| graph.add_node(())).collect();
        for (block, info) in self.blocks.iter().enumerate() {
            for edge in &info.edges {
                graph.add_edge(nodes[block], nodes[edge.to], ());
            }
        }
        // Without their first blocks, the cycles that remain are inner ones.
        for _ in 0..DEEPEST {
            let mut headers = Vec::new();
            for component in petgraph::algo::tarjan_scc(&graph) {
                let first = component[0];
                if component.len() == 1 && !graph.contains_edge(first, first) {
                    continue;
                }
                for node in &component {
                    depths[node.index()] += 1;
                }
                headers.extend(component.into_iter().min_by_key(|n| position[n.index()]));
            }
            for header in headers {
                graph.remove_node(header);
            }
        }
        depths
    }

    fn reverse_postorder(&self) -> Vec<usize> {
        let mut seen = vec![false; self.blocks.len()];
        let mut order = Vec::new();
        let mut stack = vec![(0, 0)];
        seen[0] = true;
        while let Some((block, next)) = stack.pop() {
            match self.blocks[block].edges.get(next) {
                Some(edge) => {
                    stack.push((block, next + 1));
                    if !std::mem::replace(&mut seen[edge.to], true) {
                        stack.push((edge.to, 0));
                    }
                }
                None => order.push(block),
            }
        }
        order.reverse();
        order
    }
}

impl Flow {
    /// An endless loop, without a call that could end it, still ends: a signal kills the process, anywhere.
    fn end_endless_loops(&mut self) {
        let mut backward = vec![Vec::new(); self.nodes];
        for arc in &self.arcs {
            backward[arc.to].push(arc.from);
        }
        let mut ends = vec![false; self.nodes];
        ends[OUTSIDE] = true;
        let mut work = vec![OUTSIDE];
        while let Some(node) = work.pop() {
            for &from in &backward[node] {
                if !std::mem::replace(&mut ends[from], true) {
                    work.push(from);
                }
            }
        }
        for from in (0..self.nodes).filter(|n| !ends[*n]) {
            self.arcs.push(Arc {
                from,
                to: OUTSIDE,
                site: None,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(to: usize, counted: Counted) -> Edge {
        Edge {
            to,
            way: 0,
            counted,
        }
    }

    /// A switch with `cases`, all of which meet in the last block.
    fn switch(cases: usize) -> Cfg {
        let mut blocks = vec![BlockInfo {
            edges: (1..=cases).map(|to| edge(to, Counted::InTarget)).collect(),
            ..BlockInfo::default()
        }];
        blocks.extend((0..cases).map(|_| BlockInfo {
            edges: vec![edge(cases + 1, Counted::No)],
            ..BlockInfo::default()
        }));
        blocks.push(BlockInfo {
            leaves: true,
            ..BlockInfo::default()
        });
        Cfg { blocks }
    }

    #[test]
    fn where_many_ways_meet_there_is_a_counter() {
        let mut few = switch(4);
        assert!(few.count_joins(4, |_| true).is_empty());
        assert_eq!(few, switch(4));
        let mut many = switch(5);
        assert_eq!(many.count_joins(4, |_| true), [6]);
        let sites = many.flow().sites;
        let target = CounterSite::Target {
            block: 1,
            edge: 0,
            target: 6,
        };
        assert_eq!(sites.iter().filter(|s| **s == target).count(), 1);
        assert_eq!(sites.len(), 1 + 5 + 1);
        let mut full = switch(5);
        assert!(full.count_joins(4, |_| false).is_empty());
    }

    #[test]
    fn ways_that_fall_through_add_up() {
        // Each case goes on to the next one.
        let mut cfg = switch(9);
        for case in 1..9 {
            cfg.blocks[case].edges = vec![edge(case + 1, Counted::No)];
        }
        assert_eq!(cfg.count_joins(4, |_| true), [5, 9]);
    }
}
