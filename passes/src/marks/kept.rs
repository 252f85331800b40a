//! Calls and operations that an expansion left in its place, so that a second run leaves them alone.

use super::Life;
use crate::ir::{Call, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["select-reedge", "split-calls"],
    read_by: &["select-reedge", "split-calls"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.kept";

/// Marks a call that an expansion leaves.
pub fn mark(module: Module, call: Call) {
    module.mark(call, module.metadata_kind(MARK));
}

/// Whether a call is one that an expansion left.
pub fn is_marked(module: Module, call: Call) -> bool {
    call.has_metadata(module.metadata_kind(MARK))
}
