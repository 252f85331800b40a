//! The tokens that one instruction uses.

use crate::{ir::Inst, marks::tokens::Token};

/// The tokens of one instruction.
pub struct FoundTokens {
    /// The instruction that compares, calls, stores or returns.
    pub at: Inst,
    /// The last pin before it: a token counts as used if the pin's block runs.
    pub pin: Option<u32>,
    pub tokens: Vec<Token>,
}
