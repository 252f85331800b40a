//! Integer-range guards: what a guard tells the runtime that reports.

use crate::{
    layout::layouts,
    types::{Address, Char},
};

/// The section that has all guards of an image, a [`Guard`] each.
pub const SECTION: &str = "__fz_guards";
pub const GUARD: usize = size_of::<Guard>();

layouts! {
    #[repr(C)]
    "fz_guard" struct Guard {
        file: Address<*const Char>,
        type_a: Address<*const Char>,
        /// Null: there is none.
        type_b: Address<*const Char>,
        line: u32,
        column: u32,
        kind: u16,
        shape_a: u16,
        shape_b: u16,
        /// Of a bit-field; 0: none is meant.
        bits: u16,
        /// The runtime's.
        reported: u32,
        flags: u32,
    }
}

/// The words of a guard, of 64 bits, by what is in each.
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

/// A guard is named by its kind and its types: `add int32`, `convert int32 to uint8`, `index of 'int[10]'`. So many
/// bytes of a name are kept, without a part of a character.
pub const NAME_MAX: usize = 255;

/// What the environment of a program says, each with what is meant without it.
pub mod env {
    /// `report`, `count`, `trap`, `signal` (under a fuzzer `count`, else `report`).
    pub const MODE: &str = "FZ_GUARD";
    /// Whether hits of guards are in the fuzzer's map: `on`, `off` (`on`).
    pub const MAP: &str = "FZ_GUARD_MAP";
    /// The file that reports are appended to, a JSON object in each line (they are text on the standard error). A
    /// relative path is looked for where the program is by then.
    pub const LOG: &str = "FZ_GUARD_LOG";
}

/// Reasons for which an operation has no guard: it cannot go wrong, or another guard says so.
pub const IN_RANGE: &str = "in-range";
pub const CONVERSION_SAYS_SO: &str = "conversion-says-so";

/// A shape: the bits of an integer, and this bit if it has a sign; 0 is no integer.
pub const SIGNED: u16 = 0x8000;

/// Flags: types are inferred of IR; and could be others.
pub const INFERRED: u64 = 1;
pub const GUESSED: u64 = 2;

/// What the operation is.
pub mod kind {
    pub const ADD: u16 = 1;
    pub const SUB: u16 = 2;
    pub const MUL: u16 = 3;
    pub const NEGATE: u16 = 4;
    /// By zero, or the smallest number by -1.
    pub const DIVIDE: u16 = 5;
    /// To the left or right: the amount, or bits that are lost.
    pub const SHIFT: u16 = 6;
    /// A conversion that changes the value.
    pub const CONVERT: u16 = 7;
    /// The index of an array.
    pub const INDEX: u16 = 8;
    /// A value that a truth value or an enumeration cannot have.
    pub const LOAD: u16 = 9;
    /// The length of an array that is not constant.
    pub const LENGTH: u16 = 10;
    /// How much memory is asked for: more than an object can have.
    pub const ALLOCATE: u16 = 11;
    /// How much is copied, filled, read or written: the same.
    pub const COPY: u16 = 12;
    /// What a builtin must not be asked ([`super::builtin`]).
    pub const BUILTIN: u16 = 13;

    /// The word for each, from 1 on.
    pub const NAMES: [&str; 13] = [
        "add", "sub", "mul", "negate", "divide", "shift", "convert", "index", "load", "length",
        "allocate", "copy", "builtin",
    ];
}

/// Which builtin a guard of [`kind::BUILTIN`] is of: by clang's numbers, where a guard else has the bits of a bit-field.
pub mod builtin {
    /// Zeros are counted, and the number has none that ends them.
    pub const TRAILING_ZEROS: u16 = 0;
    pub const LEADING_ZEROS: u16 = 1;
    /// An assumption does not hold.
    pub const ASSUME: u16 = 2;

    /// The word for each, from 0 on.
    pub const NAMES: [&str; 3] = ["ctz", "clz", "assume"];
}
