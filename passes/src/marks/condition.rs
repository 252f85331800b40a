//! Branches and switches that decide a condition of the source.
//!
//! The first successor of a marked branch stands for `true`. A coroutine gets counters after it was split, and optimised
//! before, and optimisers turn branches round. So its branches have weights, which are turned round with them.

use super::Life;
use crate::ir::{Builder, Function, IntPredicate, Module, Term};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["conditions"],
    read_by: &["edges"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.condition";

/// Of `true` and `false`.
const WEIGHTS: [u32; 2] = [1, 2];

/// Marks a branch or a switch with the condition that it decides, by its number in the unit's table.
pub fn mark(module: Module, terminator: Term, number: u32) {
    let number = module.const_int(32, number.into());
    module.mark_with(terminator, module.metadata_kind(MARK), number);
    let is_split_later = terminator.function().has_attribute("presplitcoroutine");
    if is_split_later && terminator.branch_condition().is_some() {
        module.set_branch_weights(terminator, WEIGHTS);
    }
}

/// Turns branches back that were turned round since they were marked.
pub fn turn_back(module: Module, function: Function) {
    let ends = function.blocks().into_iter().filter_map(|b| b.terminator());
    for branch in ends.filter(|end| asked(*end).is_some()) {
        let weights = branch.branch_weights();
        let turned = weights == Some([WEIGHTS[1], WEIGHTS[0]].map(u128::from));
        if let Some(condition) = branch.branch_condition().filter(|_| turned) {
            let builder = Builder::before(module, branch);
            let opposite = builder.icmp(IntPredicate::Eq, condition, condition.ty().constant(0));
            branch.turn_round(opposite);
            module.set_branch_weights(branch, WEIGHTS);
        }
    }
}

/// The condition that a branch or a switch decides, by its number in the unit's table.
pub fn asked(terminator: Term) -> Option<u32> {
    let number = terminator.marked_with(terminator.metadata_kind(MARK))?;
    Some(number.int_constant()? as u32)
}
