//! `unify-returns`

use crate::{Pass, Placement, Point};

pub const PASS: Pass = Pass {
    name: "unify-returns",
    summary: "has one basic block of a function return",
    options: &[],
    placement: Placement::Profile(Point::OF_PASSES),
};
