//! Steps: what one question of the program became several of. A fuzzer learns from the answers how far an input came;
//! that it came to a question is in the answers, too.

use super::Life;
use crate::ir::{Module, Term};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["byte-split", "split-calls"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.step";
const SILENT: &str = "fz.silent";

/// Marks the branch or switch at the end of a block that nothing but an earlier step leads to.
pub fn mark(module: Module, terminator: Term) {
    module.mark(terminator, module.metadata_kind(MARK));
}

/// Whether it is the question of such a step.
pub fn is_marked(terminator: Term) -> bool {
    terminator.has_metadata(terminator.metadata_kind(MARK))
}

/// Marks a branch that the program does not have: its ways meet again, and only what the program asks there tells.
pub fn silence(module: Module, terminator: Term) {
    module.mark(terminator, module.metadata_kind(SILENT));
}

/// Whether it is such a branch.
pub fn is_silent(terminator: Term) -> bool {
    terminator.has_metadata(terminator.metadata_kind(SILENT))
}
