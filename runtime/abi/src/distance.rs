//! Branch distance: how far the operands of a branch were from coming out the other way. An outcome is one way of a
//! branch: true and false, or the default and each case of a switch.
//!
//! Every outcome has a gate, a byte in its image's section [`GATES`](crate::sections::GATES). Before a branch, on the edges
//! of a switch, and after a call that compares, stand five bytes that do nothing ([`Patch`](crate::patch::Patch)). While one of the gates
//! that they belong to is open, the runtime makes them a jump: to code that tests the gate of the outcome, and calls
//! the runtime with the operands if it is open. The gates of a program are closed, and its code does not jump, until a
//! runtime has a segment to write distances into. Two forms were measured, this one and a test of the gate in place
//! (tests/bench/README.md).
//!
//! # The segment
//!
//! The engine creates it, filled with zeros, and names it in [`SEGMENT_ENV`]: a SysV id in decimal, or the name of a
//! POSIX object. The runtime fills in the [`Header`], and what follows it:
//!
//! ```text
//! Header
//! gates      u8  [room]     what the runtime and the engine know of each outcome: `SEEN`, `SHUT`
//! distances  i64 [room]     8-aligned
//! touched    u32 [room]     the first outcomes of the branches that this run has reached, in their order
//! ```
//!
//! The outcome of an executable's gate has the gate's offset in its section as its number. Libraries that are loaded
//! with it follow, in the order in which they register. Libraries that are loaded later keep their gates closed.
//!
//! A distance is [`NOT_REACHED`], or 0 if the branch came out this way in this run, or else how far it was from that:
//! at the first time that it came out otherwise, or the least of all times ([`MINIMUM`]). As with the map, the engine
//! resets what it has read: it writes [`NOT_REACHED`] into the distances of the touched branches, and 0 into
//! [`Header::touched`].
//!
//! # Gates
//!
//! At the start of each run, which is in the fork server before each fork and in persistent mode before each iteration,
//! the runtime opens and closes the gates of the program as [`Header::mode`] says, and changes its code accordingly. It
//! only looks at gates if the mode or [`Header::changes`] is another than before: an engine that shuts or opens gates
//! adds 1 to that afterwards, as the runtime does.
//!
//! | mode | a gate is open | used for |
//! |---|---|---|
//! | [`OPEN`] | always | calibration, replay, minimisation, test cases of other instances |
//! | [`FRONTIER`] | until the engine or the runtime has shut it; the runtime shuts all gates of a branch whose outcomes have all been seen, in any execution | fuzzing |
//! | [`ENGINE`] | until the engine has shut it | fuzzing, with a rule of the engine's own |
//! | [`CLOSED`] | never | runs of which only the edges matter |
//!
//! A new segment is in the mode [`OPEN`], and nothing in it is shut. So a program that is started alone, by `afl-showmap`
//! or for a replay, with a segment of its own, has every gate open. Distances never change what is written into the
//! map, so that calibration, trimming and minimisation by edges are the same in every mode.
//!
//! # Distances
//!
//! Where a compare does not hold, with f = a - b in unlimited precision, the distance to its holding is
//!
//! | compare | to its holding | where it holds, to its failing |
//! |---|---|---|
//! | `a < b` | f + 1 | -f |
//! | `a <= b` | f | 1 - f |
//! | `a > b` | 1 - f | f |
//! | `a >= b` | -f | f + 1 |
//! | `a == b` | abs(f) | 1 |
//! | `a != b` | 1 | abs(f) |
//!
//! and at most [`FAR`]. Integers have the sign and the width of the compare; for equality, which has no sign, abs(f) is the
//! shorter way around. Pointers are unsigned. Floating-point numbers are counted: f is the number of values from b to a,
//! and -0 is 0. Where an operand is NaN, and for compares that ask for NaN alone, the distance is `FAR`.
//!
//! | condition | distance |
//! |---|---|
//! | `a && b` | to holding: the sum of the distances of those that do not hold; to failing: the lesser one |
//! | `a \|\| b` | the same with holding and failing exchanged |
//! | a truth value of unknown origin | 1 |
//! | a case of a switch | as `==` |
//! | the default of a switch | to the nearest value that is no case |
//! | strings and memory are equal | the sum of the absolute differences of their bytes, where a string that has ended has zeros |
//! | strings and memory in order | as of the first bytes that differ |
//! | a string is found in another | of the place with the longest common prefix: 256 for each further byte, and the difference of the first one that is wrong |
//!
//! What runs says which outcome came out. A computed distance of the wrong sign (another thread has written to a string)
//! becomes 1.

