//! The control flow of functions: the records of `.debug_fz_graph` (layout: [`fz_abi::graph`]).

use std::mem::offset_of;

use anyhow::{Context, Result, ensure};
use fz_abi::graph as layout;

use super::{
    edges::{Place, place},
    records::{self, Words, strings_of, text},
};

/// The control flow of one function. Counters are numbered within the function's row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionGraph {
    /// The function's symbol.
    pub name: String,
    /// The address of the first counter, on the scale of [`super::Image::start`].
    pub start: u64,
    /// The entry first.
    pub blocks: Vec<Block>,
    /// In the order of the blocks that they leave.
    pub edges: Vec<Edge>,
    pub calls: Vec<Call>,
    /// Functions that the unit may call through tables.
    pub of_data: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where its code begins.
    pub place: Place,
    /// The place of the branch at its end, or of the call that need not return.
    pub decides: Place,
    /// What counts all ways that lead to it.
    pub counter: Option<u32>,
    /// The condition that its end decides: its number in the function's record of coverage.
    pub condition: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// Without one it is taken whenever its block runs.
    pub counter: Option<u32>,
    /// Of the block's condition.
    pub outcome: Option<usize>,
}

/// A function that a block may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub block: usize,
    /// The callee's symbol; `None`: by pointer.
    pub callee: Option<String>,
}

/// All records of a section, in its order. `resolve` makes an address of the offset at which it stands and of what
/// stands there; `None` for a function that the linker has discarded.
pub fn parse(
    data: &[u8],
    resolve: impl Fn(usize, u64) -> Option<u64>,
) -> Result<Vec<FunctionGraph>> {
    records::parse(data, layout::ALIGN, |at| record(data, at, &resolve))
}

/// One record: its length, and the function unless it was discarded.
fn record(
    data: &[u8],
    at: usize,
    resolve: impl Fn(usize, u64) -> Option<u64>,
) -> Result<(usize, Option<FunctionGraph>)> {
    let (length, header, body) = records::header::<layout::Header>(
        &data[at..],
        layout::ALIGN,
        records::begins_with(layout::MAGIC),
    )?;
    let start = resolve(at + offset_of!(layout::Header, counters), header.counters);
    let [blocks, edges, calls, strings] =
        [header.blocks, header.edges, header.calls, header.strings].map(|count| count as usize);
    let parts = [
        (blocks, layout::BLOCK),
        (edges, layout::EDGE),
        (calls, layout::CALL),
    ];
    let tail = parts.iter().try_fold(0usize, |sum, (n, size)| {
        sum.checked_add(n.checked_mul(*size)?)
    });
    let texts = tail.and_then(|tail| body.len().checked_sub(tail));
    let texts = texts.with_context(|| {
        format!("is too short for its {blocks} blocks, {edges} edges and {calls} calls")
    })?;
    let (texts, tail) = body.split_at(texts);
    let texts = strings_of(texts, strings)?;
    let mut words = Words(tail);
    let mut graph = FunctionGraph {
        name: texts.get(1).context("has no function name")?.clone(),
        start: start.unwrap_or_default(),
        blocks: (0..blocks)
            .map(|_| block(&mut words, &texts))
            .collect::<Result<_>>()?,
        edges: (0..edges)
            .map(|_| edge(&mut words, blocks))
            .collect::<Result<_>>()?,
        ..FunctionGraph::default()
    };
    ensure!(!graph.blocks.is_empty(), "has no blocks");
    for _ in 0..calls {
        let call: layout::Call = words.take()?;
        let callee = text(call.callee, &texts)?;
        match some(call.block) {
            None => graph.of_data.push(callee),
            Some(block) => graph.calls.push(Call {
                block: within(block, blocks)?,
                callee: Some(callee).filter(|name| !name.is_empty()),
            }),
        }
    }
    Ok((length, start.map(|_| graph)))
}

fn block(words: &mut Words, texts: &[String]) -> Result<Block> {
    let block: layout::Block = words.take()?;
    Ok(Block {
        place: place(block.place, texts)?,
        decides: place(block.decides, texts)?,
        counter: some(block.counter),
        condition: some(block.condition).map(|c| c as usize),
    })
}

fn edge(words: &mut Words, blocks: usize) -> Result<Edge> {
    let edge: layout::Edge = words.take()?;
    Ok(Edge {
        from: within(edge.from, blocks)?,
        to: within(edge.to, blocks)?,
        counter: some(edge.counter),
        outcome: some(edge.outcome).map(|o| o as usize),
    })
}

fn some(number: u32) -> Option<u32> {
    Some(number).filter(|n| *n != layout::NONE)
}

fn within(block: u32, blocks: usize) -> Result<usize> {
    let block = block as usize;
    ensure!(block < blocks, "names block {block} of {blocks}");
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(blocks: u32, edges: &[[u32; 4]], calls: &[[u32; 2]]) -> Vec<u8> {
        let texts = b"\0f\0a.c\0g\0\0\0\0";
        let length = layout::HEADER
            + texts.len()
            + blocks as usize * layout::BLOCK
            + edges.len() * layout::EDGE
            + calls.len() * layout::CALL;
        let mut out = Vec::new();
        let mut words = |words: &[u32]| out.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        words(&[layout::MAGIC, length as u32, 0x1001, 0, blocks]);
        words(&[edges.len() as u32, calls.len() as u32, 4]);
        out.extend(texts);
        let mut words = |words: &[u32]| out.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        for number in 0..blocks {
            words(&[2, number + 1, 3, layout::NONE, layout::NONE, 2, 9, 9]);
        }
        edges.iter().for_each(|edge| words(edge));
        calls.iter().for_each(|call| words(call));
        out
    }

    #[test]
    fn records_are_read() {
        let none = layout::NONE;
        let data = record(2, &[[0, 1, 5, 1]], &[[1, 3], [0, 0], [none, 3]]);
        let graphs = parse(&data, |_, address| Some(address)).unwrap();
        let [graph] = &graphs[..] else {
            panic!("{graphs:?}")
        };
        assert_eq!((graph.name.as_str(), graph.start), ("f", 0x1001));
        assert_eq!(graph.blocks[1].place.to_string(), "a.c:2:3");
        let edge = Edge {
            from: 0,
            to: 1,
            counter: Some(5),
            outcome: Some(1),
        };
        assert_eq!(graph.edges, [edge]);
        let callees: Vec<_> = graph
            .calls
            .iter()
            .map(|c| (c.block, c.callee.as_deref()))
            .collect();
        assert_eq!(callees, [(1, Some("g")), (0, None)]);
        assert_eq!(graph.of_data, ["g"]);
    }

    #[test]
    fn what_names_blocks_that_are_not_there_is_refused() {
        let said = |data: Vec<u8>| {
            let error = parse(&data, |_, address| Some(address)).unwrap_err();
            format!("{error:#}")
        };
        assert!(said(record(2, &[[0, 2, 0, 0]], &[])).contains("names block 2 of 2"));
        assert!(said(record(1, &[], &[[7, 3]])).contains("names block 7 of 1"));
        assert!(said(record(0, &[], &[])).contains("has no blocks"));
        let mut short = record(1, &[], &[]);
        short[20..24].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(said(short).contains("too short"));
    }
}
