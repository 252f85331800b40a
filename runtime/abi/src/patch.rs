//! Entries of [`PATCHES`](crate::sections::PATCHES): code that the runtime changes while gates are open.

use crate::layout::layouts;

layouts! {
    /// Five bytes that do nothing while all gates of the entry are closed, and are a jump while one of them is open. They are
    /// within eight aligned bytes, so that other threads see the one or the other.
    #[repr(C)]
    "fz_patch" struct Patch {
        /// The address of the five bytes, relative to this field.
        code: i32,
        /// The address that they jump to, relative to this field.
        target: i32,
        /// The address of the first gate, relative to this field.
        gates: i32,
        /// How many gates it has: a byte each, 0 while it is closed.
        count: u32,
    }
}
