//! A `.debug_fz_sites` record: the compare sites of one function, in the function's section group. All integers are
//! little-endian; strings are referred to by number.
//!
//! 1. [`Header`]
//! 2. the strings, NUL-terminated (0: empty, unknown; 1: the function's symbol); padded to 4 with NULs
//! 3. the [`Site`]s
//!
//! The upper half of a guard's flags is its kind ([`crate::guards::kind`]). A guard without a predicate has the
//! operands of the operation itself.
//!
//! A constant is a decimal number, or the cases of a switch separated by commas, or quoted text with escapes as in C.

use crate::{edges_record::Place, layout::layouts};

layouts! {
    #[repr(C)]
    "fz_sites_header" struct Header {
        magic: u32,
        /// Size of the whole record in bytes, a multiple of [`ALIGN`].
        length: u32,
        sites: u32,
        strings: u32,
    }

    #[repr(C)]
    "fz_compare_site" struct Site {
        number: u32,
        kind: u32,
        /// The width of an operand; 0: it has none.
        bits: u32,
        predicate: u32,
        flags: u32,
        /// The constant operand; 0: none.
        constant: u32,
        /// The called function; 0: none.
        callee: u32,
        place: Place,
    }
}

/// "FZS2"; earlier versions have a lower digit.
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZS2");
/// Offset of the strings.
pub const HEADER: usize = size_of::<Header>();
pub const SITE: usize = size_of::<Site>();
pub const ALIGN: usize = 4;

/// A compare of integers; of floating-point numbers; of pointers.
pub const KIND_INTEGER: u32 = 1;
pub const KIND_FLOAT: u32 = 2;
pub const KIND_ADDRESS: u32 = 3;
/// A minimum, a maximum, or a three-way compare.
pub const KIND_CHOICE: u32 = 4;
pub const KIND_SWITCH: u32 = 5;
/// A divisor.
pub const KIND_DIVISOR: u32 = 6;
/// An array index.
pub const KIND_INDEX: u32 = 7;
/// A call that compares strings or memory, or looks for one in another.
pub const KIND_CALL: u32 = 8;
/// Any other call whose first two arguments are pointers.
pub const KIND_POINTERS: u32 = 9;
/// The condition of a guard, or an operation that could have a guard.
pub const KIND_GUARD: u32 = 10;

/// The size of an allocation; the length of a copy; the target of an indirect call; the condition of a branch or select
/// that no other site covers; a shift amount.
pub const KIND_ALLOCATION: u32 = 11;
pub const KIND_LENGTH: u32 = 12;
pub const KIND_CALLEE: u32 = 13;
pub const KIND_TRUTH: u32 = 14;
pub const KIND_SHIFT: u32 = 15;

pub const PREDICATE_NONE: u32 = 0;
pub const PREDICATE_EQ: u32 = 1;
pub const PREDICATE_NE: u32 = 2;
pub const PREDICATE_GT: u32 = 3;
pub const PREDICATE_GE: u32 = 4;
pub const PREDICATE_LT: u32 = 5;
pub const PREDICATE_LE: u32 = 6;
/// `ord`: neither operand is NaN; `uno`: an operand is NaN.
pub const PREDICATE_ORDERED: u32 = 7;
pub const PREDICATE_UNORDERED: u32 = 8;

/// Flag: the compare is signed.
pub const SIGNED: u32 = 1;
/// Flag: the compare alone decides whether a loop continues.
pub const LOOP: u32 = 2;
/// Flag of a guard: an exploit predicate, which no branch depends on.
pub const EXPLOIT: u32 = 4;
/// Flag of a call: it returns 0 if its operands differ.
pub const ZERO_DIFFERS: u32 = 8;
/// Flag in a trace: the operands are vectors, and their values are not recorded.
pub const VECTOR: u32 = 16;
/// Flag in a trace: executions without labels are recorded, too.
pub const UNLABELLED: u32 = 32;
/// The position of a guard's kind in its flags.
pub const GUARD_SHIFT: u32 = 16;

/// What a call does with its operands a and b.
pub mod how {
    /// Compares a given number of bytes.
    pub const MEMORY: u32 = 1;
    /// Compares strings …
    pub const TEXT: u32 = 2;
    /// … or at most a given number of their bytes.
    pub const TEXT_PREFIX: u32 = 3;
    /// The same, ignoring case.
    pub const FOLDED: u32 = 4;
    pub const FOLDED_PREFIX: u32 = 5;
    /// Searches for b in a.
    pub const FIND_MEMORY: u32 = 6;
    pub const FIND_TEXT: u32 = 7;
    pub const FIND_FOLDED: u32 = 8;
    /// Compares a `std::string` of libstdc++ with a C string, and with another.
    pub const STRING_TEXT: u32 = 9;
    pub const STRING_STRING: u32 = 10;
    /// Unknown: two pointers …
    pub const POINTERS: u32 = 11;
    /// … or two pointers and a number.
    pub const POINTERS_LENGTH: u32 = 12;
}

/// The number of a site in a whole program, the same in all builds of one source: 32-bit FNV-1a of the function's
/// symbol, a NUL, the name of the source (as clang has it) if the function is local to it, a NUL, and the four bytes of
/// the site's number. Never 0.
pub const fn id(function: &[u8], source: &[u8], number: u32) -> u32 {
    let parts: [&[u8]; 5] = [function, &[0], source, &[0], &number.to_le_bytes()];
    let mut hash = 0x811c_9dc5u32;
    let mut part = 0;
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() {
            hash = (hash ^ parts[part][at] as u32).wrapping_mul(0x0100_0193);
            at += 1;
        }
        part += 1;
    }
    if hash == 0 { 1 } else { hash }
}
