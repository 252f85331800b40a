//! Sites that `guards` plants: what a guard checks, and predicates that nothing checks though an operation can go
//! wrong.
//!
//! They are planted before any optimisation, while operations still have the widths of the source; the usual run
//! adopts them. The site of a guard holds the guard's record, as the guard's block does. If LLVM finds that a guard
//! can never be hit, the block is gone, and the site goes too.

use std::collections::HashSet;

use fz_abi::functions::events::GUARD_HIT;

use super::{Sites, find::width};
use crate::ir::Op;
use crate::ir::{Block, Call, Function, Inst, Term, Value};
use crate::marks::site::{NewSite, Predicate, flags, guard_record, read_guard};
use crate::records::constants::number;

/// The guards of a function that have sites.
pub struct Guarded {
    /// Records of guards that may be hit.
    alive: HashSet<Value>,
    /// The blocks of guards that have sites.
    blocks: HashSet<Block>,
}

impl Guarded {
    /// Finds the guards of a function.
    pub fn of(function: Function) -> Guarded {
        let recorded: HashSet<_> = function
            .calls()
            .filter_map(read_guard)
            .filter_map(|found| guard_record(&found))
            .collect();
        let hits: Vec<_> = match recorded.is_empty() {
            true => Vec::new(),
            false => function
                .calls()
                .filter(|call| call.called_name().ends_with(GUARD_HIT.name))
                .collect(),
        };
        let has_site = |hit: &&Call| recorded.contains(&hit.operand(0));
        Guarded {
            blocks: hits.iter().filter(has_site).map(|h| h.block()).collect(),
            alive: hits.iter().map(|hit| hit.operand(0)).collect(),
        }
    }

    /// Whether only guards use a compare: these have sites of their own.
    pub fn is_only_for_guards(&self, compare: Inst) -> bool {
        !self.blocks.is_empty() && self.leads_to_guards(compare.value(), 0)
    }

    fn leads_to_guards(&self, truth: Value, depth: u32) -> bool {
        use Op::*;
        /// The conditions that clang emits have few parts.
        const DEEPEST: u32 = 6;
        let uses = truth.uses();
        let leads = |user: Value| match user.op() {
            Some(And | Or | Xor | Select | Freeze | Phi) => {
                depth < DEEPEST && self.leads_to_guards(user, depth + 1)
            }
            _ => {
                let term = user.as_inst().and_then(Inst::as_term);
                let branch = term.filter(|term| term.branch_condition().is_some());
                let mut targets = branch.into_iter().flat_map(Term::successors);
                targets.any(|target| self.blocks.contains(&target))
            }
        };
        !uses.is_empty() && uses.into_iter().all(|u| leads(u.user))
    }

    /// A planted site completed for its record; an error is the reason why it is a site no longer.
    pub fn adopted(&self, pass: &Sites, found: NewSite) -> Result<NewSite, &'static str> {
        pass.wants(found.kind)?;
        if guard_record(&found).is_some_and(|record| !self.alive.contains(&record)) {
            return Err("never-hit");
        }
        let [a, b] = [found.operands[0], found.operands[1]];
        if a.is_constant() && b.is_constant() {
            return Err("constant");
        }
        if !pass.loops && (counts(a) || counts(b)) {
            return Err("loops");
        }
        let has = |flag| found.flags & flag != 0;
        let equals = !has(flags::OPERATION)
            && Predicate::of(found.relation).is_some_and(Predicate::is_equality);
        let constant = [b, a].into_iter().find(|v| v.is_constant());
        let signed = has(flags::SIGNED) || equals;
        Ok(NewSite {
            bits: width(a.ty())?,
            constant: constant.map_or(String::new(), |c| number(c, signed)),
            callee: String::new(),
            ..found
        })
    }
}

/// Whether a value is a loop's induction variable: reported in each iteration, it would only say how often the loop
/// runs.
fn counts(value: Value) -> bool {
    use Op::{Add, Sub};
    let is_step = |next: Value| {
        (next.is(Add) || next.is(Sub)) && next.operand(0) == value && next.operand(1).is_constant()
    };
    let incoming = value.as_inst().map(Inst::incoming).unwrap_or_default();
    incoming.into_iter().any(|(next, _)| is_step(next))
}
