//! `split-returns`

use crate::{Pass, Placement, Point};

pub const PASS: Pass = Pass {
    name: "split-returns",
    summary: "gives what follows a call that may not return a basic block of its own",
    options: &[],
    placement: Placement::Profile(Point::OF_PASSES),
};
