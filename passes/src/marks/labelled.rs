//! Functions that propagate taint labels.

use super::Life;
use crate::ir::{Function, Module};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["taint"],
    read_by: &["taint"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-taint";

/// Marks a function that propagates labels.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function propagates labels already: it does if the input is IR that a taint build wrote.
pub fn is_labelled(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
