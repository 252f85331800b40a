//! Jumps to what comes after a call that may not return.

use super::Life;
use crate::ir::{Module, Term};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["split-returns"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.returned";

/// Says of a jump that control takes it because a call has returned.
pub fn mark(module: Module, jump: Term) {
    module.mark(jump, module.metadata_kind(MARK));
}

/// Whether control goes there because a call has returned.
pub fn is_marked(terminator: Term) -> bool {
    terminator.has_metadata(terminator.metadata_kind(MARK))
}
