//! Jumps to the code after a call that may not return.

use super::Life;
use crate::ir::{Module, Term};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["split-returns"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.returned";

/// Marks a jump that is taken once a call has returned.
pub fn mark(module: Module, jump: Term) {
    module.mark(jump, module.metadata_kind(MARK));
}

/// Whether a jump is taken because a call has returned.
pub fn is_marked(terminator: Term) -> bool {
    terminator.has_metadata(terminator.metadata_kind(MARK))
}
