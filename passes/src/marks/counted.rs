//! Functions that have their counters.

use super::Life;
use crate::ir::{Function, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["edges"],
    read_by: &[
        "dictionary",
        "edges",
        "guards",
        "pins",
        "sites",
        "unit-record",
    ],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-edges";

/// Says that a function has its counters.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether the function has its counters: of an earlier run of `edges`, or of the module that IR input was before.
pub fn is_counted(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
