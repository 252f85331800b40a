//! Functions that allow and deny lists leave out.

use super::Life;
use crate::ir::{Function, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["selection"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-excluded";

/// Says that lists leave the function out.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether lists leave the function out.
pub fn is_excluded(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
