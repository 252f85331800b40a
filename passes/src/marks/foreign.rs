//! Functions that are not of the user's source.

use crate::ir::{Function, Module};

const ATTRIBUTE: &str = "fz-foreign";

/// Says that a function is not of the user's source.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function is not of the user's source.
pub fn is_foreign(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
