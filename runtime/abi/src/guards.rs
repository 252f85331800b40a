//! Integer-range guards: what a guard tells the runtime that reports.

/// `void (struct guard *, uint64_t a, uint64_t b)`: the operation was out of range. Weak in objects; called from guard
/// blocks alone. Operands of up to 64 bits are passed as they are, without a sign; wider ones by address.
pub const HIT: &str = "__fz_guard_hit";

/// The section that has all guards of an image, [`GUARD`] bytes each, aligned to 8.
///
/// ```text
/// const char *file, const char *type_a, const char *type_b (null: there is none)
/// u32 line, u32 column
/// u16 kind, u16 shape_a, u16 shape_b, u16 bits (of a bit-field; 0: none is meant)
/// u32 reported, u32 unused: the runtime's
/// ```
pub const SECTION: &str = "__fz_guards";
pub const GUARD: usize = 48;

/// A shape: the bits of an integer, and this bit if it has a sign; 0 is no integer.
pub const SIGNED: u16 = 0x8000;

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
    /// The size of an allocation.
    pub const ALLOCATE: u16 = 11;
}
