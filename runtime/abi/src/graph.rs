//! A `.debug_fz_graph` record: the control flow of one function whose edges have counters, in the function's section group;
//! or what a variable names that other units may name, which has no blocks and no edges. Aliases, ifuncs and functions without
//! counters have such records, too. All integers are little-endian; strings are referred to by number.
//!
//! 1. [`Header`]
//! 2. the strings, NUL-terminated (0: empty, unknown; 1: the function's symbol); padded to 4 with NULs
//! 3. the [`Block`]s; block 0 is the function's entry
//! 4. the [`Edge`]s, in the order of the blocks that they leave
//! 5. the [`Call`]s, in the order of the blocks: whom a block calls, and what it names, of which others may call
//!
//! Counters are numbered within the function's row. What a counter counted ran: a block with a counter of its own ran if that
//! is not 0, any other if one of the edges to it was taken. An edge without a counter was taken whenever its block ran.
//! A block stands once for each way that leads through it, where it was decided before what the way ends with, as after
//! `a && b`. These blocks follow each other, and share their counters: of an edge of theirs one tells that it was taken if
//! what leads to it was.
//! A call that need not return ends its block, and the edge behind it has a counter. Dominators follow from the edges.

use crate::{edges_record::Place, layout::layouts};

layouts! {
    #[repr(C, packed(4))]
    "fz_graph_header" struct Header {
        magic: u32,
        /// Size of the whole record in bytes, a multiple of [`ALIGN`].
        length: u32,
        /// The address of the function's first counter; of data 0.
        counters: u64,
        blocks: u32,
        edges: u32,
        calls: u32,
        strings: u32,
        /// Of [`FLAGS`](crate::graph::FLAGS).
        flags: u32,
        /// The function's type, as LLVM writes it.
        signature: u32,
    }

    #[repr(C)]
    "fz_graph_block" struct Block {
        /// Of its first instruction that has one.
        place: Place,
        /// A counter for all that leads to it, [`NONE`](crate::graph::NONE), or [`COPY`](crate::graph::COPY).
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
        /// In a record of a variable [`NONE`](crate::graph::NONE).
        block: u32,
        /// Of [`KINDS`](crate::graph::KINDS).
        kind: u32,
        /// A symbol; of a call by pointer the type of what is called.
        callee: u32,
    }
}

/// It calls a function by its name.
pub const BY_NAME: u32 = 0;
/// It calls some function of a type.
pub const BY_POINTER: u32 = 1;
/// It takes the address of a function.
pub const ADDRESS: u32 = 2;
/// It names data of this unit, which has the address of a function.
pub const TABLE: u32 = 3;
/// It names data that other units name as well: there may be a record of that.
pub const DATA: u32 = 4;
/// Kinds of calls, by number.
pub const KINDS: [&str; 5] = ["by name", "by pointer", "address", "table", "data"];

/// The function runs before or after the program: a constructor, a destructor, a resolver.
pub const STARTS: u32 = 1;
/// Nobody may drop the function or the data, whoever names it.
pub const KEPT: u32 = 2;
/// The record is of another name for what it names.
pub const ALIAS: u32 = 4;
/// What flags say.
pub const FLAGS: [(u32, &str); 3] = [(STARTS, "starts"), (KEPT, "kept"), (ALIAS, "alias")];

/// "FZG2"
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZG2");
/// Offset of the strings.
pub const HEADER: usize = size_of::<Header>();
pub const BLOCK: usize = size_of::<Block>();
pub const EDGE: usize = size_of::<Edge>();
pub const CALL: usize = size_of::<Call>();
pub const ALIGN: usize = 4;
pub const NONE: u32 = u32::MAX;
/// In the place of a block's counter: it is the code of the block before it, on another way.
pub const COPY: u32 = u32::MAX - 1;
