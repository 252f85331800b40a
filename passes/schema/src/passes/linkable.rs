//! `linkable`

use crate::{Pass, Placement, Point};

pub const PASS: Pass = Pass {
    name: "linkable",
    summary: "has code that an optimiser would have taken out ask for nothing, so that a build without one links",
    options: &[],
    placement: Placement::Profile(&[Point::Start]),
};
