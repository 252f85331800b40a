//! `strip-line-tables`

use super::ITSELF;
use crate::{Pass, Placement, pass::pass};

pass! {
    "strip-line-tables": "removes debug information that only fz asked for",
    Placement::Driver(ITSELF),
}
