//! Functions that measure the stack's depth.

use super::Life;
use crate::ir::{Function, Module};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["stack-depth"],
    read_by: &["stack-depth"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-stack-depth";

/// Marks a function that measures the stack's depth.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function measures the stack's depth already: it does if the input is IR that an instrumented build
/// wrote.
pub fn is_measured(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
