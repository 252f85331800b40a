//! The taint build: where labels are, what instrumented code and the runtime tell each other, and what a trace holds.
//!
//! A label says which bytes of the input a byte of memory was computed from. [`label`] has its three forms. Labels of
//! memory are in the shadow, one for each byte; those of what a call passes and returns in thread-local slots.

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

/// Thread-local variables of the runtime (initial-exec, in the executable), strong in objects.
///
/// Before a call the caller writes the labels of what it passes, and the callee's address into [`TAG`]. A callee that
/// finds another address there than its own was called by code without labels: what it gets is clean. It sets the tag to
/// 0. Before it returns it writes the labels of its result and its own address into [`RETURN_TAG`]; a caller that finds
/// another there called code without labels.
///
/// A slot is [`LANES`] labels. An integer of up to 64 bits has the label of each of its bytes, the lowest first; other
/// lanes of its slot are garbage. Anything else (a pointer, a floating-point number, a wider integer, a vector, a
/// structure) has one label, in the first lane. An argument that is memory passed by value (`byval`) has instead the
/// address of what is copied, in the first two lanes. A result that is a structure or an array has a slot for each
/// member, those inside members too, in order; those from [`RETURNS`] on share the last slot's first lane.
pub mod slots {
    pub const LANES: u32 = 8;
    /// `u32[ARGUMENTS][LANES]`; further arguments are clean.
    pub const ARGUMENT: &str = "__fz_taint_arguments";
    pub const ARGUMENTS: u32 = 64;
    /// `u64`.
    pub const TAG: &str = "__fz_taint_tag";
    /// `u32[RETURNS][LANES]`.
    pub const RETURN: &str = "__fz_taint_return";
    pub const RETURNS: u32 = 8;
    /// `u64`.
    pub const RETURN_TAG: &str = "__fz_taint_return_tag";
    /// `u64`: a function that ends in a tail call, whose result has another's tag.
    pub const FORWARDED: &str = "__fz_taint_forwarded";
    /// `u32[VARIADIC]`: a label for each byte of what `va_arg` reads, those of the register save area (48 bytes of
    /// integers, 128 of floating-point numbers, 16 each), then those of the overflow area from the first variadic argument
    /// on. Arguments that are not variadic and in registers have their places there too, which are garbage.
    pub const VARIADIC_AREA: &str = "__fz_taint_variadic";
    pub const REGISTERS: u32 = 176;
    pub const VARIADIC: u32 = 1024;
    /// `u64`: how many bytes of the overflow area have labels there.
    pub const OVERFLOW: &str = "__fz_taint_overflow";
    /// `u32[ROOM_LABELS]`: vectors of labels on their way to what is slow, two of the widest. On the stack they would make
    /// every frame larger by half a kilobyte.
    pub const ROOM: &str = "__fz_taint_room";
    pub const ROOM_LABELS: u32 = 128;
}

/// Functions of the runtime that instrumented code calls. None of them changes `errno`.
pub mod calls {
    /// `u32 (u32 a, u32 b)`.
    pub const UNION: &str = "__fz_taint_union";
    /// `u32 (const u32 *labels, u64 count)`: of labels in a row.
    pub const UNION_ROW: &str = "__fz_taint_union_row";
    /// `void (u32 *out, const u32 *a, const u32 *b, u64 count)`: one by one.
    pub const UNION_LANES: &str = "__fz_taint_union_lanes";
    /// `void (void *memory, u64 bytes, u32 label)`: of the memory itself, not of its shadow, as below.
    pub const FILL: &str = "__fz_taint_fill";
    /// `void (void *to, const void *from, u64 bytes)`: the labels alone, as `memmove` does.
    pub const COPY: &str = "__fz_taint_copy";
    /// `void (void *to, const void *from, u64 bytes)`: `memmove`, and the labels.
    pub const MOVE: &str = "__fz_taint_move";
    /// `void (void *to, int byte, u64 bytes, u32 label)`: `memset`, and the labels.
    pub const SET: &str = "__fz_taint_set";
    /// `void (u32 slots)`: so many arguments are clean.
    pub const CLEAR_ARGUMENTS: &str = "__fz_taint_clear_arguments";
    /// `u32 (void *callee, const char *name, u64 lanes)`: the label of what came back from code without labels, the
    /// union of what it was passed. `lanes` has four bits for each of the first 16 arguments: how many lanes count.
    /// `name` (null: it is known to be such a function) is reported once.
    pub const FOREIGN: &str = "__fz_taint_foreign";
    /// `void (va_list, const u32 *labels, u64 overflow)`: behind `va_start`; labels as in
    /// [`VARIADIC_AREA`](super::slots::VARIADIC_AREA), kept since the function began.
    pub const VA_START: &str = "__fz_taint_va_start";
    /// `void (struct site *, u32 label_a, u32 label_b, u64 a, u64 b)`: two numbers; or one, and `b` is 0. Numbers of more
    /// than 64 bits are passed as their lower 64 bits.
    pub const EVENT: &str = "__fz_taint_event";
    /// `void (struct site *, const void *a, const void *b, u64 bytes, u64 result, u32 at_a, u32 at_b)`: a call that
    /// compares, behind the call; `bytes` is 0 where the function takes no length. The labels are those of the addresses:
    /// what is read there has them, too. For functions that look for one operand in another, which take two lengths: see
    /// [`EVENT_FIND`].
    pub const EVENT_CALL: &str = "__fz_taint_event_call";
    /// `void (struct site *, const void *a, u64 bytes_a, const void *b, u64 bytes_b, u64 result, u32 at_a,
    /// u32 at_b)`: `memmem`.
    pub const EVENT_FIND: &str = "__fz_taint_event_find";
    /// `void (const void *data, u64 bytes)`: this memory is the input, from its first byte on. For mains that drive a
    /// harness with what they did not read from the input's file.
    pub const INPUT: &str = "__fz_taint_input";
    /// `void (const void *harness)`: `LLVMFuzzerTestOneInput` is called next, with the whole input. For mains, too.
    pub const HARNESS: &str = "__fz_taint_harness";
}

