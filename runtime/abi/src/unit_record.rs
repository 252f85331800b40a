//! A `.debug_fz_units` record: a [`Header`], then a UTF-8 JSON object padded with NULs. All integers are little-endian.

use crate::layout::layouts;

layouts! {
    #[repr(C)]
    "fz_unit_header" struct Header {
        magic: u32,
        /// Size of the whole record in bytes, a multiple of [`ALIGN`].
        length: u32,
    }
}

/// "FZU1"
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZU1");
pub const HEADER: usize = size_of::<Header>();
pub const ALIGN: usize = 4;

/// A `.debug_fz_links` record has the same form, but another magic number.
pub mod link {
    /// "FZL1"
    pub const MAGIC: u32 = u32::from_le_bytes(*b"FZL1");
}
