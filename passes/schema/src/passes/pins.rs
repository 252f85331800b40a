//! `pins`

use super::STAGE as WHERE_NEEDED;
use crate::{Key, Pass, Placement, Point, option::words, pass::pass};

words! {
    /// What a run of the pass does.
    Stage {
        Plant = "plant": "plants pins, before anything optimises",
        Erase = "erase": "takes them away, where nobody asks for them any more",
    }
}

pass! {
    "pins": "keeps what the program asks, calls and stores in basic blocks of its own until edges are counted",
    // At the start: after another pass, the numbers of pins would differ between builds of one source.
    Placement::Profile(&[Point::Start]),
    STAGE stage: Stage = Key::word("stage", "what this run does").set_by_driver(WHERE_NEEDED),
}
