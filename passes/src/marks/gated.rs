//! Functions whose branches have gates.

use super::Life;
use crate::ir::{Function, Module};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["distance"],
    read_by: &["distance"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-distance";

/// Marks a function whose branches have gates.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function's branches have gates already: they do if the input is IR that an instrumented build wrote.
pub fn is_gated(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
