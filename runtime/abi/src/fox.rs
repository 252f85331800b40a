//! What FOX's afl-fuzz shares with a program, and the records from which `fz extract --fox-tables` makes its tables.
//!
//! FOX names three segments by their SysV ids. A branch that tells something has a number, of a byte in two of them and of
//! an element of the third. Before its first compare of a run, and unless the engine has covered it, a branch sets its byte of [`HIT`],
//! and writes how its operands differ into as many elements of [`DISTANCES`] as that takes:
//!
//! | compare | elements | what is written |
//! |---|---|---|
//! | order of integers | 1, of 64 bits 2 | the difference, or nothing if it overflows |
//! | equality of integers, a case of a switch | 1, of 64 bits 2 | 16 bits for the difference of each byte, the lowest first |
//! | strings | ([`text_slots`]) | the same for each byte of the constant, then the length of the other string |
//! | memory | ([`text_slots`]) | the same without the length |
//!
//! The numbers of an image's branches are the offsets of their gates in its section [`GATES`](crate::sections::GATES), after
//! those of the executable and of libraries that have registered before.

use core::ffi::CStr;

/// Elements of 64 bits.
pub const DISTANCES: &CStr = c"AFL_BR_DIST";
/// Bytes that the engine sets: the branch has nothing to tell any more.
pub const COVERED: &CStr = c"AFL_BR_COV";
/// Bytes that the program sets: the branch has been reached in this run.
pub const HIT: &CStr = c"AFL_BR_HIT";

/// How compares are called in `br_node_id_2_cmp_type`.
pub mod kind {
    pub const NONE: u32 = 0;
    pub const UNSIGNED_GREATER: u32 = 1;
    pub const SIGNED_GREATER: u32 = 2;
    pub const EQUAL: u32 = 3;
    pub const UNSIGNED_GREATER_OR_EQUAL: u32 = 4;
    pub const SIGNED_GREATER_OR_EQUAL: u32 = 5;
    pub const UNSIGNED_LESS: u32 = 6;
    pub const SIGNED_LESS: u32 = 7;
    pub const NOT_EQUAL: u32 = 8;
    pub const UNSIGNED_LESS_OR_EQUAL: u32 = 9;
    pub const SIGNED_LESS_OR_EQUAL: u32 = 10;
    pub const STRCMP: u32 = 11;
    pub const STRNCMP: u32 = 12;
    pub const MEMCMP: u32 = 13;
    pub const STRSTR: u32 = 14;
    pub const SWITCH: u32 = 15;
}

/// FOX takes at most so many bytes that differ.
pub const LONGEST: usize = 1000;
/// The longest length of a string that is told.
pub const MOST_LENGTH: usize = 32767;

/// The elements that integers of this width take.
pub const fn integer_slots(bits: u32) -> usize {
    if bits == 64 { 2 } else { 1 }
}

/// The elements that a constant of so many bytes takes.
pub const fn text_slots(length: usize) -> usize {
    (length + 1).div_ceil(4)
}

/// The table of a switch: the number of outcomes, their width, then the value of each. That of the default is one that
/// is no case.
pub mod table {
    pub const COUNT: usize = 0;
    pub const WIDTH: usize = 1;
    pub const FIRST: usize = 2;
}
