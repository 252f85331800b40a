//! The taint build: where labels are, what instrumented code and the runtime tell each other, and what a trace holds.
//!
//! A label says which bytes of the input a byte of memory was computed from. [`label`] has its three forms. Labels of
//! memory are in the shadow, one for each byte; those of what a call passes and returns in thread-local slots.

use crate::{
    layout::layouts,
    types::{Address, Char},
};

/// Labels, `u32`: [`CLEAN`](label::CLEAN); an offset in the input plus 1; with [`NODE`](label::NODE) the number of a node.
///
/// A node is two words, `a` and `b`; [`node`](label::node) reads them. There is no `a = b`.
///
/// ```text
/// a > b                  the union of two labels
/// a < b, b up to NODE    the bytes with the labels a to b - 1, each by itself
/// a < b, b above that    with a power p in POWER: numbers of 2^p bytes that follow each other, as many as COUNT says;
///                        the first begins with the label a
///                        without one: the input's length from the byte with the label a on, in units of COUNT bytes
/// ```
///
/// A number is what the program took from the input as one integer: its bytes follow each other as in memory.
pub mod label {
    pub const CLEAN: u32 = 0;
    /// The largest offset that has a label, plus 1.
    pub const LAST_OFFSET: u32 = 0x7fff_ffff;
    /// Set in the label of a node.
    pub const NODE: u32 = 0x8000_0000;
    /// Any bytes at all: there was no room for another node.
    pub const TOP: u32 = 0xffff_ffff;
    /// Where the power is in a node.
    pub const POWER_SHIFT: u32 = 29;
    pub const POWER: u32 = 3;
    /// The bits of a count.
    pub const COUNT: u32 = (1 << POWER_SHIFT) - 1;

    /// What a node stands for. Offsets are those of the input; an end is not in it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Node {
        Union(u32, u32),
        /// Bytes in numbers of so many each.
        Bytes {
            begin: u32,
            end: u32,
            width: u32,
        },
        /// The length behind an offset, counted in units of so many bytes.
        Length {
            from: u32,
            unit: u32,
        },
    }

    /// `None`: no node is like that.
    pub const fn node(a: u32, b: u32) -> Option<Node> {
        if a == CLEAN || b == CLEAN || a == b {
            return None;
        }
        if a > b {
            return Some(Node::Union(a, b));
        }
        if a > LAST_OFFSET {
            return None;
        }
        let begin = a - 1;
        if b <= NODE {
            let (end, width) = (b - 1, 1);
            return Some(Node::Bytes { begin, end, width });
        }
        let (power, count) = (b >> POWER_SHIFT & POWER, b & COUNT);
        if power == 0 {
            let (from, unit) = (begin, count);
            return Some(Node::Length { from, unit });
        }
        let width = 1 << power;
        let end = begin as u64 + ((count as u64) << power);
        if count == 0 || end > LAST_OFFSET as u64 {
            return None;
        }
        let end = end as u32;
        Some(Node::Bytes { begin, end, width })
    }
}

/// The shadow of address `a` is at `(a & MASK) << SHIFT`, a label of four bytes.
pub mod shadow {
    pub const MASK: u64 = 0x0fff_ffff_ffff;
    pub const SHIFT: u32 = 2;
    /// What is reserved for it, as addresses.
    pub const RESERVED: [[u64; 2]; 2] = [
        [0x1400_0000_0000, 0x1c00_0000_0000],
        [0x3000_0000_0000, 0x4000_0000_0000],
    ];
}

/// How many slots there are, and labels in them ([`crate::variables`] has the rest).
pub mod slots {
    pub const LANES: u32 = 8;
    pub const ARGUMENTS: u32 = 64;
    pub const RETURNS: u32 = 8;
    pub const REGISTERS: u32 = 176;
    pub const VARIADIC: u32 = 1024;
    pub const ROOM_LABELS: u32 = 128;
}

layouts! {
    /// A site in an instrumented image, in writable memory; pointers are null where there is nothing.
    ///
    /// Once a site has a row, code tells of the byte that flows into one operand alone by its bit there. It tells nothing of
    /// an operand that alone has the label that the row has already, and calls the runtime for all else.
    ///
    /// Numbers, kinds, predicates and flags are those of [`sites_record`](crate::sites_record).
    #[repr(C)]
    "fz_site" struct Site {
        id: u32,
        number: u32,
        kind: u32,
        /// A predicate; of a call what it does with its operands.
        how: u32,
        flags: u32,
        /// Of an operand.
        bits: u32,
        line: u32,
        column: u32,
        /// Counted by the code, also of those without labels.
        executions: u32,
        /// In the trace, plus 1; the runtime's.
        index: u32,
        file: Address<*const Char>,
        /// Its symbol.
        function: Address<*const Char>,
        cases: Address<*const u64>,
        count: u64,
        /// The runtime's; none while each execution is told of.
        row: Address<*mut u8>,
        /// Bits of the row for bytes of the input.
        row_bits: u64,
        /// A label that the row has already.
        quiet: u32,
        zero: u32,
    }
}

/// Where code finds what it needs of a [`Site`].
pub mod site {
    use core::mem::offset_of;

    use super::Site;

    pub const BYTES: usize = size_of::<Site>();
    pub const EXECUTIONS: usize = offset_of!(Site, executions);
    pub const ROW: usize = offset_of!(Site, row);
    pub const ROW_BITS: usize = offset_of!(Site, row_bits);
    pub const QUIET: usize = offset_of!(Site, quiet);
}

