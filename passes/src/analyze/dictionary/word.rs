//! A dictionary word.

use fz_abi::words as layout;

use crate::ir::{Location, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Kind {
    Equal = layout::KIND_EQUAL,
    Order = layout::KIND_ORDER,
    Case = layout::KIND_CASE,
    Float = layout::KIND_FLOAT,
    Chain = layout::KIND_CHAIN,
    Compare = layout::KIND_COMPARE,
    Argument = layout::KIND_ARGUMENT,
    Field = layout::KIND_FIELD,
    Table = layout::KIND_TABLE,
    Set = layout::KIND_SET,
    List = layout::KIND_LIST,
}

impl Kind {
    pub fn of(number: u32) -> Option<Kind> {
        use Kind::*;
        let all = [
            Equal, Order, Case, Float, Chain, Compare, Argument, Field, Table, Set, List,
        ];
        all.into_iter().find(|kind| *kind as u32 == number)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub kind: Kind,
    /// Up to [`layout::BEST`].
    pub score: u32,
    /// [`layout::SWAPPED`] and its like.
    pub flags: u32,
    /// At least one, at most [`layout::LONGEST`].
    pub bytes: Vec<u8>,
    /// The function that is called, or the table that holds it.
    pub source: String,
}

/// The words of one instruction.
pub struct Found {
    /// What compares, or calls.
    pub at: Value,
    /// The pin in front of it: a word counts as used where that is.
    pub pin: Option<u32>,
    pub words: Vec<Word>,
}

/// A word with where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// That of the block where it is used.
    pub pin: u32,
    pub place: Option<Location>,
    pub word: Word,
}
