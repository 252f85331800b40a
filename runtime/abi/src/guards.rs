//! Integer-range guards: what a guard passes to the runtime that reports it.

use crate::{
    layout::layouts,
    types::{Address, Char},
};

/// The section with all guards of an image, a [`Guard`] each.
pub const SECTION: &str = "__fz_guards";
pub const GUARD: usize = size_of::<Guard>();

layouts! {
    #[repr(C)]
    "fz_guard" struct Guard {
        file: Address<*const Char>,
        type_a: Address<*const Char>,
        /// Null if there is only one type.
        type_b: Address<*const Char>,
        line: u32,
        column: u32,
        kind: u16,
        shape_a: u16,
        shape_b: u16,
        /// The width of a bit-field; 0: no bit-field.
        bits: u16,
        /// Written by the runtime.
        reported: u32,
        flags: u32,
    }
}

/// The 64-bit words of a guard, by the fields in each.
pub mod field {
    use core::mem::offset_of;

    use super::Guard;

    pub const FILE: u32 = (offset_of!(Guard, file) / 8) as u32;
    pub const TYPE_A: u32 = (offset_of!(Guard, type_a) / 8) as u32;
    pub const TYPE_B: u32 = (offset_of!(Guard, type_b) / 8) as u32;
    /// Line and column.
    pub const PLACE: u32 = (offset_of!(Guard, line) / 8) as u32;
    /// Kind, shapes and bits.
    pub const SHAPES: u32 = (offset_of!(Guard, kind) / 8) as u32;
}

/// A guard is named after its kind and its types: `add int32`, `convert int32 to uint8`, `index of 'int[10]'`. This
/// many bytes of a name are kept, cut at a character boundary.
pub const NAME_MAX: usize = 255;

/// Environment variables of an instrumented program, with their defaults.
pub mod env {
    /// `report`, `count`, `trap` or `signal` (default: `count` under a fuzzer, else `report`).
    pub const MODE: &str = "FZ_GUARD";
    /// Whether hits of guards count in the fuzzer's map: `on` or `off` (default: `on`).
    pub const MAP: &str = "FZ_GUARD_MAP";
    /// The file to append reports to, one JSON object per line (default: text on stderr). A relative path is resolved
    /// in the directory that is current at the report.
    pub const LOG: &str = "FZ_GUARD_LOG";
}

/// Reasons why an operation has no guard: it cannot go out of range, or another guard covers it.
pub const IN_RANGE: &str = "in-range";
pub const CONVERSION_SAYS_SO: &str = "conversion-says-so";

/// A shape: the width of an integer in bits, with this bit if it is signed; 0 is no integer.
pub const SIGNED: u16 = 0x8000;

/// Flags: the types are inferred from IR; the inference is ambiguous.
pub const INFERRED: u64 = 1;
pub const GUESSED: u64 = 2;

/// The kind of the operation.
pub mod kind {
    use crate::numbered::numbered;

    numbered! {
        /// What a guard is of.
        GuardKind: u16 {
            ADD Add = 1 "add",
            SUB Sub = 2 "sub",
            MUL Mul = 3 "mul",
            NEGATE Negate = 4 "negate",
            /// Division by zero, or of the smallest number by -1.
            DIVIDE Divide = 5 "divide",
            /// A shift: the amount, or bits that are lost.
            SHIFT Shift = 6 "shift",
            /// A conversion that changes the value.
            CONVERT Convert = 7 "convert",
            /// An array index.
            INDEX Index = 8 "index",
            /// A value that a `bool` or an enumeration cannot have.
            LOAD Load = 9 "load",
            /// The length of a variable-length array.
            LENGTH Length = 10 "length",
            /// The size of an allocation: larger than any object can be.
            ALLOCATE Allocate = 11 "allocate",
            /// The size of a copy, a fill, a read or a write: the same.
            COPY Copy = 12 "copy",
            /// The argument of a builtin ([`builtin`](super::builtin)).
            BUILTIN Builtin = 13 "builtin",
        }
    }

    /// The name of each kind, from 1 on.
    pub const NAMES: [&str; GuardKind::ALL.len()] = {
        let mut names = [""; GuardKind::ALL.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = GuardKind::ALL[at].name();
            at += 1;
        }
        names
    };
}

/// The builtin that a guard of [`kind::BUILTIN`] checks, by clang's numbers; stored where other guards have a
/// bit-field's width.
pub mod builtin {
    /// Counting trailing zeros of 0.
    pub const TRAILING_ZEROS: u16 = 0;
    pub const LEADING_ZEROS: u16 = 1;
    /// An assumption that does not hold.
    pub const ASSUME: u16 = 2;

    /// The name of each, from 0 on.
    pub const NAMES: [&str; 3] = ["ctz", "clz", "assume"];
}
