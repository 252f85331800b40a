//! `linkable`

use crate::{Pass, Placement, Point, pass::pass};

pass! {
    "linkable": "lets code that an optimiser would have removed need nothing, so that a build without one links",
    Placement::Profile(&[Point::Start]),
}
