//! `unit-record`

use super::ITSELF;
use crate::{Key, Pass, Placement, pass::pass};

const fn text(
    name: &'static str,
    stands_for: &'static str,
    summary: &'static str,
) -> Key<Option<String>> {
    Key::text(name, stands_for, summary).set_by_driver(ITSELF)
}

pass! {
    "unit-record": "writes what was done to this translation unit into .debug_fz_units",
    Placement::Driver(ITSELF),
    PROFILE profile: Option<String> = text("profile", "NAME", "the profile the unit was compiled with"),
    DESIGN design: Option<String> = text("design", "DESIGN", "where the pipeline ran"),
    REASON reason: Option<String> = text("reason", "SLUG", "why not the profile's first choice, or why without counters"),
    REFACTORED refactored: Option<String> = text("refactored", "SLUG", "`yes` if the source was refactored, or else why it was not"),
    SOURCE source: Option<String> = text("source", "PATH", "the source, where the module has the name of a refactored text"),
}
