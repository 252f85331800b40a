//! Functions that are not of the user's source.

use super::Life;
use crate::ir::{Function, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["conditions"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-foreign";

/// Says that a function is not of the user's source.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function is not of the user's source.
pub fn is_foreign(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
