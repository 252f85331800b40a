//! The taint build: where labels are stored, what instrumented code and the runtime pass to each other, and what a
//! trace contains.
//!
//! A label says from which bytes of the input a byte of memory was computed. [`label`] describes its three forms.
//! Labels of memory are in the shadow memory, one per byte; labels of arguments and results are in thread-local slots.

use crate::{
    layout::layouts,
    types::{Address, Char},
};

/// What a program ends with that cannot begin as a taint build: `EX_OSERR`.
pub const REFUSED: i32 = 71;

/// Labels are `u32`: [`CLEAN`](label::CLEAN); an offset in the input plus 1; or, with [`NODE`](label::NODE), the number
/// of a node.
///
/// A node is two words, `a` and `b`, which [`node`](label::node) decodes. `a = b` does not occur.
///
/// ```text
/// a > b                  the union of two labels
/// a < b, b up to NODE    the bytes with the labels a to b - 1, each by itself
/// a < b, b above that    with a power p in POWER: numbers of 2^p bytes that follow each other, as many as COUNT says;
///                        the first begins with the label a
///                        without one: the input's length from the byte with the label a on, in units of COUNT bytes
/// ```
///
/// A number is what the program read from the input as one integer: its bytes are consecutive, as in memory.
pub mod label {
    pub const CLEAN: u32 = 0;
    /// The largest offset that has a label, plus 1.
    pub const LAST_OFFSET: u32 = 0x7fff_ffff;
    /// Set in the label of a node.
    pub const NODE: u32 = 0x8000_0000;
    /// Any bytes of the input: there was no room for another node.
    pub const TOP: u32 = 0xffff_ffff;
    /// The position of the power in a node.
    pub const POWER_SHIFT: u32 = 29;
    pub const POWER: u32 = 3;
    /// The bits of a count.
    pub const COUNT: u32 = (1 << POWER_SHIFT) - 1;

    /// What a node stands for. Offsets are those of the input; ends are exclusive.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Node {
        Union(u32, u32),
        /// Bytes, in numbers of this many bytes each.
        Bytes {
            begin: u32,
            end: u32,
            width: u32,
        },
        /// The input's length from an offset on, in units of this many bytes.
        Length {
            from: u32,
            unit: u32,
        },
    }

    /// Decodes a node; `None` if there is no such node.
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

/// Shadow memory: the label of the byte at address `a` is the four bytes at `(a & MASK) << SHIFT`.
pub mod shadow {
    pub const MASK: u64 = 0x0fff_ffff_ffff;
    pub const SHIFT: u32 = 2;
    /// The reserved address ranges.
    pub const RESERVED: [[u64; 2]; 2] = [
        [0x1400_0000_0000, 0x1c00_0000_0000],
        [0x3000_0000_0000, 0x4000_0000_0000],
    ];
}

/// The number of slots, and of labels in them ([`crate::variables`] describes them).
pub mod slots {
    pub const LANES: u32 = 8;
    pub const ARGUMENTS: u32 = 64;
    pub const RETURNS: u32 = 8;
    pub const REGISTERS: u32 = 176;
    pub const VARIADIC: u32 = 1024;
    pub const ROOM_LABELS: u32 = 128;
    /// The tag of a caller that does not know whom it calls: whoever is called takes the labels.
    pub const ANY: u32 = 1;
}

layouts! {
    /// A site in an instrumented image, in writable memory; pointers may be null.
    ///
    /// Once a site has a row, instrumented code handles the common cases itself: if one operand alone has a label, and
    /// it is that of a single byte, it sets that byte's bit in the row; if it is the row's quiet label, it does
    /// nothing. It calls the runtime for everything else.
    ///
    /// Numbers, kinds, predicates and flags are those of [`sites`](crate::sites).
    #[repr(C)]
    "fz_site" struct Site {
        id: u32,
        number: u32,
        kind: u32,
        /// The predicate; for a call the way in which it compares.
        how: u32,
        flags: u32,
        /// The width of an operand.
        bits: u32,
        line: u32,
        column: u32,
        /// Counted by instrumented code, executions without labels included.
        executions: u32,
        /// The site's number in the trace plus 1; set by the runtime.
        index: u32,
        file: Address<*const Char>,
        /// The function's symbol.
        function: Address<*const Char>,
        cases: Address<*const u64>,
        count: u64,
        /// Set by the runtime; null while every execution is reported.
        row: Address<*mut u8>,
        /// The number of bits in the row for bytes of the input.
        row_bits: u64,
        /// A label that the row contains already.
        quiet: u32,
        zero: u32,
    }
}

