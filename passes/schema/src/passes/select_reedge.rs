//! `select-reedge`

use crate::{Key, Pass, Placement, Point, option::words, pass::pass};

words! {
    /// A kind of decision without a branch.
    DecisionKind {
        Select = "select": "selects of values",
        Logic = "logic": "conditions made of several",
        Truth = "truth": "truth values that are stored, returned, extended or summed",
        MinMax = "minmax": "minimum, maximum, absolute value, three-way compare",
        Saturate = "saturate": "saturating addition, subtraction, shift",
        Lookup = "lookup": "loads from the tables that LLVM makes of switches",
        Range = "range": "`x - a < n` where it asks for two bounds",
        Sum = "sum": "how many conditions hold, or which",
    }
}

pass! {
    "select-reedge": "turns decisions without branches into control flow",
    Placement::Profile(Point::OF_PASSES),
    KINDS kinds: Vec<DecisionKind> = Key::set("kinds", "what becomes control flow"),
}
