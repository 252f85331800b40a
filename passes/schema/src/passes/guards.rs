//! `guards`

use crate::{Key, Pass, Placement, Point, option::words};

words! {
    /// Whose checks of integers the code has.
    Checks {
        Ours = "ours": "clang's, which are to become guards",
        Theirs = "theirs": "a sanitizer's, which stay as they are",
        Inferred = "inferred": "nobody's: guards are inferred from the IR",
    }
}

pub const CHECKS: Key<Checks> = Key::word("checks", "whose checks of integers the code has")
    .set_by_driver("fz knows which checks it has asked clang for");
pub const SITES: Key<bool> = Key::switch(
    "sites",
    false,
    "what guards check is reported as compares are; where the profile has compare feedback it is on unless turned off",
);
pub const EXPLOIT: Key<bool> = Key::switch(
    "exploit",
    false,
    "report, too, where the profile has compare feedback: wrong divisors, indices and sizes of allocations, guarded or not",
);

pub const PASS: Pass = Pass {
    name: "guards",
    summary: "turns clang's checks of integers into branches that report what goes wrong, and go on",
    options: &[CHECKS.option(), SITES.option(), EXPLOIT.option()],
    // At the start: optimisations would merge checks, and `sites` numbers the conditions of guards.
    placement: Placement::Profile(&[Point::Start]),
};