/// The offsets in a [`Site`] that instrumented code uses.
pub mod site {
    use core::mem::offset_of;

    use super::Site;

    pub const BYTES: usize = size_of::<Site>();
    pub const EXECUTIONS: usize = offset_of!(Site, executions);
    pub const ROW: usize = offset_of!(Site, row);
    pub const ROW_BITS: usize = offset_of!(Site, row_bits);
    pub const QUIET: usize = offset_of!(Site, quiet);
}

/// Environment variables of an instrumented program.
pub mod env {
    /// The input: a path, or `-` for stdin. Without it nothing is labelled.
    pub const INPUT: &str = "FZ_TAINT_INPUT";
    /// The trace, which must not exist yet: the first program that starts creates it, and later ones record nothing.
    pub const OUT: &str = "FZ_TAINT_OUT";
    /// How many executions of a site are recorded in full. Of later ones only the bytes of the input that flowed into
    /// any of them are recorded.
    pub const HITS: &str = "FZ_TAINT_HITS";
    pub const HITS_USUAL: u64 = 16;
    /// The largest number of nodes, of 8 bytes.
    pub const NODES: &str = "FZ_TAINT_NODES";
    pub const NODES_USUAL: u64 = 1 << 26;
    /// The largest number of events, of 40 bytes.
    pub const EVENTS: &str = "FZ_TAINT_EVENTS";
    pub const EVENTS_USUAL: u64 = 1 << 22;
    /// Set by the runtime itself, for a program that it starts again because its stack was unlimited.
    pub const STACK: &str = "FZ_TAINT_STACK";
}

