//! `narrow-compares`

use crate::{Pass, Placement, Point, pass::pass};

pass! {
    "narrow-compares": "narrows compares to the width that the source has, from that of C's promotions",
    Placement::Profile(Point::OF_PASSES),
}
