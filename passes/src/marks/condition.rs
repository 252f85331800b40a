//! Branches and switches that decide a condition of the source.

use super::Life;
use crate::ir::{Module, Term};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["conditions"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.condition";

/// Marks a branch or a switch with the condition that it decides, by its number in the unit's table.
pub fn mark(module: Module, terminator: Term, number: u32) {
    let number = module.const_int(32, number.into());
    module.mark_with(terminator, module.metadata_kind(MARK), number);
}

/// The condition that a branch or a switch decides, by its number in the unit's table.
pub fn asked(terminator: Term) -> Option<u32> {
    let number = terminator.marked_with(terminator.metadata_kind(MARK))?;
    Some(number.int_constant()? as u32)
}