/// A site in an instrumented image, in writable memory; pointers are null where there is nothing.
///
/// ```text
/// u32 id, u32 number, u32 kind, u32 how (a predicate; of a call its How), u32 flags, u32 bits of an operand
/// u32 line, u32 column
/// u32 executions (counted by the code, also of those without labels), u32 index in the trace plus 1 (the runtime's)
/// const char *file, const char *function (its symbol)
/// const u64 *cases, u64 count of them
/// u8 *row, u64 bits of it for bytes of the input (the runtime's; none while each execution is told of)
/// u32 a label that the row has already, u32 0 (the runtime's)
/// ```
///
/// Once a site has a row, code tells of the byte that flows into one operand alone by its bit there. It tells nothing of
/// an operand that alone has the label that the row has already, and calls the runtime for all else.
///
/// Numbers, kinds, predicates and flags are those of `sites_record`.
pub mod site {
    pub const BYTES: usize = 96;
    /// Where the executions are.
    pub const EXECUTIONS: usize = 32;
    /// Where its row is.
    pub const ROW: usize = 72;
    pub const ROW_BITS: usize = 80;
    /// Where the label is that the row has already.
    pub const QUIET: usize = 88;
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
/// ```text
/// header:  u64 magic, u64 flags, u64 nodes used, u64 events used, u64 bytes of records used, u64 where nodes begin,
///          u64 where events begin, u64 where records begin, u64 input bytes that got labels (the highest offset plus 1),
///          u64 events that were left out for want of room, u64 forks, u64 bytes that the runtime took besides,
///          u64 where rows begin, u64 bytes of a row, u64 rows used
/// node:    u32 a, u32 b: see [`label`](super::label)
/// event:   u32 site, u32 execution (from 1), u32 label of a, u32 label of b, u64 a, u64 b, u32 context, u32 0
/// row:     bit by bit (the lowest of a byte first) whether that byte of the input flowed into an execution of the row's
///          site that is none of the first ones; the last bit is that of the input's length. Where a label is a union of too many parts to take them apart, the
///          execution is an event instead, once for each pair of labels
/// record:  u32 kind, u32 bytes of what follows without padding, that, padding to 8
/// ```
///
/// An event of a call that compares has in `a` where its operands' record begins in the region, and in `b` the result.
pub mod trace {
    /// "FZTAINT2"
    pub const MAGIC: u64 = u64::from_le_bytes(*b"FZTAINT2");
    pub const HEADER: usize = 4096;
    pub const NODE: usize = 8;
    pub const EVENT: usize = 40;

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

    /// Records, by what follows. A site: u32 index, id, number, kind, how, flags, bits, line, column, bytes of file,
    /// bytes of function, cases; the u64 cases; the texts.
    pub const RECORD_SITE: u32 = 1;
    /// Operands of a call: u32 bytes of a, u32 bytes of b, the bytes.
    pub const RECORD_OPERANDS: u32 = 2;
    /// The name of a function without labels that was passed some.
    pub const RECORD_FOREIGN: u32 = 3;
    /// A sentence for whoever reads the trace.
    pub const RECORD_NOTE: u32 = 4;

    /// A site's row: u32 index of the site, u32 number of the row.
    pub const RECORD_ROW: u32 = 5;

    /// So many bytes of an operand are kept.
    pub const OPERAND_MAX: usize = 256;
}
