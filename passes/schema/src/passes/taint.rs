//! `taint`

use super::STAGE as WHERE_NEEDED;
use crate::{Key, Pass, Placement, option::words, pass::pass};

words! {
    /// What a run of the pass does.
    Stage {
        All = "all": "adds the labels",
        Early = "early": "keeps what the C++ library has too, for a run after inlining",
    }
}

pass! {
    "taint": "adds labels that say which bytes of the input a value was computed from, and reports them where it is compared",
    Placement::Driver("write `[feedback.taint]`"),
    ADDRESSES_READ addresses_read: bool = Key::switch("addresses-read", true,
        "what is loaded has the labels of its address, too"),
    UNLABELLED unlabelled: bool = Key::switch("unlabelled", false, "sites report executions without labels, too"),
    STAGE stage: Stage = Key::word("stage", "what this run does").set_by_driver(WHERE_NEEDED),
}
