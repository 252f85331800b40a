//! A `.debug_fz_edges` record: one per instrumented function, in the function's section group. All integers are
//! little-endian; strings are referred to by number.
//!
//! 1. [`Header`]
//! 2. the strings, NUL-terminated (0: empty, unknown; 1: the function's symbol); padded to 4 with NULs
//! 3. an [`Edge`] per edge, counted or not
//! 4. a [`Caller`] per context (a row that is not the default one), in their order
//! 5. a [`Caller`] per call (a [`contexts::Call`](crate::contexts::Call)), in their order: here it is the callee

use crate::layout::layouts;

layouts! {
    #[repr(C, packed(4))]
    "fz_edges_header" struct Header {
        magic: u32,
        /// Size of the whole record in bytes, a multiple of [`ALIGN`].
        length: u32,
        /// The address of the function's first counter.
        counters: u64,
        /// The address of its [`contexts::Function`](crate::contexts::Function), or 0.
        function: u64,
        /// The address of the first of its [`contexts::Call`](crate::contexts::Call)s, or 0.
        first_call: u64,
        /// Counters per row.
        row: u32,
        /// Rows laid out by the compiler, at least 1.
        rows: u32,
        flags: u32,
        sites: u32,
        contexts: u32,
        calls: u32,
        strings: u32,
    }

    /// A place in the source; line 0 is unknown.
    #[repr(C)]
    "fz_place" struct Place {
        file: u32,
        line: u32,
        column: u32,
    }

    #[repr(C)]
    "fz_edge" struct Edge {
        kind: u32,
        /// The counter in the row, or [`NO_COUNTER`].
        counter: u32,
        source: Place,
        target: Place,
        /// For a switch's case its value or `default`; for a guard its name; 0: none.
        label: u32,
    }

    /// One end of a call: the function at the other end.
    #[repr(C)]
    "fz_caller" struct Caller {
        function: u32,
        place: Place,
    }
}

/// "FZE3"; earlier versions have a lower digit.
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZE3");
pub const OLD_MAGICS: [u32; 2] = [u32::from_le_bytes(*b"FZE1"), u32::from_le_bytes(*b"FZE2")];
/// Offset of the strings.
pub const HEADER: usize = size_of::<Header>();
pub const EDGE: usize = size_of::<Edge>();
pub const CONTEXT: usize = size_of::<Caller>();
pub const CALL: usize = size_of::<Caller>();
pub const ALIGN: usize = 4;
/// Flag: the first row counts calls of unknown context; otherwise every row belongs to a call site.
pub const DEFAULT_ROW: u32 = 1;
/// A pruned site whose hit count no single counter has: it follows from several.
pub const NO_COUNTER: u32 = u32::MAX;
/// A function's entry.
pub const KIND_ENTRY: u32 = 1;
/// One way of a two-way branch.
pub const KIND_BRANCH: u32 = 2;
pub const KIND_SWITCH: u32 = 3;
/// The normal return of a call that could have thrown.
pub const KIND_RETURN: u32 = 4;
/// A landing pad.
pub const KIND_UNWIND: u32 = 5;
/// A target of a computed goto or of an `asm goto`.
pub const KIND_INDIRECT: u32 = 6;
/// To a guard block, wherever its guard is checked: the operation was out of range. The target is the operation's own
/// place, the label the guard's name.
pub const KIND_GUARD: u32 = 7;
/// The other successor of such a branch.
pub const KIND_GUARD_HELD: u32 = 8;
/// No decision: a call that might not return did return, or several edges joined. It tells how far a block was
/// executed.
pub const KIND_PASSED: u32 = 9;
