//! `distance`

use super::RECORDS as WHERE_WRONG;
use crate::{Key, Pass, Placement, option::words, pass::pass};

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

pass! {
    "distance": "reports how far a branch was from coming out otherwise, while its gate is open",
    Placement::Driver("write `[feedback.distance]`"),
    FORM form: Form = Key::word("form", "what reads the distances"),
    KEEP keep: Keep = Key::word("keep", "which distance is kept of a branch that runs more than once"),
    RECORDS records: bool = Key::switch("records", true,
        "write .debug_fz_distances; not under LTO, where functions lose their names").set_by_driver(WHERE_WRONG),
}
