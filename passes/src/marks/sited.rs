//! Functions whose sites are planted.

use super::Life;
use crate::ir::{Function, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["sites"],
    read_by: &["sites"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-sites";
const ALL: &str = "";
const EARLY: &str = "early";

/// Says that all sites of a function are planted, with numbers.
pub fn mark_all(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, ALL);
}

/// Says that the early sites of a function are planted, without numbers.
pub fn mark_early(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, EARLY);
}

/// Whether all sites of a function are planted.
pub fn has_all(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).as_deref() == Some(ALL)
}

/// Whether the early sites of a function are planted, and not yet all.
pub fn has_early(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).as_deref() == Some(EARLY)
}
