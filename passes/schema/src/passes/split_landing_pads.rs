//! `split-landing-pads`

use crate::{Pass, Placement, Point};

pub const PASS: Pass = Pass {
    name: "split-landing-pads",
    summary: "gives each call that may throw a landing pad of its own",
    options: &[],
    placement: Placement::Profile(Point::OF_PASSES),
};
