//! `unit-record`

use super::ITSELF;
use crate::{Key, Pass, Placement};

const fn text(
    name: &'static str,
    stands_for: &'static str,
    summary: &'static str,
) -> Key<Option<String>> {
    Key::text(name, stands_for, summary).set_by_driver(ITSELF)
}

pub const PROFILE: Key<Option<String>> =
    text("profile", "NAME", "the profile the unit was compiled with");
pub const DESIGN: Key<Option<String>> = text("design", "DESIGN", "where the pipeline ran");
pub const REASON: Key<Option<String>> = text(
    "reason",
    "SLUG",
    "why not the profile's first choice, or why without counters",
);
pub const REFACTORED: Key<Option<String>> = text(
    "refactored",
    "SLUG",
    "`yes` if the source was refactored, or else why it was not",
);
pub const SOURCE: Key<Option<String>> = text(
    "source",
    "PATH",
    "the source, where the module has the name of a refactored text",
);

pub const PASS: Pass = Pass {
    name: "unit-record",
    summary: "writes what was done to this translation unit into .debug_fz_units",
    options: &[
        PROFILE.option(),
        DESIGN.option(),
        REASON.option(),
        REFACTORED.option(),
        SOURCE.option(),
    ],
    placement: Placement::Driver(ITSELF),
};
