//! `split-calls`

use crate::{Key, Pass, Placement, Point, option::words};

words! {
    /// Which calls are split.
    Mode {
        Full = "full": "all of them",
        Light = "light": "those whose text the dictionary does not have",
    }
}

pub const MODE: Key<Mode> = Key::word("mode", "which calls are split");
pub const HOLD: Key<bool> = Key::switch(
    "hold",
    false,
    "at `start`: only keep other passes from changing the calls that a later run splits",
);
pub const UNROLL: Key<u64> = Key::number(
    "unroll",
    [1, 256],
    32,
    "bytes of a call that become steps; a call of the function decides the rest",
);
pub const GATES: Key<bool> = Key::switch(
    "gates",
    false,
    "steps beside the call, behind a gate that is shut once all its bytes have been right",
);

pub const PASS: Pass = Pass {
    name: "split-calls",
    summary: "splits calls that compare strings and memory into steps of a byte",
    options: &[MODE.option(), HOLD.option(), UNROLL.option(), GATES.option()],
    placement: Placement::Profile(Point::OF_PASSES),
};
