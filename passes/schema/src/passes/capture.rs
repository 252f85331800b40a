//! `capture`

use super::{FILES, ITSELF};
use crate::{Key, Pass, Placement};

pub const HEAD: Key<Option<String>> =
    Key::text("head", "PATH", "what fz knows of the unit, as JSON").set_by_driver(FILES);
pub const TABLE: Key<Option<String>> =
    Key::text("table", "PATH", "what clang has read, as JSON").set_by_driver(FILES);
pub const STORE: Key<Option<String>> = Key::text(
    "store",
    "PATH",
    "the folder for contents that the object does not carry itself",
)
.set_by_driver(ITSELF);

pub const PASS: Pass = Pass {
    name: "capture",
    summary: "writes what makes this translation unit again into .debug_fz_captures and .debug_fz_sources",
    options: &[HEAD.option(), TABLE.option(), STORE.option()],
    placement: Placement::Driver(ITSELF),
};
