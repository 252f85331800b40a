//! Functions that have their counters.

use crate::ir::{Function, Module};

const ATTRIBUTE: &str = "fz-edges";

/// Says that a function has its counters.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether the function has its counters: of an earlier run of `edges`, or of the module that IR input was before.
pub fn is_counted(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
