//! What was found.

use crate::{ir::Inst, marks::tokens::Token};

/// The tokens of one instruction.
pub struct FoundTokens {
    /// What compares, or calls.
    pub at: Inst,
    /// The pin in front of it: a token counts as used where that is.
    pub pin: Option<u32>,
    pub tokens: Vec<Token>,
}
