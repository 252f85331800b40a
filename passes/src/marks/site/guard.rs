//! Sites that `guards` plants: what a guard checks, and predicates that nothing checks though an operation can go
//! wrong.

use super::{NewSite, SiteKind, flags, is_early, plant_guard, planted, predicate_of};
use crate::ir::{Builder, Call, Function, Global, Value};
use crate::ir::{IntPredicate, Op};

/// A predicate to report.
#[derive(Clone, Copy)]
pub enum GuardCheck {
    /// A compare that holds if an operation goes wrong.
    Compare(IntPredicate, Value, Value),
    /// The operands of a sum, a difference or a product. The lowering computes the bounds of one operand from the
    /// other, off the hot path.
    Operation {
        /// `ADD`, `SUB` or `MUL`.
        kind: u16,
        signed: bool,
        operands: [Value; 2],
    },
}

impl GuardCheck {
    /// Plants a site without a number where the builder stands, with the guard's record if there is a guard.
    pub fn plant(self, builder: &Builder, guard: u16, record: Option<Global>) {
        let (relation, flags, operands) = self.parts();
        let exploit = match record {
            Some(_) => 0,
            None => flags::EXPLOIT,
        };
        let flags = flags | exploit | u32::from(guard) << flags::GUARD_SHIFT;
        let operands: Vec<_> = operands
            .into_iter()
            .chain(record.map(Global::value))
            .collect();
        plant_guard(builder, relation, flags, &operands);
    }

    fn parts(self) -> (u32, u32, [Value; 2]) {
        let signed = |is| if is { flags::SIGNED } else { 0 };
        let (relation, flags, operands) = match self {
            GuardCheck::Compare(predicate, a, b) => {
                let (predicate, is_signed) = predicate_of(predicate);
                (predicate as u32, signed(is_signed), [a, b])
            }
            GuardCheck::Operation {
                kind,
                signed: is_signed,
                operands,
            } => {
                let flags = flags::OPERATION | signed(is_signed);
                (u32::from(kind), flags, operands)
            }
        };
        (relation, flags, operands.map(unfrozen))
    }

    /// Whether an intermediate call reports the same.
    fn is_same_as(self, found: &NewSite) -> bool {
        let (relation, flags, operands) = self.parts();
        let compared = flags::SIGNED | flags::OPERATION;
        (relation, flags) == (found.relation, found.flags & compared)
            && operands[..] == found.operands[..2]
    }
}

/// A value without its freeze: lowerings freeze values themselves, and two guards may have frozen the same one.
fn unfrozen(value: Value) -> Value {
    match value.is(Op::Freeze) {
        true => value.operand(0),
        false => value,
    }
}

/// The guards' sites of a function, which have no numbers yet.
pub fn planted_guards(function: Function) -> Planted {
    Planted(function.calls().filter_map(read).collect())
}

/// The guards' sites of a function.
pub struct Planted(Vec<NewSite>);

impl Planted {
    /// Whether a site reports the same.
    pub fn has(&self, check: GuardCheck) -> bool {
        self.0.iter().any(|found| check.is_same_as(found))
    }
}

/// Reads the site of a guard that has no number yet.
pub fn read(call: Call) -> Option<NewSite> {
    let found = is_early(call).then(|| planted(call));
    found.filter(|found| found.kind == SiteKind::Guard)
}

/// The record of the guard that a site belongs to.
pub fn record(found: &NewSite) -> Option<Value> {
    found.operands.get(2).copied()
}
