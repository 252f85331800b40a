//! `linkable`

use crate::{Pass, Placement, Point};

pub const PASS: Pass = Pass {
    name: "linkable",
    summary: "lets code that an optimiser would have removed need nothing, so that a build without one links",
    options: &[],
    placement: Placement::Profile(&[Point::Start]),
};
