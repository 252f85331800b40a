//! The control flow of functions, and what data names: the records of `.debug_fz_graph` (layout: [`fz_abi::graph`]).

use std::mem::offset_of;

use anyhow::{Context, Result, bail, ensure};
use fz_abi::graph as layout;

use super::{
    edges::{Place, place},
    records::{self, Resolve, Texts, Words, text},
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
    /// Its type, as LLVM writes it.
    pub signature: String,
    /// It runs before or after the program, or nobody may drop it.
    pub is_root: bool,
}

/// What a variable names that other units may name, or a function without counters; or what an alias or an ifunc stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataGraph {
    /// Its symbol.
    pub name: String,
    pub is_alias: bool,
    /// Nobody may drop it.
    pub is_kept: bool,
    pub names: Vec<Callee>,
}

/// What a section has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    Function(FunctionGraph),
    Data(DataGraph),
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
    /// It is the code of the block before it, on another way.
    pub is_copy: bool,
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

/// Whom a block calls, or what it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub block: usize,
    pub callee: Callee,
}

/// What is called or named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A symbol is called.
    ByName(String),
    /// A function of this type is called.
    ByPointer(String),
    /// The address of a function is taken.
    Address(String),
    /// Data of the unit has the address of a function.
    Table(String),
    /// Data that other units may name.
    Data(String),
}

/// All records of a section, in its order.
pub fn parse(data: &[u8], resolve: Resolve) -> Result<Vec<Record>> {
    let magic = records::begins_with(layout::MAGIC);
    records::parse(data, layout::ALIGN, magic, |at, header, body| {
        record(at, header, body, resolve)
    })
}

fn record(
    at: usize,
    header: layout::Header,
    body: &[u8],
    resolve: Resolve,
) -> Result<Option<Record>> {
    let start = resolve(at + offset_of!(layout::Header, counters), header.counters);
    let (blocks, edges, calls) = (header.blocks, header.edges, header.calls);
    let parts = [
        (blocks, layout::BLOCK),
        (edges, layout::EDGE),
        (calls, layout::CALL),
    ];
    let (texts, mut words) = records::split(body, header.strings, &parts, || {
        format!("{blocks} blocks, {edges} edges and {calls} calls")
    })?;
    let name = texts.get(1).context("has no name")??;
    if blocks == 0 {
        // If the linker has discarded it, nothing names it that is there.
        return Ok(Some(Record::Data(DataGraph {
            name,
            is_alias: header.flags & layout::ALIAS != 0,
            is_kept: header.flags & layout::KEPT != 0,
            names: words.list(calls, |words| callee(&words.take()?, &texts))?,
        })));
    }
    let graph = FunctionGraph {
        name,
        start: start.unwrap_or_default(),
        blocks: words.list(blocks, |words| block(words, &texts))?,
        edges: words.list(edges, |words| edge(words, blocks))?,
        signature: text(header.signature, &texts)?,
        is_root: header.flags & (layout::STARTS | layout::KEPT) != 0,
        calls: words.list(calls, |words| {
            let call: layout::Call = words.take()?;
            Ok(Call {
                block: within(call.block, blocks)?,
                callee: callee(&call, &texts)?,
            })
        })?,
    };
    Ok(start.map(|_| Record::Function(graph)))
}

fn callee(call: &layout::Call, texts: &Texts) -> Result<Callee> {
    let named = text(call.callee, texts)?;
    Ok(match call.kind {
        layout::BY_NAME => Callee::ByName(named),
        layout::BY_POINTER => Callee::ByPointer(named),
        layout::ADDRESS => Callee::Address(named),
        layout::TABLE => Callee::Table(named),
        layout::DATA => Callee::Data(named),
        other => bail!("names {named} in a way {other} that is unknown"),
    })
}

fn block(words: &mut Words, texts: &Texts) -> Result<Block> {
    let block: layout::Block = words.take()?;
    Ok(Block {
        place: place(block.place, texts)?,
        decides: place(block.decides, texts)?,
        counter: some(block.counter).filter(|counter| *counter != layout::COPY),
        condition: some(block.condition).map(|c| c as usize),
        is_copy: block.counter == layout::COPY,
    })
}

fn edge(words: &mut Words, blocks: u32) -> Result<Edge> {
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

fn within(block: u32, blocks: u32) -> Result<usize> {
    ensure!(block < blocks, "names block {block} of {blocks}");
    Ok(block as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{kept, refusal};

    fn record(blocks: u32, edges: &[[u32; 4]], calls: &[[u32; 3]]) -> Vec<u8> {
        let texts = b"\0f\0a.c\0g\0\0\0\0";
        let length = layout::HEADER
            + texts.len()
            + blocks as usize * layout::BLOCK
            + edges.len() * layout::EDGE
            + calls.len() * layout::CALL;
        let mut out = Vec::new();
        let mut words = |words: &[u32]| out.extend(words.iter().flat_map(|w| w.to_le_bytes()));
        words(&[layout::MAGIC, length as u32, 0x1001, 0, blocks]);
        words(&[edges.len() as u32, calls.len() as u32, 4, layout::STARTS, 3]);
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
        let calls = [
            [1, layout::BY_NAME, 3],
            [0, layout::BY_POINTER, 3],
            [0, layout::DATA, 3],
        ];
        let data = record(2, &[[0, 1, 5, 1]], &calls);
        let records = parse(&data, &kept).unwrap();
        let [Record::Function(graph)] = &records[..] else {
            panic!("{records:?}")
        };
        assert_eq!((graph.name.as_str(), graph.start), ("f", 0x1001));
        assert_eq!((graph.signature.as_str(), graph.is_root), ("g", true));
        assert_eq!(graph.blocks[1].place.to_string(), "a.c:2:3");
        let edge = Edge {
            from: 0,
            to: 1,
            counter: Some(5),
            outcome: Some(1),
        };
        assert_eq!(graph.edges, [edge]);
        let g = || "g".to_owned();
        let callees: Vec<_> = graph.calls.iter().map(|c| (c.block, &c.callee)).collect();
        let expected = [
            (1, &Callee::ByName(g())),
            (0, &Callee::ByPointer(g())),
            (0, &Callee::Data(g())),
        ];
        assert_eq!(callees, expected);

        let table = record(0, &[], &[[layout::NONE, layout::TABLE, 3]]);
        let data = DataGraph {
            name: "f".to_owned(),
            is_alias: false,
            is_kept: false,
            names: vec![Callee::Table(g())],
        };
        assert_eq!(parse(&table, &|_, _| None).unwrap(), [Record::Data(data)]);
    }

    #[test]
    fn what_names_blocks_that_are_not_there_is_refused() {
        let said = |data: Vec<u8>| refusal(parse(&data, &kept));
        assert!(said(record(2, &[[0, 2, 0, 0]], &[])).contains("names block 2 of 2"));
        assert!(said(record(1, &[], &[[7, 0, 3]])).contains("names block 7 of 1"));
        assert!(said(record(1, &[], &[[0, 9, 3]])).contains("in a way 9"));
        let mut short = record(1, &[], &[]);
        short[20..24].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(said(short).contains("too short"));
    }
}
