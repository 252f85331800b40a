//! `strip-line-tables`

use super::ITSELF;
use crate::{Pass, Placement};

pub const PASS: Pass = Pass {
    name: "strip-line-tables",
    summary: "removes debug information that only fz asked for",
    options: &[],
    placement: Placement::Driver(ITSELF),
};
