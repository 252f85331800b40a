//! Dictionary tokens: what a program compares its input with, known when it is compiled.

use crate::numbered::numbered;

numbered! {
    /// What a token was found in.
    TokenKind: u32 {
        /// An integer that something is compared with for equality; by size.
        KIND_EQUAL Equal = 1 "equal",
        /// An integer that something is compared with for order.
        KIND_ORDER Order = 2 "order",
        /// A case of a switch.
        KIND_CASE Case = 3 "case",
        /// A floating-point number.
        KIND_FLOAT Float = 4 "float",
        /// Numbers that are adjacent in memory and compared one after the other, mostly bytes.
        KIND_CHAIN Chain = 5 "chain",
        /// An operand of a function that compares or searches.
        KIND_COMPARE Compare = 6 "compare",
        /// A text that is passed to any other function.
        KIND_ARGUMENT Argument = 7 "argument",
        /// A number in a constant structure that is passed to a function.
        KIND_FIELD Field = 8 "field",
        /// From a table of texts that are compared.
        KIND_TABLE Table = 9 "table",
        /// The characters that a function like `strspn` looks for.
        KIND_SET Set = 10 "set",
        /// A part of a text that the program takes apart at its separators.
        KIND_LIST List = 11 "list",
    }
}

/// Flag: the bytes are in the opposite of the target's byte order.
pub const SWAPPED: u32 = 1;
/// Flag: the compare ignores case.
pub const FOLDED: u32 = 2;
/// Flag: the characters are wider than a byte.
pub const WIDE: u32 = 4;
/// Flag: the source does not have the number; inlining and folding have computed it.
pub const COMPUTED: u32 = 8;

/// Scores go from 0 to this.
pub const BEST: u32 = 100;
/// A token with a lower score is most likely of no use.
pub const JUNK: u32 = 10;

/// Longer tokens are not recorded.
pub const LONGEST: usize = 128;
/// The most tokens that are recorded for one switch or table …
pub const MOST_OF_SITE: usize = 4096;
/// … and for one compilation unit.
pub const MOST_OF_UNIT: usize = 65536;

/// What the AFL runtime offers to a fuzzer: a section that is loaded. Per token u8 score, u8 length, the bytes; those
/// of one unit with the best scores first. A length of 0 is padding.
pub mod loaded {
    /// The name of the section.
    pub const SECTION: &str = "__fz_words";
    /// The bytes that one unit may take.
    pub const ROOM: usize = 4096;
    /// Shorter tokens a fuzzer finds by itself; longer ones AFL++ does not take.
    pub const SHORTEST: usize = 2;
    pub const LONGEST: usize = 32;
    /// Those with lower scores are not there.
    pub const LEAST: u32 = 30;
}
