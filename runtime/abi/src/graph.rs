//! A `.debug_fz_graph` record: the control flow of one function whose edges have counters, in the function's section group.
//! All integers are little-endian; strings are referred to by number.
//!
//! 1. [`Header`]
//! 2. the strings, NUL-terminated (0: empty, unknown; 1: the function's symbol); padded to 4 with NULs
//! 3. the [`Block`]s; block 0 is the function's entry
//! 4. the [`Edge`]s, in the order of the blocks that they leave
//! 5. the [`Call`]s, in the order of the blocks
//!
//! Counters are numbered within the function's row. What a counter counted ran: a block with a counter of its own ran if that
//! is not 0, any other if one of the edges to it was taken. An edge without a counter was taken whenever its block ran.
//! A call that need not return ends its block, and the edge behind it has a counter. Dominators follow from the edges.

use crate::{edges_record::Place, layout::layouts};

layouts! {
    #[repr(C, packed(4))]
    "fz_graph_header" struct Header {
        magic: u32,
        /// Size of the whole record in bytes, a multiple of [`ALIGN`].
        length: u32,
        /// The address of the function's first counter.
        counters: u64,
        blocks: u32,
        edges: u32,
        calls: u32,
        strings: u32,
    }

    #[repr(C)]
    "fz_graph_block" struct Block {
        /// Of its first instruction that has one.
        place: Place,
        /// A counter for all that leads to it, or [`NONE`](crate::graph::NONE).
        counter: u32,
        /// The condition that its end decides: its number in the function's record of
        /// [`coverage`](crate::coverage::record), or [`NONE`](crate::graph::NONE).
        condition: u32,
        /// Where its end has its place: that of the branch, or of the call that need not return.
        decides: Place,
    }

    #[repr(C)]
    "fz_graph_edge" struct Edge {
        from: u32,
        to: u32,
        /// Its counter, or [`NONE`](crate::graph::NONE).
        counter: u32,
        /// The outcome of the block's condition, or [`NONE`](crate::graph::NONE).
        outcome: u32,
    }

    #[repr(C)]
    "fz_graph_call" struct Call {
        block: u32,
        /// The callee's symbol; 0: it is called by pointer.
        callee: u32,
    }
}

/// "FZG1"
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZG1");
/// Offset of the strings.
pub const HEADER: usize = size_of::<Header>();
pub const BLOCK: usize = size_of::<Block>();
pub const EDGE: usize = size_of::<Edge>();
pub const CALL: usize = size_of::<Call>();
pub const ALIGN: usize = 4;
pub const NONE: u32 = u32::MAX;
