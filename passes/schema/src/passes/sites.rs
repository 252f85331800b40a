//! `sites`

use super::{RECORDS as WHERE_WRONG, STAGE as WHERE_NEEDED};
use crate::{Key, Pass, Placement, option::words};

words! {
    /// Which sites a run of the pass finds.
    Stage {
        All = "all": "all of them",
        Early = "early": "the calls that `pointers` means alone, for a run after inlining",
    }
}

pub const INTEGERS: Key<bool> = Key::switch("integers", true, "compares of integers");
pub const FLOATS: Key<bool> = Key::switch("floats", true, "compares of floating-point numbers");
pub const ADDRESSES: Key<bool> =
    Key::switch("addresses", false, "compares of pointers with each other");
pub const CHOICES: Key<bool> =
    Key::switch("choices", true, "minima, maxima and three-way compares");
pub const SWITCHES: Key<bool> = Key::switch("switches", true, "switches");
pub const DIVISORS: Key<bool> = Key::switch("divisors", true, "divisors that are not constants");
pub const INDICES: Key<bool> = Key::switch(
    "indices",
    false,
    "indices of arrays that are not constants",
);
pub const CALLS: Key<bool> =
    Key::switch("calls", true, "calls that compare strings or memory");
pub const POINTERS: Key<bool> = Key::switch(
    "pointers",
    false,
    "calls of any other function that takes two pointers first",
);
pub const GUARDS: Key<bool> = Key::switch(
    "guards",
    true,
    "what `guards` has planted: the tests of guards, and exploit predicates",
);
pub const ALLOCATIONS: Key<bool> = Key::switch(
    "allocations",
    false,
    "sizes of allocations that are not constants",
);
pub const LENGTHS: Key<bool> = Key::switch(
    "lengths",
    false,
    "how much is copied, read, written or compared, where that is not a constant",
);
pub const CALLEES: Key<bool> = Key::switch("callees", false, "the callees of indirect calls");
pub const TRUTHS: Key<bool> = Key::switch(
    "truths",
    false,
    "truth values that are branched on, or select, and that nothing here has compared",
);
pub const SHIFTS: Key<bool> =
    Key::switch("shifts", false, "amounts of shifts that are not constants");
pub const LOOPS: Key<bool> = Key::switch(
    "loops",
    true,
    "compares that decide nothing but whether a loop goes on",
);
pub const BITS: Key<bool> = Key::switch(
    "bits",
    true,
    "compares whose answer is all there is to know: of a sign, of a single bit",
);
pub const STAGE: Key<Stage> =
    Key::word("stage", "which sites this run finds").set_by_driver(WHERE_NEEDED);
pub const RECORDS: Key<bool> = Key::switch(
    "records",
    true,
    "write .debug_fz_sites; not under LTO, where functions lose their names",
)
.set_by_driver(WHERE_WRONG);

pub const PASS: Pass = Pass {
    name: "sites",
    summary: "numbers and describes the places where the program compares",
    options: &[
        INTEGERS.option(),
        FLOATS.option(),
        ADDRESSES.option(),
        CHOICES.option(),
        SWITCHES.option(),
        DIVISORS.option(),
        INDICES.option(),
        CALLS.option(),
        POINTERS.option(),
        GUARDS.option(),
        ALLOCATIONS.option(),
        LENGTHS.option(),
        CALLEES.option(),
        TRUTHS.option(),
        SHIFTS.option(),
        LOOPS.option(),
        BITS.option(),
        STAGE.option(),
        RECORDS.option(),
    ],
    placement: Placement::Driver("write `[feedback.compares]` or `[feedback.taint]`"),
};
