//! `sites`

use super::{RECORDS as WHERE_WRONG, STAGE as WHERE_NEEDED};
use crate::{Key, Pass, Placement, option::words, pass::pass};

words! {
    /// Which sites a run of the pass finds.
    Stage {
        All = "all": "all of them",
        Early = "early": "the calls that `pointers` means alone, for a run after inlining",
    }
}

pass! {
    "sites": "numbers and describes the places where the program compares",
    Placement::Driver("write `[feedback.compares]` or `[feedback.taint]`"),
    INTEGERS integers: bool = Key::switch("integers", true, "compares of integers"),
    FLOATS floats: bool = Key::switch("floats", true, "compares of floating-point numbers"),
    ADDRESSES addresses: bool = Key::switch("addresses", false, "compares of pointers with each other"),
    CHOICES choices: bool = Key::switch("choices", true, "minima, maxima and three-way compares"),
    SWITCHES switches: bool = Key::switch("switches", true, "switches"),
    DIVISORS divisors: bool = Key::switch("divisors", true, "divisors that are not constants"),
    INDICES indices: bool = Key::switch("indices", false, "indices of arrays that are not constants"),
    CALLS calls: bool = Key::switch("calls", true, "calls that compare strings or memory"),
    POINTERS pointers: bool = Key::switch("pointers", false,
        "calls of any other function that takes two pointers first"),
    GUARDS guards: bool = Key::switch("guards", true,
        "what `guards` has planted: the tests of guards, and exploit predicates"),
    ALLOCATIONS allocations: bool = Key::switch("allocations", false, "sizes of allocations that are not constants"),
    LENGTHS lengths: bool = Key::switch("lengths", false,
        "how much is copied, read, written or compared, where that is not a constant"),
    CALLEES callees: bool = Key::switch("callees", false, "the callees of indirect calls"),
    TRUTHS truths: bool = Key::switch("truths", false,
        "truth values that are branched on, or select, and that nothing here has compared"),
    SHIFTS shifts: bool = Key::switch("shifts", false, "amounts of shifts that are not constants"),
    LOOPS loops: bool = Key::switch("loops", true, "compares that decide nothing but whether a loop goes on"),
    BITS bits: bool = Key::switch("bits", true,
        "compares whose answer is all there is to know: of a sign, of a single bit"),
    STAGE stage: Stage = Key::word("stage", "which sites this run finds").set_by_driver(WHERE_NEEDED),
    RECORDS records: bool = Key::switch("records", true,
        "write .debug_fz_sites; not under LTO, where functions lose their names").set_by_driver(WHERE_WRONG),
}
