//! What a program carries so that it can be built again: a [`CAPTURES`](crate::sections::CAPTURES) record for each unit and
//! each link, and in [`SOURCES`](crate::sections::SOURCES) the contents that manifests name by their hashes.
//!
//! A record of captures has the form of [`unit_record`](crate::unit_record), with a magic number of its own. Its JSON:
//!
//! ```json
//! {"kind": "unit", "manifest": "HEX", "source": "src/a.c", "store": "/path/of/a/store"}
//! {"kind": "link", "manifest": "HEX", "source": "a.out"}
//! ```
//!
//! The manifest is JSON, and one of the contents. With `store`, contents lie in files of that folder instead,
//! `STORE/HE/HEX` as in a section.

use crate::layout::layouts;

/// "FZCP": a record of a capture.
pub const MAGIC: u32 = u32::from_le_bytes(*b"FZCP");

/// The names of COMDAT groups begin so, and end in the hash: linkers keep one of each content.
pub const GROUP: &str = "fz.source.";
/// In bitcode, the named metadata with what names the unit.
pub const UNITS: &str = "fz.units";
/// There, before the hash of a unit's manifest: a string, which bitcode does not pack.
pub const UNIT: &str = "fz.unit.";

/// One content: this header, the packed bytes (one frame of zstd), and zeros to a multiple of
/// [`unit_record::ALIGN`](crate::unit_record::ALIGN).
pub mod content {
    use super::layouts;

    /// "FZCS"
    pub const MAGIC: u32 = u32::from_le_bytes(*b"FZCS");

    layouts! {
        #[repr(C)]
        "fz_content_header" struct Header {
            magic: u32,
            /// Size of the whole record in bytes.
            length: u32,
            /// Bytes of the packed content.
            packed: u32,
            /// Bytes of the content.
            size: u32,
            /// SHA-256 of the content.
            hash: [u8; 32],
        }
    }
}
