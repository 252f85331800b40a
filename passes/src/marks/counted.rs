//! Functions that have their counters.

use super::Life;
use crate::ir::{Function, Module};

/// The passes that make and read the mark, and what it is gone after.
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

/// Marks a function that has its counters.
pub fn mark(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, "");
}

/// Whether a function has its counters: from an earlier run of `edges`, or from the build that wrote the IR which is
/// the input now.
pub fn is_counted(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}