/// What the environment of a program says.
pub mod env {
    /// The input: a path, or `-` for the standard input. No input has labels without it.
    pub const INPUT: &str = "FZ_TAINT_INPUT";
    /// The trace, which must not be there yet: the first program that starts takes it, and others record nothing.
    pub const OUT: &str = "FZ_TAINT_OUT";
    /// How many executions of a site are recorded. Of later ones there are the bytes of the input that flowed into any
    /// of them.
    pub const HITS: &str = "FZ_TAINT_HITS";
    pub const HITS_USUAL: u64 = 16;
    /// The largest number of nodes, of 8 bytes.
    pub const NODES: &str = "FZ_TAINT_NODES";
    pub const NODES_USUAL: u64 = 1 << 26;
    /// The largest number of events, of 40 bytes.
    pub const EVENTS: &str = "FZ_TAINT_EVENTS";
    pub const EVENTS_USUAL: u64 = 1 << 22;
    /// The runtime's own, for a program that it starts once more because its stack was unlimited.
    pub const STACK: &str = "FZ_TAINT_STACK";
}

/// A trace: one file, sparse, that is mapped while the program runs, so that it is whole however the program ends.
/// Little-endian; each region begins where the header says.
///
/// - The [`Header`](trace::Header).
/// - [`Node`](trace::Node)s.
/// - [`Event`](trace::Event)s.
/// - Rows: bit by bit (the lowest of a byte first) whether that byte of the input flowed into an execution of the row's site
///   that is none of the first ones; the last bit is that of the input's length. Where a label is a union of too many parts
///   to take them apart, the execution is an event instead, once for each pair of labels.
/// - Records: each a [`Record`](trace::Record), what follows, and padding to 8.
///
/// An event of a call that compares has in `a` where its operands' record begins in the region, and in `b` the result.
pub mod trace {
    use crate::layout::layouts;

    /// "FZTAINT2"
    pub const MAGIC: u64 = u64::from_le_bytes(*b"FZTAINT2");
    /// Bytes up to the nodes.
    pub const HEADER: usize = 4096;
    pub const NODE: usize = size_of::<Node>();
    pub const EVENT: usize = size_of::<Event>();

    layouts! {
        #[repr(C)]
        "fz_trace_header" struct Header {
            magic: u64,
            flags: u64,
            /// How many there are.
            nodes: u64,
            events: u64,
            /// Bytes of them.
            records: u64,
            /// Where they begin.
            nodes_at: u64,
            events_at: u64,
            records_at: u64,
            /// Bytes of the input that got labels: the highest offset plus 1.
            input: u64,
            /// Events that there was no room for.
            left_out: u64,
            forks: u64,
            /// Bytes that the runtime took besides.
            memory: u64,
            rows_at: u64,
            /// Bytes of a row.
            row_bytes: u64,
            rows: u64,
        }

        /// See [`label`](super::label).
        #[repr(C)]
        "fz_node" struct Node {
            a: u32,
            b: u32,
        }

        #[repr(C)]
        "fz_event" struct Event {
            /// Its index.
            site: u32,
            /// From 1; 0: the event was never finished.
            execution: u32,
            label_a: u32,
            label_b: u32,
            a: u64,
            b: u64,
            context: u32,
            zero: u32,
        }

        #[repr(C)]
        "fz_record" struct Record {
            kind: u32,
            /// Of what follows, without padding.
            bytes: u32,
        }

        /// Begins the record of a site; then its cases, `u64`, its file and its function.
        #[repr(C)]
        "fz_site_record" struct SiteRecord {
            index: u32,
            id: u32,
            number: u32,
            kind: u32,
            how: u32,
            flags: u32,
            bits: u32,
            line: u32,
            column: u32,
            /// Bytes of its name.
            file: u32,
            /// Bytes of its symbol.
            function: u32,
            cases: u32,
        }

        /// Begins the record of a call's operands: the bytes of each follow.
        #[repr(C)]
        "fz_operands_record" struct OperandsRecord {
            a: u32,
            b: u32,
        }

        /// The record of a site's row.
        #[repr(C)]
        "fz_row_record" struct RowRecord {
            /// Its index.
            site: u32,
            /// The row's number.
            row: u32,
        }
    }

    /// Flags: some byte of the input was read.
    pub const INPUT_SEEN: u64 = 1;
    /// A label became [`TOP`](super::label::TOP) for want of room.
    pub const NODES_FULL: u64 = 2;
    pub const EVENTS_FULL: u64 = 4;
    pub const RECORDS_FULL: u64 = 8;
    /// The program came to its end by `exit`.
    pub const EXITED: u64 = 16;
    /// A row had no room for a byte: which bytes flowed into later executions is not all known. Or there was no room for
    /// another row: the site's later executions are events, once for each pair of labels.
    pub const ROWS_FULL: u64 = 32;
    /// There are so many at most, and where the input's size is not known, each is for so many bytes of it.
    pub const ROWS: u64 = 16384;
    pub const ROW_INPUT: u64 = 1 << 24;

    /// Records, by what follows: a [`SiteRecord`].
    pub const RECORD_SITE: u32 = 1;
    /// An [`OperandsRecord`].
    pub const RECORD_OPERANDS: u32 = 2;
    /// The name of a function without labels that was passed some.
    pub const RECORD_FOREIGN: u32 = 3;
    /// A sentence for whoever reads the trace.
    pub const RECORD_NOTE: u32 = 4;

    /// A [`RowRecord`].
    pub const RECORD_ROW: u32 = 5;

    /// So many bytes of an operand are kept.
    pub const OPERAND_MAX: usize = 256;
}
