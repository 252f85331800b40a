//! `byte-split`

use crate::{Key, Pass, Placement, Point, option::words};

words! {
    /// Which compares are split.
    Mode {
        Full = "full": "all of them",
        Light = "light": "those that a dictionary does not help with",
    }
}

pub const MODE: Key<Mode> = Key::word("mode", "which compares are split");
pub const FLOATS: Key<bool> = Key::switch("floats", false, "floating-point compares too");
pub const ZERO_ONE: Key<bool> = Key::switch("zero-one", false, "compares with 0 and 1 too");
pub const LOOPS: Key<bool> = Key::switch("loops", false, "compares with loop counters too");
pub const GATES: Key<bool> = Key::switch(
    "gates",
    false,
    "steps beside the compare, behind a gate that is shut once all its bytes have been right",
);

pub const PASS: Pass = Pass {
    name: "byte-split",
    summary: "splits compares of more than eight bits into steps of eight",
    options: &[
        MODE.option(),
        FLOATS.option(),
        ZERO_ONE.option(),
        LOOPS.option(),
        GATES.option(),
    ],
    placement: Placement::Profile(Point::OF_PASSES),
};
