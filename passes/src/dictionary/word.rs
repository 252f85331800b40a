//! What was found.

use crate::{ir::Inst, marks::words::Word};

/// The words of one instruction.
pub struct Found {
    /// What compares, or calls.
    pub at: Inst,
    /// The pin in front of it: a word counts as used where that is.
    pub pin: Option<u32>,
    pub words: Vec<Word>,
}
