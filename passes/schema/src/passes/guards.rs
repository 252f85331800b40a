//! `guards`

use crate::{Key, Pass, Placement, Point, option::words, pass::pass};

words! {
    /// Whose checks of integers the code has.
    Checks {
        Ours = "ours": "clang's, which are to become guards",
        Theirs = "theirs": "a sanitizer's, which stay as they are",
        Inferred = "inferred": "nobody's: guards are inferred from the IR",
    }
}

pass! {
    "guards": "turns clang's checks of integers into branches that report what goes wrong, and go on",
    // At the start: optimisations would merge checks, and `sites` numbers the conditions of guards.
    Placement::Profile(&[Point::Start]),
    CHECKS checks: Checks = Key::word("checks", "whose checks of integers the code has").set_by_driver(
        "fz knows which checks it has asked clang for"),
    SITES sites: bool = Key::switch("sites", false,
        "what guards check is reported as compares are; where the profile has compare feedback it is on unless \
         turned off"),
    EXPLOIT exploit: bool = Key::switch("exploit", false,
        "report, too, where the profile has compare feedback: wrong divisors, indices and sizes of allocations, \
         guarded or not"),
}
