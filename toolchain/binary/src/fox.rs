//! FOX's tables, of the records of its branches.

use std::{collections::HashSet, fmt::Write};

use anyhow::{Result, bail, ensure};
use fz_abi::afl::old::MAX_MAP_SIZE;
use fz_records::{FunctionEdges, Node, SiteKind};

use super::Mapped;

/// What FOX's afl-fuzz reads when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// How many edges there are.
    pub edges: u64,
    /// How many elements they share.
    pub slots: u64,
    /// Functions that decide something by counted edges, and that are in no table.
    pub untold: Vec<String>,
    border_edges: String,
    cache: String,
    kinds: String,
}

impl Tables {
    /// The tables of a program with all libraries that are loaded with it. An error says why there are none.
    pub fn of(program: &Mapped) -> Result<Tables> {
        let shown = program.path.display();
        if let Some(why) = program.why_empty() {
            bail!(why);
        }
        let images = program.images;
        if images.iter().all(|image| image.nodes.is_empty()) {
            let is_stripped = images
                .iter()
                .any(|i| i.outcomes > 0 && i.branches.is_empty());
            ensure!(
                !is_stripped,
                "{shown} has no records of its branches: they were stripped, or left out under -flto; link it without \
                 `-Wl,--strip-all` and -flto"
            );
            bail!(
                "{shown} has no branches that FOX reads: build it with FZ_PROFILE=fox FZ_ENGINE=fox"
            );
        }
        let Some(map) = &program.map else {
            bail!(
                "{shown} has no runtime that FOX can drive: build it with FZ_PROFILE=fox FZ_ENGINE=fox"
            );
        };
        let mut tables = Tables::default();
        for (number, image) in images.iter().enumerate() {
            for function in &image.nodes {
                let start = function.start.at();
                let at = |counter: u32| program.offset(number, start + u64::from(counter));
                let first = function.gates.at().saturating_sub(image.first_gate);
                let first = tables.slots + first;
                function
                    .nodes
                    .iter()
                    .for_each(|node| tables.add(node, first, at));
            }
            let told: HashSet<u64> = image.nodes.iter().map(|f| f.start.at()).collect();
            let decides = |edges: &&FunctionEdges| {
                let mut sites = edges.sites.iter();
                sites.any(|s| matches!(s.kind, SiteKind::Branch | SiteKind::Switch))
            };
            let functions = image.edges.iter();
            let untold = functions.filter(|f| decides(f) && !told.contains(&f.start.at()));
            tables.untold.extend(untold.map(|f| f.name.clone()));
            tables.slots += image.outcomes;
        }
        // FOX has arrays of one size that it indexes by the other.
        tables.slots = tables.slots.max(tables.edges);
        let needed = map.size.max(tables.slots);
        ensure!(
            needed <= MAX_MAP_SIZE as u64,
            "{shown} needs a map of {needed} bytes, for {} counters and {} elements, and the handshake of FOX has room for \
             {MAX_MAP_SIZE}: count less of it (`allow` and `deny` in fz.toml)",
            map.size,
            tables.slots
        );
        Ok(tables)
    }

    fn add(&mut self, node: &Node, first: u64, at: impl Fn(u32) -> u64) {
        // FOX ignores those.
        if node.ways.len() < 2 {
            return;
        }
        let parent = at(node.counter);
        let text = "writing to a string";
        writeln!(self.cache, "{parent} {} {}", self.edges, node.ways.len()).expect(text);
        writeln!(self.kinds, "{parent} {}", node.kind).expect(text);
        for way in &node.ways {
            let child = at(way.counter);
            match way.slot {
                Some(slot) => writeln!(
                    self.border_edges,
                    "{parent} {child} {} {}",
                    first + u64::from(slot),
                    way.length
                ),
                None => writeln!(self.border_edges, "{parent} {child} -1 0"),
            }
            .expect(text);
            self.edges += 1;
        }
    }

    /// The files, by the names that FOX knows.
    pub fn files(&self) -> [(&'static str, String); 5] {
        [
            ("border_edges", self.border_edges.clone()),
            ("border_edges_cache", self.cache.clone()),
            ("br_node_id_2_cmp_type", self.kinds.clone()),
            ("max_border_edge_id", self.edges.to_string()),
            ("max_br_dist_edge_id", self.slots.to_string()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use fz_records::{Place, Way};

    use super::*;

    #[test]
    fn tables_have_a_line_for_each_branch_and_each_edge() {
        let node = |counter, kind, ways: [(u32, Option<u32>, u32); 2]| Node {
            counter,
            kind,
            place: Place::default(),
            ways: ways
                .map(|(counter, slot, length)| Way {
                    counter,
                    slot,
                    length,
                })
                .into(),
        };
        let nodes = [
            node(2, 3, [(4, Some(8), 4), (5, None, 0)]),
            node(6, 0, [(7, None, 0), (8, None, 0)]),
        ];
        let mut tables = Tables::default();
        for node in &nodes {
            tables.add(node, 100, |counter| 10 + u64::from(counter));
        }
        let files = tables.files().map(|(_, text)| text);
        assert_eq!(
            files,
            [
                "12 14 108 4\n12 15 -1 0\n16 17 -1 0\n16 18 -1 0\n",
                "12 0 2\n16 2 2\n",
                "12 3\n16 0\n",
                "4",
                "0"
            ]
        );
    }
}
