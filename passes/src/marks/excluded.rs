//! Functions that allow and deny lists exclude.

use super::Life;
use crate::ir::{Function, Module};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["selection"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-excluded";

/// Marks a function that the lists exclude.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether the lists exclude a function.
pub fn is_excluded(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
