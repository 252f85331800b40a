//! `pins`

use super::STAGE as WHERE_NEEDED;
use crate::{Key, Pass, Placement, Point, option::words};

words! {
    /// What a run of the pass does.
    Stage {
        Plant = "plant": "plants pins, before anything optimises",
        Erase = "erase": "takes them away, where nobody asks for them any more",
    }
}

pub const STAGE: Key<Stage> =
    Key::word("stage", "what this run does").set_by_driver(WHERE_NEEDED);

pub const PASS: Pass = Pass {
    name: "pins",
    summary: "keeps what the program asks, calls and stores in basic blocks of its own until edges are counted",
    options: &[STAGE.option()],
    // At the start: after another pass, the numbers of pins would differ between builds of one source.
    placement: Placement::Profile(&[Point::Start]),
};
