//! A `.debug_fz_edges` record: one per instrumented function, in the function's section group. All words are
//! little-endian, strings are named by their number.
//!
//! 1. [`Header`]
//! 2. the strings, NUL-terminated (0: empty, unknown; 1: the function's symbol); padded to 4 with NULs
//! 3. a [`Site`] per edge, counted or not
//! 4. a [`Caller`] per context (a row that is not the default one), in their order
//! 5. a [`Caller`] per call (a [`contexts::Call`](crate::contexts::Call)), in their order: here it is the callee

use crate::layout::layouts;

layouts! {
    #[repr(C, packed(4))]
    "fz_edges_header" struct Header {
        magic: u32,
        /// Bytes of the whole record, a multiple of [`ALIGN`].
        length: u32,
        /// The address of the function's first counter.
        counters: u64,
        /// The address of its [`contexts::Function`](crate::contexts::Function), 0 without one.
        function: u64,
        /// The address of the first of its [`contexts::Call`](crate::contexts::Call)s, 0 without one.
        first_call: u64,
        /// Counters in a row.
        row: u32,
        /// Rows that the compiler laid out, at least 1.
        rows: u32,
        flags: u32,
        sites: u32,
        contexts: u32,
        calls: u32,
        strings: u32,
    }

    /// A place in the source; a line of 0 is unknown.
    #[repr(C)]
    "fz_place" struct Place {
        file: u32,
        line: u32,
        column: u32,
    }

    #[repr(C)]
    "fz_edge" struct Site {
        kind: u32,
        /// The counter in the row, or [`NO_COUNTER`].
        counter: u32,
        source: Place,
        target: Place,
        /// Of a switch's case: its value or `default`; of a guard: its name; 0: none.
        label: u32,
    }

    /// A call, by the function at its other end.
    #[repr(C)]
    "fz_caller" struct Caller {
        function: u32,
        place: Place,
    }
}

/// "FZE3"; earlier ones differ in the digit.
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZE3");
pub const OLD_MAGICS: [u32; 2] = [u32::from_le_bytes(*b"FZE1"), u32::from_le_bytes(*b"FZE2")];
/// Up to the strings.
pub const HEADER: usize = size_of::<Header>();
pub const SITE: usize = size_of::<Site>();
pub const CONTEXT: usize = size_of::<Caller>();
pub const CALL: usize = size_of::<Caller>();
pub const ALIGN: usize = 4;
/// Flag: the first row counts calls of unknown context; else each row belongs to one call site.
pub const DEFAULT_ROW: u32 = 1;
/// A site that was pruned and executes as often as no single counter does: others together tell.
pub const NO_COUNTER: u32 = u32::MAX;
/// A function's entry.
pub const KIND_ENTRY: u32 = 1;
/// One way of a two-way branch.
pub const KIND_BRANCH: u32 = 2;
pub const KIND_SWITCH: u32 = 3;
/// A call that could have thrown returned.
pub const KIND_RETURN: u32 = 4;
/// A landing pad.
pub const KIND_UNWIND: u32 = 5;
/// A target of a computed goto or of an `asm goto`.
pub const KIND_INDIRECT: u32 = 6;
/// To a guard block, from wherever its guard asks: the operation was out of range. The target is the operation's
/// own place, the label the guard's name.
pub const KIND_GUARD: u32 = 7;
/// The other way of such a branch.
pub const KIND_GUARD_HELD: u32 = 8;
/// Nothing was decided: a call that need not return did, or many ways met. Only how far a block ran is told.
pub const KIND_PASSED: u32 = 9;
