//! Functions that have their sites.

use super::Life;
use crate::ir::{Function, Module};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["sites"],
    read_by: &["sites"],
    gone_after: &["code generation"],
    leftover: None,
};

const ATTRIBUTE: &str = "fz-sites";
const ALL: &str = "";
const EARLY: &str = "early";

/// Marks a function that has all its sites, with numbers.
pub fn mark_all(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, ALL);
}

/// Marks a function that has its early sites, without numbers.
pub fn mark_early(module: Module, function: Function) {
    function.set_string_attribute(module, ATTRIBUTE, EARLY);
}

/// Whether a function has all its sites.
pub fn has_all(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).as_deref() == Some(ALL)
}

/// Whether a function has its early sites and not yet all.
pub fn has_early(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).as_deref() == Some(EARLY)
}
