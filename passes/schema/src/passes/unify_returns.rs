//! `unify-returns`

use crate::{Pass, Placement, Point, pass::pass};

pass! {
    "unify-returns": "merges the returns of a function into one basic block",
    Placement::Profile(Point::OF_PASSES),
}
