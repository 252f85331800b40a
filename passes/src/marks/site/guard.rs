//! Sites that `guards` plants: what a guard asks, and what nobody asks, though an operation can go wrong there.

use super::{NewSite, SiteKind, asked, flags, is_early, plant_guard, planted};
use crate::ir::{Builder, Call, Function, Global, Value};
use crate::ir::{IntPredicate, Op};

/// What is to be told of.
#[derive(Clone, Copy)]
pub enum GuardCheck {
    /// It holds where an operation goes wrong.
    Compare(IntPredicate, Value, Value),
    /// The operands of a sum, a difference or a product. What one of them may be beside the other is for the lowering,
    /// which does it off the hot path.
    Operation {
        /// `ADD`, `SUB` or `MUL`.
        kind: u16,
        signed: bool,
        operands: [Value; 2],
    },
}

impl GuardCheck {
    /// Plants a number-less site where the builder stands; of a guard, if there is a record of one.
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

    /// Whether an intermediate call tells the same.
    fn is_same_as(self, found: &NewSite) -> bool {
        let (how, said, operands) = self.parts();
        let of_asked = flags::SIGNED | flags::OPERATION;
        (how, said) == (found.how, found.flags & of_asked) && operands[..] == found.operands[..2]
    }
}

/// Lowerings freeze what they tell: two guards ask of the same value.
fn unfrozen(value: Value) -> Value {
    match value.is(Op::Freeze) {
        true => value.operand(0),
        false => value,
    }
}

/// Those that a function has, without numbers.
pub fn planted_guards(function: Function) -> Planted {
    Planted(function.calls().filter_map(read).collect())
}

pub struct Planted(Vec<NewSite>);

impl Planted {
    pub fn has(&self, asked: GuardCheck) -> bool {
        self.0.iter().any(|found| asked.is_same_as(found))
    }
}

/// A guard's site that has no number yet.
pub fn read(call: Call) -> Option<NewSite> {
    let found = is_early(call).then(|| planted(call));
    found.filter(|found| found.kind == SiteKind::Guard)
}

/// Of a guard's site.
pub fn record(found: &NewSite) -> Option<Value> {
    found.operands.get(2).copied()
}
