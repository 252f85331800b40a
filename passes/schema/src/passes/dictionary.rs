//! `dictionary`

use super::STAGE as WHERE_NEEDED;
use crate::{Key, Pass, Placement, option::words};

words! {
    /// What a run of the pass does.
    Stage {
        Find = "find": "notes the tokens",
        Inlined = "inlined": "notes those that inlining and constant propagation have brought to compares",
        Write = "write": "writes the records that `edges` has left, after it",
    }
}

pub const IGNORE: Key<Vec<String>> = Key::texts(
    "ignore",
    "PATTERN",
    "a function whose arguments are not tokens; `*` stands for anything",
)
.set_by_driver("write `[dictionary]` with `ignore` into fz.toml");
pub const STAGE: Key<Stage> =
    Key::word("stage", "what this run does").set_by_driver(WHERE_NEEDED);

pub const PASS: Pass = Pass {
    name: "dictionary",
    summary: "records what the program compares its input with, as dictionary tokens for fuzzers",
    options: &[IGNORE.option(), STAGE.option()],
    placement: Placement::Driver("write `[feedback.dictionary]`"),
};
