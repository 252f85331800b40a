//! `stack-depth`

use crate::{Pass, Placement};

pub const PASS: Pass = Pass {
    name: "stack-depth",
    summary: "has functions that may call themselves record how deep the stack gets",
    options: &[],
    placement: Placement::Driver("write `[feedback.stack-depth]`"),
};
