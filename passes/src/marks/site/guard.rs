//! Sites that `guards` plants: what a guard checks, and predicates that nothing checks though an operation can go
//! wrong.

use super::{NewSite, SiteKind, asked, flags, is_early, plant_guard, planted};
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
        let (how, said, operands) = self.parts();
        let exploit = match record {
            Some(_) => 0,
            None => flags::EXPLOIT,
        };
        let said = said | exploit | u32::from(guard) << flags::GUARD_SHIFT;
        let operands: Vec<_> = operands
            .into_iter()
            .chain(record.map(Global::value))
            .collect();
        plant_guard(builder, how, said, &operands);
    }

    fn parts(self) -> (u32, u32, [Value; 2]) {
        let signed = |is| if is { flags::SIGNED } else { 0 };
        let (how, said, operands) = match self {
            GuardCheck::Compare(predicate, a, b) => {
                let (predicate, is_signed) = asked(predicate);
                (predicate as u32, signed(is_signed), [a, b])
            }
            GuardCheck::Operation {
                kind,
                signed: is_signed,
                operands,
            } => {
                let said = flags::OPERATION | signed(is_signed);
                (u32::from(kind), said, operands)
            }
        };
        (how, said, operands.map(unfrozen))
    }

    /// Whether an intermediate call reports the same.
    fn is_same_as(self, found: &NewSite) -> bool {
        let (how, said, operands) = self.parts();
        let of_asked = flags::SIGNED | flags::OPERATION;
        (how, said) == (found.how, found.flags & of_asked) && operands[..] == found.operands[..2]
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
    pub fn has(&self, asked: GuardCheck) -> bool {
        self.0.iter().any(|found| asked.is_same_as(found))
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
