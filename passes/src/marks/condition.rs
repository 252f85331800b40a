//! Branches and switches that ask a condition of the source.

use super::Life;
use crate::ir::{Module, Term};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["conditions"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.condition";

/// Says which condition a branch or a switch asks, by its number in the unit's table.
pub fn mark(module: Module, terminator: Term, number: u32) {
    let number = module.const_int(32, number.into());
    module.mark_with(terminator, module.metadata_kind(MARK), number);
}

/// The condition that a branch or a switch asks, by its number in the unit's table.
pub fn asked(terminator: Term) -> Option<u32> {
    let number = terminator.marked_with(terminator.metadata_kind(MARK))?;
    Some(number.int_constant()? as u32)
}
