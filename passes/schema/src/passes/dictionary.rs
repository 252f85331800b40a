//! `dictionary`

use super::STAGE as WHERE_NEEDED;
use crate::{Key, Pass, Placement, option::words, pass::pass};

words! {
    /// What a run of the pass does.
    Stage {
        Find = "find": "notes the tokens",
        Inlined = "inlined": "notes those that inlining and constant propagation have brought to compares",
        Write = "write": "writes the records that `edges` has left, after it",
    }
}

pass! {
    "dictionary": "records what the program compares its input with, as dictionary tokens for fuzzers",
    Placement::Driver("write `[feedback.dictionary]`"),
    IGNORE ignore: Vec<String> = Key::texts("ignore", "PATTERN",
        "a function whose arguments are not tokens; `*` stands for anything").set_by_driver("write `[dictionary]` with `ignore` into fz.toml"),
    STAGE stage: Stage = Key::word("stage", "what this run does").set_by_driver(WHERE_NEEDED),
}
