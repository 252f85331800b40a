//! Steps: the branches that replace one compare of the program. Their outcomes show a fuzzer how far an input came;
//! that it reached a step follows from them, too.

use super::Life;
use crate::ir::{Module, Term};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["byte-split", "split-calls", "distance"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.step";
const SILENT: &str = "fz.silent";

/// Marks the branch or switch at the end of a block that only an earlier step leads to.
pub fn mark(module: Module, terminator: Term) {
    module.mark(terminator, module.metadata_kind(MARK));
}

/// Whether a branch or a switch is such a step.
pub fn is_marked(terminator: Term) -> bool {
    terminator.has_metadata(terminator.metadata_kind(MARK))
}

/// Marks a branch that the program does not have and whose ways meet again: its outcome is visible in the program's
/// own branches.
pub fn silence(module: Module, terminator: Term) {
    module.mark(terminator, module.metadata_kind(SILENT));
}

/// Whether a branch is a silent one.
pub fn is_silent(terminator: Term) -> bool {
    terminator.has_metadata(terminator.metadata_kind(SILENT))
}
