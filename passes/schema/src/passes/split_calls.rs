//! `split-calls`

use crate::{Key, Pass, Placement, Point, option::words, pass::pass};

words! {
    /// Which calls are split.
    Mode {
        Full = "full": "all of them",
        Light = "light": "those whose text the dictionary does not have",
    }
}

pass! {
    "split-calls": "splits calls that compare strings and memory into steps of a byte",
    Placement::Profile(Point::OF_PASSES),
    MODE mode: Mode = Key::word("mode", "which calls are split"),
    HOLD hold: bool = Key::switch("hold", false,
        "at `start`: only keep other passes from changing the calls that a later run splits"),
    UNROLL unroll: u64 = Key::number("unroll", [1, 256], 32,
        "bytes of a call that become steps; a call of the function decides the rest"),
    GATES gates: bool = Key::switch("gates", false,
        "steps beside the call, behind a gate that is shut once all its bytes have been right"),
}
