//! Functions that are not part of the user's source.

use super::Life;
use crate::ir::{Function, Module};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["conditions"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-foreign";

/// Marks a function that is not part of the user's source.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function is not part of the user's source.
pub fn is_foreign(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
