//! Jumps to what comes after a call that may not return.

use crate::ir::{Module, Term};

const MARK: &str = "fz.returned";

/// Says of a jump that control takes it because a call has returned.
pub fn mark(module: Module, jump: Term) {
    module.mark(jump, module.metadata_kind(MARK));
}

/// Whether control goes there because a call has returned.
pub fn is_marked(terminator: Term) -> bool {
    terminator.has_metadata(terminator.metadata_kind(MARK))
}
