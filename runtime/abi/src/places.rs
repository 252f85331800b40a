//! Entries of [`PLACES`](crate::sections::PLACES), one for each copy of a counter's code: several if the code was
//! duplicated, none if it was removed. When an image is loaded, its pc table is filled from them.

use core::mem::offset_of;

use crate::layout::layouts;

layouts! {
    #[repr(C)]
    "fz_counter_place" struct Place {
        /// The address of the code, relative to this field.
        code: i32,
        /// The address of the counter in the first row, relative to this field.
        counter: i32,
        /// Counters per row.
        row: u32,
        rows: u32,
    }
}

pub const ENTRY: u64 = size_of::<Place>() as u64;
pub const CODE: u64 = offset_of!(Place, code) as u64;
pub const COUNTER: u64 = offset_of!(Place, counter) as u64;
pub const ROW: u64 = offset_of!(Place, row) as u64;
pub const ROWS: u64 = offset_of!(Place, rows) as u64;
