//! Functions that allow and deny lists leave out.

use crate::ir::{Function, Module};

const ATTRIBUTE: &str = "fz-excluded";

/// Says that lists leave the function out.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether lists leave the function out.
pub fn is_excluded(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
