//! `unify-returns`

use crate::{Pass, Placement, Point};

pub const PASS: Pass = Pass {
    name: "unify-returns",
    summary: "merges the returns of a function into one basic block",
    options: &[],
    placement: Placement::Profile(Point::OF_PASSES),
};
