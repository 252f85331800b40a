//! `byte-split`

use crate::{Key, Pass, Placement, Point, option::words, pass::pass};

words! {
    /// Which compares are split.
    Mode {
        Full = "full": "all of them",
        Light = "light": "those that a dictionary does not help with",
    }
}

pass! {
    "byte-split": "splits compares of more than eight bits into steps of eight",
    Placement::Profile(Point::OF_PASSES),
    MODE mode: Mode = Key::word("mode", "which compares are split"),
    FLOATS floats: bool = Key::switch("floats", false, "floating-point compares too"),
    ZERO_ONE zero_one: bool = Key::switch("zero-one", false, "compares with 0 and 1 too"),
    LOOPS loops: bool = Key::switch("loops", false, "compares with loop counters too"),
    GATES gates: bool = Key::switch("gates", false,
        "steps beside the compare, behind a gate that is shut once all its bytes have been right"),
}
