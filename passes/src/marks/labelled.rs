//! Functions that propagate taint labels.

use super::Life;
use crate::ir::{Function, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["taint"],
    read_by: &["taint"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-taint";

/// Says that a function propagates labels.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function propagates labels: of the module that IR input was before.
pub fn is_labelled(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
