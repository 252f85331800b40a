//! Whether code stands behind a branch that inlining may decide. A guess: only what it says no to is left as it is.

use std::collections::{HashMap, HashSet};

use crate::ir::{Block, Function, Inst, Linkage, Op, Term, Value};

/// What is known already.
#[derive(Default)]
pub struct Guarded {
    /// Blocks that are reached past no such branch.
    reached: HashMap<Function, HashSet<Block>>,
    known: HashMap<Value, bool>,
}

impl Guarded {
    /// Whether all uses of a function or variable are.
    pub fn holds(&mut self, value: Value) -> bool {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        // What calls itself does not reach itself.
        self.known.insert(value, true);
        let holds = value
            .uses()
            .into_iter()
            .all(|one| self.is_guarded(one.user));
        self.known.insert(value, holds);
        holds
    }

    fn is_guarded(&mut self, user: Value) -> bool {
        let Some(inst) = user.as_inst() else {
            // A part of a constant; but not one that something holds, which may be used elsewhere.
            return user.as_global().is_none() && user.as_function().is_none() && self.holds(user);
        };
        let function = inst.function();
        let reached = self.reached.entry(function);
        let is_reached = reached
            .or_insert_with(|| reached_in(function))
            .contains(&inst.block());
        !is_reached || may_be_inlined(function) && self.holds(function.value())
    }
}

/// Whether its arguments may become constants.
pub fn may_be_inlined(function: Function) -> bool {
    let is_copied =
        [Linkage::LinkOnceOdr, Linkage::AvailableExternally].contains(&function.linkage());
    function.is_local() || is_copied
}

fn reached_in(function: Function) -> HashSet<Block> {
    let mut reached = HashSet::new();
    let mut open = vec![function.entry()];
    while let Some(block) = open.pop() {
        let is_decided = || block.terminator().is_some_and(may_be_decided);
        if reached.insert(block) && !is_decided() {
            open.extend(block.successors());
        }
    }
    reached
}

fn may_be_decided(terminator: Term) -> bool {
    let decides =
        terminator.successors().len() > 1 && matches!(terminator.op(), Op::Br | Op::Switch);
    let condition = match terminator.op() {
        Op::Switch => Some(terminator.operand(0)),
        _ => terminator.branch_condition(),
    };
    decides && condition.is_some_and(|condition| may_be_constant(condition, DEEPEST))
}

/// How far a condition is followed.
const DEEPEST: u32 = 12;

/// Intrinsics that are constants once more is known.
const QUESTIONS: [&str; 4] = [
    "llvm.expect.",
    "llvm.is.constant.",
    "llvm.objectsize.",
    "llvm.ctpop.",
];

fn may_be_constant(value: Value, depth: u32) -> bool {
    let Some(inst) = value.as_inst() else {
        return value.is_constant() || value.parameter_of().is_some_and(may_be_inlined);
    };
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let operands = |inst: Inst| (0..inst.operand_count()).map(move |at| inst.operand(at));
    match inst.op() {
        Op::Load => is_constant_in(inst.operand(0), depth),
        Op::Call => {
            let call = inst.as_call().expect("a call");
            let name = call.called_name();
            QUESTIONS.iter().any(|question| name.starts_with(question))
                || call
                    .called()
                    .is_some_and(|f| f.is_definition() && may_be_inlined(f))
        }
        op if op.is_pure() => operands(inst).all(|operand| may_be_constant(operand, depth)),
        _ => false,
    }
}

/// Whether what is read from there may be a constant: a constant, or a variable that only such values are written to.
fn is_constant_in(pointer: Value, depth: u32) -> bool {
    if let Some(global) = pointer.as_global() {
        return global.is_constant_data() || global.is_local();
    }
    let Some(variable) = pointer.as_inst().filter(|inst| inst.is_alloca()) else {
        return false;
    };
    variable.value().uses().into_iter().all(|one| {
        let user = one.user.as_inst();
        user.is_some_and(|user| match user.op() {
            Op::Load => true,
            Op::Store => one.operand == 1 && may_be_constant(user.operand(0), depth),
            Op::Call => user.value().called_name().starts_with("llvm."),
            _ => false,
        })
    })
}
