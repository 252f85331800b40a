//! `narrow-compares`

use crate::{Pass, Placement, Point};

pub const PASS: Pass = Pass {
    name: "narrow-compares",
    summary: "compares at the width that the source has, not at that of C's promotions",
    options: &[],
    placement: Placement::Profile(Point::OF_PASSES),
};
