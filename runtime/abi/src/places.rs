//! Entries of [`PLACES`](crate::sections::PLACES), which the code of each counter brings along: as often as there is of
//! it, and not at all where none is left. When an image is loaded its table of addresses is told of them.

/// Four numbers of four bytes: where the code is, and the counter in the array's first row, each as the distance from
/// the number itself; the counters of a row; and the rows.
pub const ENTRY: u64 = 16;
pub const CODE: u64 = 0;
pub const COUNTER: u64 = 4;
pub const ROW: u64 = 8;
pub const ROWS: u64 = 12;
