//! The branches that FOX reads ([`fz_abi::fox`]).

use serde::{Deserialize, Serialize};

use crate::{Address, Place, Record};

/// The branches of one function that FOX reads.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct FunctionNodes {
    /// The function's symbol.
    #[serde(with = "crate::names::text")]
    pub name: String,
    /// Its first counter.
    pub start: Address,
    /// Its first gate: the number of its first element.
    pub gates: Address,
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Node {
    /// The counter of its block among the function's.
    pub counter: u32,
    /// What it compares: a kind of [`fz_abi::fox::kind`].
    pub kind: u32,
    pub place: Place,
    pub ways: Vec<Way>,
}

/// An edge that a branch may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Way {
    pub counter: u32,
    /// Its element among the function's; `None`: it tells nothing.
    pub slot: Option<u32>,
    /// How many bytes are compared.
    pub length: u32,
}

impl Record for FunctionNodes {
    const SECTION: &'static str = ".debug_fz_fox";
    const MAGIC: [u8; 4] = *b"FZX2";

    fn is_there(&self) -> bool {
        self.start != Address::None && self.gates != Address::None
    }
}
