//! The tokens that one instruction uses.

use crate::{ir::Location, marks::tokens::Token};

/// The tokens of one instruction.
pub struct FoundTokens {
    /// Where the instruction stands that compares, calls, stores or returns.
    pub place: Option<Location>,
    /// The last pin before it: a token counts as used if the pin's block runs.
    pub pin: Option<u32>,
    pub tokens: Vec<Token>,
}