use crate::layout::layouts;

layouts! {
    /// The beginning of the segment.
    #[repr(C)]
    "fz_distances" struct Header {
        /// Written by the runtime: [`MAGIC`].
        magic: u32,
        /// Written by the engine: [`OPEN`] and so on.
        mode: u32,
        /// Written by the runtime: how many outcomes the program has.
        outcomes: u64,
        /// Written by the runtime: for how many of them the segment has room.
        room: u64,
        /// How many branches this run has reached.
        touched: u64,
        /// How often gates have been shut or opened, by the runtime or the engine.
        changes: u64,
    }
}

/// "FZD1"
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZD1");
pub const HEADER: usize = size_of::<Header>();
/// The environment variable that names the segment.
pub const SEGMENT_ENV: &core::ffi::CStr = c"FZ_DISTANCE_SHM";

/// Modes.
pub const OPEN: u32 = 0;
pub const FRONTIER: u32 = 1;
pub const ENGINE: u32 = 2;
pub const CLOSED: u32 = 3;

/// Flag of a gate in the segment: the outcome was seen in some execution.
pub const SEEN: u8 = 1;
/// Flag of a gate in the segment: the gate is shut.
pub const SHUT: u8 = 2;

/// The branch was not reached while its gates were open.
pub const NOT_REACHED: i64 = -1;
/// The largest distance.
pub const FAR: i64 = i64::MAX;

/// The size of a segment for this many outcomes.
pub const fn segment_size(outcomes: usize) -> usize {
    let room = outcomes.next_multiple_of(8);
    HEADER + room * (size_of::<u8>() + size_of::<i64>() + size_of::<u32>())
}

/// For how many outcomes a segment has room, a multiple of 8.
pub const fn room(size: usize) -> usize {
    let each = size_of::<u8>() + size_of::<i64>() + size_of::<u32>();
    size.saturating_sub(HEADER) / each / 8 * 8
}

/// Where the distances begin.
pub const fn distances(room: usize) -> usize {
    HEADER + room
}

/// Where the list of touched branches begins.
pub const fn touched(room: usize) -> usize {
    distances(room) + room * size_of::<i64>()
}

/// Flag beside the number of an outcome: the least distance of a run is kept, not the first.
pub const MINIMUM: u32 = 1 << 31;

/// What is asked of two operands: a predicate of [`sites`](crate::sites) in the lowest byte, their width in
/// bits or [`how`](crate::sites::how) a call compares them in the second, and flags.
pub mod question {
    pub const PREDICATE: u32 = 0xff;
    pub const WIDTH_SHIFT: u32 = 8;
    /// Integers, or the length of a prefix, are signed.
    pub const SIGNED: u32 = 1 << 16;
    /// Floating-point numbers …
    pub const FLOAT: u32 = 1 << 17;
    /// … of 16 bits with the exponent of those of 32.
    pub const BRAIN: u32 = 1 << 18;
    /// The compare holds where an operand is NaN.
    pub const UNORDERED: u32 = 1 << 19;
    /// Strings are equal where the second one ends.
    pub const SECOND: u32 = 1 << 20;
}

/// The table of a switch: [`cases::COUNT`] cases, their width, then each case in the order of its outcome, from 1 on.
pub mod cases {
    pub const COUNT: usize = 0;
    /// The width in bits, and perhaps [`NO_DEFAULT`].
    pub const WIDTH: usize = 1;
    pub const FIRST: usize = 2;
    /// Flag: the default is `unreachable`.
    pub const NO_DEFAULT: u64 = 1 << 32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_has_room_for_what_it_was_made_for() {
        for outcomes in 0..1000 {
            let size = segment_size(outcomes);
            assert_eq!(room(size), outcomes.next_multiple_of(8));
            assert!(distances(room(size)).is_multiple_of(8));
            assert_eq!(touched(room(size)) + 4 * room(size), size);
        }
        assert_eq!((room(0), room(HEADER)), (0, 0));
    }
}