/// Functions of libc whose results, or what they write, come from memory that they are passed, and which taint builds do not
/// follow. Each has a stub in a taint build that calls it: `fz taint` names those that got bytes of an input, `fz doctor` those
/// that a program calls.
pub const UNFOLLOWED: &[Unfollowed] = &[
    unfollowed("__xpg_basename", Reads::Text, &[0]),
    unfollowed("a64l", Reads::Text, &[0]),
    unfollowed("argz_add", Reads::Text, &[2]),
    unfollowed("argz_add_sep", Reads::Text, &[2]),
    unfollowed("argz_append", Reads::Text, &[2]),
    unfollowed("argz_create_sep", Reads::Text, &[0]),
    unfollowed("argz_extract", Reads::Text, &[0]),
    unfollowed("argz_insert", Reads::Text, &[3]),
    unfollowed("argz_next", Reads::Text, &[0]),
    unfollowed("argz_replace", Reads::Text, &[2, 3]),
    unfollowed("argz_stringify", Reads::Text, &[0]),
    unfollowed("basename", Reads::Text, &[0]),
    unfollowed("canonicalize_file_name", Reads::Text, &[0]),
    unfollowed("crypt", Reads::Text, &[0, 1]),
    unfollowed("crypt_r", Reads::Text, &[0, 1]),
    unfollowed("dirname", Reads::Text, &[0]),
    unfollowed("dn_comp", Reads::Text, &[0]),
    unfollowed("dn_expand", Reads::Bytes, &[2]),
    unfollowed("envz_add", Reads::Text, &[2, 3]),
    unfollowed("envz_entry", Reads::Text, &[0, 2]),
    unfollowed("envz_get", Reads::Text, &[0, 2]),
    unfollowed("envz_merge", Reads::Text, &[2]),
    unfollowed("ether_aton", Reads::Text, &[0]),
    unfollowed("ether_aton_r", Reads::Text, &[1]),
    unfollowed("ether_hostton", Reads::Text, &[0]),
    unfollowed("fnmatch", Reads::Text, &[0, 1]),
    unfollowed("getaddrinfo", Reads::Text, &[0, 1]),
    unfollowed("getdate", Reads::Text, &[0]),
    unfollowed("getdate_r", Reads::Text, &[0]),
    unfollowed("gethostbyname", Reads::Text, &[0]),
    unfollowed("glob", Reads::Text, &[0]),
    unfollowed("hsearch", Reads::Bytes, &[0]),
    unfollowed("hsearch_r", Reads::Bytes, &[0]),
    unfollowed("inet_net_pton", Reads::Text, &[1]),
    unfollowed("inet_nsap_addr", Reads::Text, &[0]),
    unfollowed("inet_ntop", Reads::Bytes, &[1]),
    unfollowed("lfind", Reads::Bytes, &[0]),
    unfollowed("lsearch", Reads::Bytes, &[0]),
    unfollowed("memfrob", Reads::Bytes, &[0]),
    unfollowed("ns_name_ntop", Reads::Bytes, &[0]),
    unfollowed("ns_name_pton", Reads::Text, &[0]),
    unfollowed("ns_name_uncompress", Reads::Bytes, &[2]),
    unfollowed("re_match", Reads::Text, &[1]),
    unfollowed("re_search", Reads::Text, &[1]),
    unfollowed("realpath", Reads::Text, &[0]),
    unfollowed("regcomp", Reads::Text, &[1]),
    unfollowed("rpmatch", Reads::Text, &[0]),
    unfollowed("strfry", Reads::Text, &[0]),
    unfollowed("strxfrm", Reads::Text, &[1]),
    unfollowed("strxfrm_l", Reads::Text, &[1]),
    unfollowed("swab", Reads::Bytes, &[0]),
    unfollowed("swprintf", Reads::Wide, &[2]),
    unfollowed("swscanf", Reads::Wide, &[0, 1]),
    unfollowed("tfind", Reads::Bytes, &[0]),
    unfollowed("tsearch", Reads::Bytes, &[0]),
    unfollowed("vswprintf", Reads::Wide, &[2]),
    unfollowed("vswscanf", Reads::Wide, &[0, 1]),
    unfollowed("wcpcpy", Reads::Wide, &[1]),
    unfollowed("wcpncpy", Reads::Wide, &[1]),
    unfollowed("wcscasecmp", Reads::Wide, &[0, 1]),
    unfollowed("wcscat", Reads::Wide, &[1]),
    unfollowed("wcschr", Reads::Wide, &[0]),
    unfollowed("wcschrnul", Reads::Wide, &[0]),
    unfollowed("wcscmp", Reads::Wide, &[0, 1]),
    unfollowed("wcscoll", Reads::Wide, &[0, 1]),
    unfollowed("wcscspn", Reads::Wide, &[0, 1]),
    unfollowed("wcsdup", Reads::Wide, &[0]),
    unfollowed("wcsncasecmp", Reads::Wide, &[0, 1]),
    unfollowed("wcsncat", Reads::Wide, &[1]),
    unfollowed("wcsncmp", Reads::Wide, &[0, 1]),
    unfollowed("wcsncpy", Reads::Wide, &[1]),
    unfollowed("wcsnlen", Reads::Wide, &[0]),
    unfollowed("wcspbrk", Reads::Wide, &[0, 1]),
    unfollowed("wcsrchr", Reads::Wide, &[0]),
    unfollowed("wcsspn", Reads::Wide, &[0, 1]),
    unfollowed("wcsstr", Reads::Wide, &[0, 1]),
    unfollowed("wcstod", Reads::Wide, &[0]),
    unfollowed("wcstof", Reads::Wide, &[0]),
    unfollowed("wcstok", Reads::Wide, &[0]),
    unfollowed("wcstol", Reads::Wide, &[0]),
    unfollowed("wcstold", Reads::Wide, &[0]),
    unfollowed("wcstoll", Reads::Wide, &[0]),
    unfollowed("wcstoul", Reads::Wide, &[0]),
    unfollowed("wcstoull", Reads::Wide, &[0]),
    unfollowed("wcswidth", Reads::Wide, &[0]),
    unfollowed("wcsxfrm", Reads::Wide, &[1]),
    unfollowed("wmemchr", Reads::Bytes, &[0]),
    unfollowed("wmemcmp", Reads::Bytes, &[0, 1]),
    unfollowed("wordexp", Reads::Text, &[0]),
];

/// A function of libc that is not followed.
#[derive(Clone, Copy, Debug)]
pub struct Unfollowed {
    pub name: &'static str,
    pub reads: Reads,
    /// Which of its first four arguments lead there.
    pub arguments: &'static [u32],
}

/// What a function reads through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Up to a NUL.
    Text = 0,
    /// The same of wide characters.
    Wide = 1,
    /// Something else.
    Bytes = 2,
}

