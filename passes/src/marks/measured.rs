//! Functions that measure the stack.

use super::Life;
use crate::ir::{Function, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["stack-depth"],
    read_by: &["stack-depth"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-stack-depth";

/// Says that a function measures the stack.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function measures the stack: of the module that IR input was before.
pub fn is_measured(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
