//! The control flow of functions whose edges have counters, and what data names.
//!
//! Counters are numbered within the function's row. What a counter counted ran: a block with a counter of its own ran if
//! that is not 0, any other if one of the edges to it was taken. An edge without a counter was taken whenever its block
//! ran. A block stands once for each way that leads through it, where it was decided before what the way ends with, as
//! after `a && b`. These blocks follow each other, and share their counters: of an edge of theirs one tells that it was
//! taken if what leads to it was. A call that need not return ends its block, and the edge behind it has a counter.
//! Dominators follow from the edges.

use serde::{Deserialize, Serialize};

use crate::{Address, Place, Record};

/// What a record is of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Graph {
    Function(FunctionGraph),
    Data(DataGraph),
}

/// The control flow of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct FunctionGraph {
    /// The function's symbol.
    #[serde(with = "crate::names::text")]
    pub name: String,
    /// Its first counter.
    pub start: Address,
    /// The entry first.
    pub blocks: Vec<Block>,
    /// In the order of the blocks that they leave.
    pub edges: Vec<Edge>,
    /// In the order of the blocks: whom a block calls, and what it names, of which others may call.
    pub calls: Vec<Call>,
    /// Its type, as LLVM writes it.
    #[serde(with = "crate::names::text")]
    pub signature: String,
    /// It runs before or after the program, or nobody may drop it.
    pub is_root: bool,
}

/// What a variable names that other units may name, or a function without counters; or what an alias or an ifunc stands
/// for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct DataGraph {
    /// Its symbol.
    #[serde(with = "crate::names::text")]
    pub name: String,
    pub is_alias: bool,
    /// Nobody may drop it.
    pub is_kept: bool,
    pub names: Vec<Callee>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Block {
    /// Of its first instruction that has one.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// Without one it is taken whenever its block runs.
    pub counter: Option<u32>,
    /// Of the block's condition.
    pub outcome: Option<usize>,
}

/// Whom a block calls, or what it names.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Call {
    pub block: usize,
    pub callee: Callee,
}

/// What is called or named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub enum Callee {
    /// A symbol is called.
    ByName(#[serde(with = "crate::names::text")] String),
    /// A function of this type is called.
    ByPointer(#[serde(with = "crate::names::text")] String),
    /// The address of a function is taken.
    Address(#[serde(with = "crate::names::text")] String),
    /// Data of the unit has the address of a function.
    Table(#[serde(with = "crate::names::text")] String),
    /// Data that other units name as well: there may be a record of that.
    Data(#[serde(with = "crate::names::text")] String),
}

impl Record for Graph {
    const SECTION: &'static str = ".debug_fz_graph";
    const MAGIC: [u8; 4] = *b"FZG3";

    fn is_there(&self) -> bool {
        match self {
            Graph::Function(function) => function.start != Address::None,
            // If the linker has discarded it, nothing names it that is there.
            Graph::Data(_) => true,
        }
    }

    fn check(&mut self) -> Result<(), String> {
        let Graph::Function(function) = self else {
            return Ok(());
        };
        let count = function.blocks.len();
        let of_edges = function.edges.iter().flat_map(|edge| [edge.from, edge.to]);
        let of_calls = function.calls.iter().map(|call| call.block);
        match of_edges.chain(of_calls).find(|block| *block >= count) {
            Some(block) => Err(format!("names block {block} of {count}")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        all,
        frame::{assert_damage_is_survived, kept, linked},
    };

    fn graph(to: usize, block: usize) -> Graph {
        let place = |line| Place::new("a.c", line, 3);
        let blocks = (1..=2).map(|line| Block {
            place: place(line),
            decides: place(9),
            counter: None,
            condition: None,
            is_copy: false,
        });
        let edge = Edge {
            from: 0,
            to,
            counter: Some(5),
            outcome: Some(1),
        };
        let g = || "g".to_owned();
        let callees = [
            Callee::ByName(g()),
            Callee::ByPointer(g()),
            Callee::Data(g()),
        ];
        Graph::Function(FunctionGraph {
            name: "f".to_owned(),
            start: Address::Of("counters".to_owned()),
            blocks: blocks.collect(),
            edges: vec![edge],
            calls: callees.map(|callee| Call { block, callee }).into(),
            signature: "void ()".to_owned(),
            is_root: true,
        })
    }

    fn data() -> Graph {
        Graph::Data(DataGraph {
            name: "table".to_owned(),
            is_alias: false,
            is_kept: true,
            names: vec![Callee::Table("g".to_owned())],
        })
    }

    #[test]
    fn records_are_read() {
        let written = [graph(1, 0), data()];
        let section = written
            .each_ref()
            .map(|graph| linked(graph, |_| 0x1001))
            .concat();
        let mut expected = written;
        if let Graph::Function(function) = &mut expected[0] {
            function.start = Address::At(0x1001);
        }
        assert_eq!(all::<Graph>(&section, &kept).unwrap(), expected);
        let discarded = [graph(1, 0), data()].map(|graph| linked(&graph, |_| 0));
        assert_eq!(all::<Graph>(&discarded.concat(), &kept).unwrap(), [data()]);
        assert_damage_is_survived::<Graph>(&section);
    }

    #[test]
    fn what_names_blocks_that_are_not_there_is_refused() {
        let said = |graph: Graph| all::<Graph>(&linked(&graph, |_| 1), &kept).unwrap_err();
        assert!(said(graph(2, 0)).contains("names block 2 of 2"));
        assert!(said(graph(1, 7)).contains("names block 7 of 2"));
    }
}