impl Unfollowed {
    /// As [`PASSES`](crate::functions::taint::PASSES) takes it: what it reads, and from bit 4 on a bit for each argument.
    pub fn mask(&self) -> u32 {
        let bits = self.arguments.iter().map(|at| 16 << at);
        self.reads as u32 | bits.sum::<u32>()
    }
}

const fn unfollowed(name: &'static str, reads: Reads, arguments: &'static [u32]) -> Unfollowed {
    Unfollowed {
        name,
        reads,
        arguments,
    }
}

/// A trace: one sparse file that is mapped while the program runs, so it is complete however the program ends.
/// Little-endian; the header says where each region begins.
///
/// - The [`Header`](trace::Header).
/// - [`Node`](trace::Node)s.
/// - [`Event`](trace::Event)s.
/// - Rows: a bit for each byte of the input (the lowest bit of a byte first) that says whether it flowed into an execution
///   of the row's site after the first ones; the last bit is that of the input's length. If a label is a union of too many
///   parts to take apart, the execution is recorded as an event instead, once for each pair of labels.
/// - Records: each a [`Record`](trace::Record), what follows, and padding to 8.
///
/// The event of a call that compares has in `a` the offset of its operands' record in the region, and in `b` the
/// result.
pub mod trace {
    use crate::layout::layouts;

    /// "FZTAINT2"
    pub const MAGIC: u64 = u64::from_le_bytes(*b"FZTAINT2");
    /// Offset of the nodes.
    pub const HEADER: usize = 4096;
    pub const NODE: usize = size_of::<Node>();
    pub const EVENT: usize = size_of::<Event>();

    layouts! {
        #[repr(C)]
        "fz_trace_header" struct Header {
            magic: u64,
            flags: u64,
            /// The number of nodes.
            nodes: u64,
            events: u64,
            /// The size of the records in bytes.
            records: u64,
            /// Offsets of the regions in the file.
            nodes_at: u64,
            events_at: u64,
            records_at: u64,
            /// How many bytes of the input were labelled: the highest offset plus 1.
            input: u64,
            /// Events left out for lack of room.
            left_out: u64,
            forks: u64,
            /// Further memory that the runtime uses, in bytes.
            memory: u64,
            rows_at: u64,
            /// The size of a row in bytes.
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
            /// The number of its site.
            site: u32,
            /// Which execution of the site, from 1 on; 0: the event was never finished.
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
            /// The size of what follows, without padding.
            bytes: u32,
        }

        /// Begins the record of a site; its cases as `u64`, its file and its function follow.
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
            /// The length of the file's name.
            file: u32,
            /// The length of the function's symbol.
            function: u32,
            cases: u32,
        }

        /// Begins the record of a call's operands; the bytes of each follow.
        #[repr(C)]
        "fz_operands_record" struct OperandsRecord {
            a: u32,
            b: u32,
        }

        /// The record of a site's row.
        #[repr(C)]
        "fz_row_record" struct RowRecord {
            /// The number of its site.
            site: u32,
            /// The number of the row.
            row: u32,
        }
    }

    /// Flags: a byte of the input was read.
    pub const INPUT_SEEN: u64 = 1;
    /// A label became [`TOP`](super::label::TOP) for lack of room.
    pub const NODES_FULL: u64 = 2;
    pub const EVENTS_FULL: u64 = 4;
    pub const RECORDS_FULL: u64 = 8;
    /// The program ended by `exit`.
    pub const EXITED: u64 = 16;
    /// A row had no room for a byte, so the bytes that flowed into later executions are not all known; or there was no
    /// room for another row, so later executions of its site are recorded as events, once for each pair of labels.
    pub const ROWS_FULL: u64 = 32;
    /// The most rows. If the input's size is not known, this is also how many bytes of it each row covers.
    pub const ROWS: u64 = 16384;
    pub const ROW_INPUT: u64 = 1 << 24;

    /// Kinds of records, by what follows: a [`SiteRecord`].
    pub const RECORD_SITE: u32 = 1;
    /// An [`OperandsRecord`].
    pub const RECORD_OPERANDS: u32 = 2;
    /// The name of a function without labels that got labelled arguments.
    pub const RECORD_FOREIGN: u32 = 3;
    /// A message for the reader of the trace.
    pub const RECORD_NOTE: u32 = 4;

    /// A [`RowRecord`].
    pub const RECORD_ROW: u32 = 5;

    /// The most bytes of an operand that are kept.
    pub const OPERAND_MAX: usize = 256;
}
