//! FOX's tables, of the records of `.debug_fz_fox` (layout: [`fz_abi::fox::record`]).

use std::{collections::HashSet, fmt::Write, mem::offset_of};

use anyhow::{Context, Result, bail, ensure};
use fz_abi::{afl::old::MAX_MAP_SIZE, fox::record as layout};

use super::{
    Mapped,
    edges::{FunctionEdges, Place, SiteKind, place},
    records::{self, Texts, Words},
};

/// The branches of one function that FOX reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionNodes {
    /// The function's symbol.
    pub name: String,
    /// The address of its first counter, on the scale of [`super::Image::start`].
    pub start: u64,
    /// The number of its first element among those of its image.
    pub first: u64,
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The counter of its block among the function's.
    pub counter: u32,
    /// A kind of [`fz_abi::fox::kind`].
    pub kind: u32,
    pub place: Place,
    pub ways: Vec<Way>,
}

/// An edge that a branch may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub counter: u32,
    /// Its element among the function's; `None`: it tells nothing.
    pub slot: Option<u32>,
    /// How many bytes are compared.
    pub length: u32,
}

/// All records of a section, in its order. `resolve`: an address, by where in the section it stands and what stands
/// there; `None` if the linker has discarded that. `start`: the address of the first gate.
pub fn parse(
    data: &[u8],
    start: u64,
    resolve: impl Fn(usize, u64) -> Option<u64>,
) -> Result<Vec<FunctionNodes>> {
    records::parse(data, layout::ALIGN, |at| record(data, at, start, &resolve))
}

/// One record: its length, and the function unless it was discarded.
fn record(
    data: &[u8],
    at: usize,
    start: u64,
    resolve: impl Fn(usize, u64) -> Option<u64>,
) -> Result<(usize, Option<FunctionNodes>)> {
    let (length, header, body) = records::header::<layout::Header>(
        &data[at..],
        layout::ALIGN,
        records::begins_with(layout::MAGIC),
    )?;
    let gates = resolve(at + offset_of!(layout::Header, gates), header.gates);
    let counters = resolve(at + offset_of!(layout::Header, counters), header.counters);
    let [branches, ways, strings] =
        [header.branches, header.ways, header.strings].map(|n| n as usize);
    let size = |count: usize, each: usize| count.checked_mul(each);
    let tail = size(branches, layout::BRANCH)
        .and_then(|all| all.checked_add(size(ways, layout::WAY)?))
        .and_then(|tail| body.len().checked_sub(tail));
    let texts =
        tail.with_context(|| format!("is too short for its {branches} branches, {ways} edges"))?;
    let (texts, tail) = body.split_at(texts);
    let texts = Texts::of(texts, strings, body.len())?;
    let mut words = Words(tail);
    let mut nodes = Vec::new();
    for _ in 0..branches {
        let branch: layout::Branch = words.take()?;
        let mut node = Node {
            counter: branch.counter,
            kind: branch.kind,
            place: place(branch.place, &texts)?,
            ways: Vec::new(),
        };
        for _ in 0..branch.ways {
            let way: layout::Way = words.take()?;
            node.ways.push(Way {
                counter: way.counter,
                slot: Some(way.slot).filter(|slot| *slot != layout::NONE),
                length: way.length,
            });
        }
        nodes.push(node);
    }
    let name = texts.get(1).context("has no function name")??;
    let function = gates.zip(counters).map(|(gates, counters)| FunctionNodes {
        name,
        start: counters,
        first: gates.saturating_sub(start),
        nodes,
    });
    Ok((length, function))
}

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
                let at = |counter: u32| program.offset(number, function.start + u64::from(counter));
                let first = tables.slots + function.first;
                function
                    .nodes
                    .iter()
                    .for_each(|node| tables.add(node, first, at));
            }
            let told: HashSet<u64> = image.nodes.iter().map(|f| f.start).collect();
            let decides = |edges: &&FunctionEdges| {
                let mut sites = edges.sites.iter();
                sites.any(|s| matches!(s.kind, SiteKind::Branch | SiteKind::Switch))
            };
            let functions = image.edges.iter();
            let untold = functions.filter(|f| decides(f) && !told.contains(&f.start));
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
    use super::*;

    fn section() -> Vec<u8> {
        let none = layout::NONE;
        let texts = b"\0f\0a.c\0\0";
        let words = [
            [2, 3, 2, 2, 7, 9].as_slice(),
            &[4, 8, 4, 5, none, 0],
            &[6, 0, 2, 0, 0, 0],
            &[7, none, 0, 8, none, 0],
        ]
        .concat();
        let bytes =
            |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_le_bytes()).collect() };
        let length = layout::HEADER + texts.len() + 4 * words.len();
        let head = [layout::MAGIC, length as u32, 0x1010, 0, 0x2001, 0, 2, 4, 3];
        [bytes(&head), texts.to_vec(), bytes(&words)].concat()
    }

    #[test]
    fn records_say_which_counters_belong_to_a_branch() {
        let found = parse(&section(), 0x1000, |_, address| Some(address)).unwrap();
        let [function] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((function.first, function.start), (0x10, 0x2001));
        assert_eq!(function.nodes[0].place.to_string(), "a.c:7:9");
        let mut tables = Tables::default();
        for node in &function.nodes {
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
        assert_eq!(parse(&section(), 0, |_, _| None).unwrap(), []);
    }

    /// Every truncation and every changed byte is read or refused, never a panic.
    #[test]
    fn broken_sections_are_refused_in_words() {
        let data = section();
        let read = |data: &[u8]| parse(data, 0, |_, address| Some(address));
        for end in 0..data.len() {
            let _ = read(&data[..end]);
        }
        for at in 0..data.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut broken = data.clone();
                broken[at] = value;
                let _ = read(&broken);
            }
        }
    }
}
