//! `distance`

use super::RECORDS as WHERE_WRONG;
use crate::{Key, Pass, Placement, option::words};

words! {
    /// Which distance of a run is kept.
    Keep {
        First = "first": "that of the first time",
        Minimum = "minimum": "the least of all times",
    }
}

words! {
    /// What reads the distances.
    Form {
        Gates = "gates": "an engine that shares memory for them",
        Fox = "fox": "FOX's afl-fuzz. Each branch tells of its first compare; it needs `nodes` and `prune = \"none\"` of edges",
    }
}

pub const FORM: Key<Form> = Key::word("form", "what reads the distances");
pub const KEEP: Key<Keep> = Key::word(
    "keep",
    "which distance is kept of a branch that runs more than once",
);
pub const RECORDS: Key<bool> = Key::switch(
    "records",
    true,
    "write .debug_fz_distances; not under LTO, where functions lose their names",
)
.set_by_driver(WHERE_WRONG);

pub const PASS: Pass = Pass {
    name: "distance",
    summary: "reports how far a branch was from coming out otherwise, while its gate is open",
    options: &[FORM.option(), KEEP.option(), RECORDS.option()],
    placement: Placement::Driver("write `[feedback.distance]`"),
};
