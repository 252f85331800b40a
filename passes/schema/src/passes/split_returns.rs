//! `split-returns`

use crate::{Pass, Placement, Point, pass::pass};

pass! {
    "split-returns": "gives what follows a call that may not return a basic block of its own",
    Placement::Profile(Point::OF_PASSES),
}
