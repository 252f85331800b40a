//! `taint`

use super::STAGE as WHERE_NEEDED;
use crate::{Key, Pass, Placement, option::words};

words! {
    /// What a run of the pass does.
    Stage {
        All = "all": "adds the labels",
        Early = "early": "keeps what the C++ library has too, for a run after inlining",
    }
}

pub const ADDRESSES_READ: Key<bool> = Key::switch(
    "addresses-read",
    true,
    "what is loaded has the labels of its address, too",
);
pub const UNLABELLED: Key<bool> = Key::switch(
    "unlabelled",
    false,
    "sites report executions without labels, too",
);
pub const STAGE: Key<Stage> =
    Key::word("stage", "what this run does").set_by_driver(WHERE_NEEDED);

pub const PASS: Pass = Pass {
    name: "taint",
    summary: "adds labels that say which bytes of the input a value was computed from, and reports them where it is compared",
    options: &[ADDRESSES_READ.option(), UNLABELLED.option(), STAGE.option()],
    placement: Placement::Driver("write `[feedback.taint]`"),
};
