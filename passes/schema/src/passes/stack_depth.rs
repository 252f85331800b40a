//! `stack-depth`

use crate::{Pass, Placement, pass::pass};

pass! {
    "stack-depth": "has functions that may call themselves record how deep the stack gets",
    Placement::Driver("write `[feedback.stack-depth]`"),
}
