//! `split-landing-pads`

use crate::{Pass, Placement, Point, pass::pass};

pass! {
    "split-landing-pads": "gives each call that may throw a landing pad of its own",
    Placement::Profile(Point::OF_PASSES),
}
