//! Truth values that no branch uses: if they are stored, returned, extended or summed, no edge shows the decision.

use std::collections::{HashMap, hash_map::Entry};

use crate::ir::{Inst, Op, Term, Use};

/// What is known about the truth values of a function.
#[derive(Default)]
pub struct Truths {
    /// For φ nodes of truth values: whether one is used as a value.
    phis: HashMap<Inst, bool>,
}

impl Truths {
    /// Whether a truth value has a use as a value, for which no edge shows the outcome.
    pub fn is_used_as_value(&mut self, value: Inst) -> bool {
        is_decision(value)
            && !is_decided_after(value)
            && value.next().is_some()
            && !self.value_uses(value).is_empty()
    }

    /// The uses of a truth value as a value.
    pub fn value_uses(&mut self, value: Inst) -> Vec<Use> {
        let parts = is_made_of_parts(value);
        let mut uses = value.uses();
        uses.retain(|u| match phi_of(u) {
            Some(phi) => parts || self.phi_is_value(phi),
            None => takes_for_value(u),
        });
        uses
    }

    /// Whether a φ node, or another that it flows into, is used as a value. A branch on it decides what it stands for;
    /// if it is made of constants, its incoming edges did so already.
    fn phi_is_value(&mut self, phi: Inst) -> bool {
        if let Some(known) = self.phis.get(&phi) {
            return *known;
        }
        // For each φ node, the one that it was reached from.
        let (mut seen, mut work) = (HashMap::from([(phi, None)]), vec![phi]);
        while let Some(phi) = work.pop() {
            for found in phi.uses() {
                let is_value = match phi_of(&found) {
                    None => takes_for_value(&found),
                    Some(user) => match (self.phis.get(&user), seen.entry(user)) {
                        (Some(known), _) => *known,
                        (None, Entry::Vacant(new)) => {
                            new.insert(Some(phi));
                            work.push(user);
                            false
                        }
                        (None, Entry::Occupied(_)) => false,
                    },
                };
                if is_value {
                    // So is each φ node on the path to it.
                    let way = std::iter::successors(Some(phi), |phi| seen[phi]);
                    self.phis.extend(way.map(|phi| (phi, true)));
                    return true;
                }
            }
        }
        self.phis.extend(seen.into_keys().map(|phi| (phi, false)));
        false
    }
}

/// The φ node of a use.
fn phi_of(found: &Use) -> Option<Inst> {
    found.user.as_inst().filter(|user| user.is(Op::Phi))
}

/// Whether the program decides something here, and does not just read an earlier decision.
fn is_decision(value: Inst) -> bool {
    if !value.ty().is_bool() {
        return false;
    }
    if reads_decision(value, READS) {
        return false;
    }
    match value.op() {
        Op::ICmp | Op::FCmp | Op::And | Op::Or | Op::Xor | Op::Select => true,
        Op::ExtractValue => value.operand(0).called_name().contains(".with.overflow."),
        Op::Call => {
            let name = value.called_name();
            name.starts_with("llvm.is.fpclass.") || name.starts_with("llvm.expect.i1")
        }
        _ => false,
    }
}

/// So many operations stand between a decision and what reads it: C's `!!x` takes four.
const READS: u32 = 6;

/// Whether a value follows from the edge by which a φ node of constants was reached. `most`: so many operations are
/// looked through.
fn reads_decision(value: Inst, most: u32) -> bool {
    let reads = |of: u32| {
        let from = value.operand(of).as_inst();
        most > 0 && from.is_some_and(|from| reads_decision(from, most - 1))
    };
    match value.op() {
        Op::Phi => value.incoming().iter().all(|(of, _)| of.is_constant()),
        Op::ZExt | Op::SExt | Op::Trunc | Op::Freeze => reads(0),
        Op::ICmp | Op::Xor => value.operand(1).is_constant() && reads(0),
        _ => false,
    }
}

/// Whether the value's basic block ends in a branch on it.
fn is_decided_after(value: Inst) -> bool {
    let terminator = value.block().terminator();
    terminator.and_then(Term::branch_condition) == Some(value.value())
}

/// Whether it combines several conditions, which a branch on a φ node would not tell apart.
fn is_made_of_parts(value: Inst) -> bool {
    match value.op() {
        Op::And | Op::Or | Op::Select => true,
        Op::Xor => value.operand(1).bool_constant().is_none(),
        _ => false,
    }
}

fn takes_for_value(found: &Use) -> bool {
    let Some(user) = found.user.as_inst() else {
        return false;
    };
    match user.op() {
        Op::Br | Op::Switch => false,
        // If these are decided, then where their own result is used.
        Op::And | Op::Or | Op::Xor | Op::Freeze | Op::ICmp | Op::Select => false,
        Op::Call => {
            let name = user.called_name();
            !["llvm.assume", "llvm.expect.", "llvm.is.constant."]
                .iter()
                .any(|p| name.starts_with(p))
        }
        Op::ZExt | Op::SExt => !is_only_asked_again(user, 0),
        _ => true,
    }
}

/// So many casts and `llvm.expect`s stand between a truth value and the question: nobody nests more.
const STEPS: u32 = 6;

/// Whether an extended truth value is only compared with a constant: C's `!!x`, and `if` at -O0. `behind`: the number
/// of steps so far.
fn is_only_asked_again(extended: Inst, behind: u32) -> bool {
    let goes_on = |user: Inst| behind < STEPS && is_only_asked_again(user, behind + 1);
    let is_question = |u: &Use| match u.user.as_inst() {
        Some(user) if user.is(Op::ICmp) => user.operand(1).is_constant(),
        Some(user) if matches!(user.op(), Op::ZExt | Op::SExt | Op::Trunc) => goes_on(user),
        Some(user) if user.called_name().starts_with("llvm.expect.") => {
            u.operand == 0 && goes_on(user)
        }
        _ => false,
    };
    let uses = extended.uses();
    !uses.is_empty() && uses.iter().all(is_question)
}
