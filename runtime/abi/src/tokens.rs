//! Dictionary tokens: what a program compares its input with, known when it is compiled.
//!
//! A `.debug_fz_words` record holds the tokens of one function, with what was inlined into it, and is in the function's
//! section group. All words are little-endian, strings are named by their number.
//!
//! 1. [`Header`]
//! 2. the strings, NUL-terminated (0: empty, unknown; 1: the function's symbol); padded to 4 with NULs
//! 3. per block how many counters tell that it ran (0: nobody knows), and each one's place in a row: `u32`s
//! 4. per token a [`Token`], then its bytes, padded to 4
//!
//! A block ran if one of its counters was hit, in any of the function's rows. If the address is 0, no block has
//! counters. A record with address 0 whose blocks have counters belongs to a function that the linker has discarded.

use crate::{edges_record::Place, layout::layouts};

layouts! {
    #[repr(C, packed(4))]
    "fz_tokens_header" struct Header {
        magic: u32,
        /// Bytes of the whole record, a multiple of [`ALIGN`].
        length: u32,
        /// The address of the function's first counter, 0 without counters.
        counters: u64,
        blocks: u32,
        tokens: u32,
        strings: u32,
    }

    /// A token, up to its bytes.
    #[repr(C)]
    "fz_token" struct Token {
        kind: u32,
        score: u32,
        flags: u32,
        /// Or [`NO_BLOCK`].
        block: u32,
        place: Place,
        /// The function that is called, or the table that holds it; 0: none.
        of: u32,
        /// Of its bytes.
        length: u32,
    }
}

/// "FZW1"; later ones differ in the digit.
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZW1");
/// The bytes before the strings.
pub const HEADER: usize = size_of::<Header>();
/// The bytes of a token's fields, before its own bytes.
pub const TOKEN: usize = size_of::<Token>();
/// The alignment of records, strings and tokens.
pub const ALIGN: usize = 4;
/// A token of which no block is known.
pub const NO_BLOCK: u32 = u32::MAX;

/// An integer that something is compared with for equality; by size.
pub const KIND_EQUAL: u32 = 1;
/// An integer that something is compared with for order.
pub const KIND_ORDER: u32 = 2;
/// A case of a switch.
pub const KIND_CASE: u32 = 3;
/// A floating-point number.
pub const KIND_FLOAT: u32 = 4;
/// Numbers that are adjacent in memory and compared one after the other, mostly bytes.
pub const KIND_CHAIN: u32 = 5;
/// An operand of a function that compares or searches.
pub const KIND_COMPARE: u32 = 6;
/// A text that is passed to any other function.
pub const KIND_ARGUMENT: u32 = 7;
/// A number in a constant structure that is passed to a function.
pub const KIND_FIELD: u32 = 8;
/// From a table of texts that are compared.
pub const KIND_TABLE: u32 = 9;
/// The characters that a function like `strspn` looks for.
pub const KIND_SET: u32 = 10;
/// A part of a text that the program takes apart at its separators.
pub const KIND_LIST: u32 = 11;

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
