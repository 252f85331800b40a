//! Entries of [`PLACES`](crate::sections::PLACES), which the code of each counter brings along: as often as there is of
//! it, and not at all where none is left. When an image is loaded its table of addresses is told of them.

use core::mem::offset_of;

use crate::layout::layouts;

layouts! {
    #[repr(C)]
    "fz_counter_place" struct Place {
        /// Where the code is, as the distance from here.
        code: i32,
        /// The counter in the array's first row, as the distance from here.
        counter: i32,
        /// Counters of a row.
        row: u32,
        rows: u32,
    }
}

pub const ENTRY: u64 = size_of::<Place>() as u64;
pub const CODE: u64 = offset_of!(Place, code) as u64;
pub const COUNTER: u64 = offset_of!(Place, counter) as u64;
pub const ROW: u64 = offset_of!(Place, row) as u64;
pub const ROWS: u64 = offset_of!(Place, rows) as u64;
