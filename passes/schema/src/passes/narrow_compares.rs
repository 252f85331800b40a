//! `narrow-compares`

use crate::{Pass, Placement, Point};

pub const PASS: Pass = Pass {
    name: "narrow-compares",
    summary: "narrows compares to the width that the source has, from that of C's promotions",
    options: &[],
    placement: Placement::Profile(Point::OF_PASSES),
};
