//! `capture`

use super::{FILES, ITSELF};
use crate::{Key, Pass, Placement, pass::pass};

pass! {
    "capture": "writes what makes this translation unit again into .debug_fz_captures and .debug_fz_sources",
    Placement::Driver(ITSELF),
    HEAD head: Option<String> = Key::text("head", "PATH", "what fz knows of the unit, as JSON").set_by_driver(FILES),
    TABLE table: Option<String> = Key::text("table", "PATH", "what clang has read, as JSON").set_by_driver(FILES),
    STORE store: Option<String> = Key::text("store", "PATH",
        "the folder for contents that the object does not carry itself").set_by_driver(ITSELF),
}
