//! The bounds that one operand of a sum, a difference or a product has to respect, given the other.
//!
//! | | overflows if |
//! |---|---|
//! | `a + b`, unsigned | `a > MAX - b` |
//! | `a - b`, unsigned | `a < b` |
//! | `a * b`, unsigned | `a > MAX / max(b, 1)` |
//! | `a + b` | `a > MAX - max(b, 0)`, `a < MIN - min(b, 0)` |
//! | `a - b` | `a > MAX + min(b, 0)`, `a < MIN + max(b, 0)` |
//! | `a - b`, of a constant `a` | `b < max(a, -1) - MAX`, `b > min(a, -1) - MIN` |
//! | `a * b` | `abs(a) > LIMIT / max(abs(b), 1)`, unsigned; `LIMIT` is `MAX`, or `-MIN` if the signs differ |
//!
//! The bounds are exact and have the operands' own width: engines look for `a` in their input and replace it by the
//! bound. The distance between the two is that of the result from its own bound.

use fz_abi::guards::kind;

use super::cold::Cold;
use crate::{
    ir::{IntPredicate, Value},
    marks::site::Predicate,
};

/// A compare of an operand with its bound, which holds if the operation overflows.
pub struct Test {
    pub predicate: Predicate,
    pub signed: bool,
    pub operands: [Value; 2],
}

/// The compares for an operation of this kind of guard, without those that visibly never hold.
pub fn of(cold: &Cold, operation: u16, signed: bool, operands: [Value; 2]) -> Vec<Test> {
    let [a, b] = operands.map(|v| cold.frozen_operand(v));
    // Engines look for the variable operand.
    let [a, b] = match operation != kind::SUB && a.is_constant() {
        true => [b, a],
        false => [a, b],
    };
    let math = Math::of(cold, a);
    let tests = match (operation, signed) {
        (kind::ADD, false) => vec![(IntPredicate::Ugt, a, cold.builder().sub(math.all, b))],
        (kind::SUB, false) => vec![(IntPredicate::Ult, a, b)],
        (kind::ADD, true) => math.sum(a, b),
        (kind::SUB, true) => math.difference(a, b),
        (_, false) => math.product(a, b, math.all),
        (_, true) => math.signed_product(a, b),
    };
    let tests = tests.into_iter().filter(|t| !math.never_holds(t));
    tests
        .map(|(predicate, x, y)| {
            let is_less = matches!(predicate, IntPredicate::Slt | IntPredicate::Ult);
            Test {
                predicate: if is_less {
                    Predicate::Less
                } else {
                    Predicate::Greater
                },
                signed: matches!(predicate, IntPredicate::Slt | IntPredicate::Sgt),
                operands: [x, y],
            }
        })
        .collect()
}

/// The constants and the arithmetic of one width.
struct Math<'a> {
    cold: &'a Cold<'a>,
    bits: u32,
    zero: Value,
    /// All bits set: the largest unsigned number, or -1.
    all: Value,
    /// The largest signed number.
    most: Value,
    /// The smallest signed number.
    least: Value,
}

type Compare = (IntPredicate, Value, Value);

impl<'a> Math<'a> {
    fn of(cold: &'a Cold, a: Value) -> Math<'a> {
        let ty = a.ty();
        let bits = ty.int_bits().expect("an integer");
        let top = 1 << (bits - 1);
        Math {
            cold,
            bits,
            zero: ty.constant(0).value(),
            all: ty.constant(u128::MAX).value(),
            most: ty.constant(top - 1).value(),
            least: ty.constant(top).value(),
        }
    }

    fn choose(&self, predicate: IntPredicate, x: Value, y: Value) -> Value {
        let builder = self.cold.builder();
        builder.select(builder.icmp(predicate, x, y), x, y)
    }

    fn sum(&self, a: Value, b: Value) -> Vec<Compare> {
        let builder = self.cold.builder();
        let above = self.choose(IntPredicate::Sgt, b, self.zero);
        let below = self.choose(IntPredicate::Slt, b, self.zero);
        vec![
            (IntPredicate::Sgt, a, builder.sub(self.most, above)),
            (IntPredicate::Slt, a, builder.sub(self.least, below)),
        ]
    }

    fn difference(&self, a: Value, b: Value) -> Vec<Compare> {
        let builder = self.cold.builder();
        if a.is_constant() {
            let above = self.choose(IntPredicate::Sgt, a, self.all);
            let below = self.choose(IntPredicate::Slt, a, self.all);
            return vec![
                (IntPredicate::Slt, b, builder.sub(above, self.most)),
                (IntPredicate::Sgt, b, builder.sub(below, self.least)),
            ];
        }
        let above = self.choose(IntPredicate::Slt, b, self.zero);
        let below = self.choose(IntPredicate::Sgt, b, self.zero);
        vec![
            (IntPredicate::Sgt, a, builder.add(self.most, above)),
            (IntPredicate::Slt, a, builder.add(self.least, below)),
        ]
    }

    /// Empty for wider operands: their division is a call into the compiler's runtime library.
    fn product(&self, a: Value, b: Value, limit: Value) -> Vec<Compare> {
        const WIDEST: u32 = 64;
        if self.bits > WIDEST {
            return Vec::new();
        }
        let one = b.ty().constant(1).value();
        let by = self.choose(IntPredicate::Ugt, b, one);
        vec![(IntPredicate::Ugt, a, self.cold.builder().udiv(limit, by))]
    }

    fn signed_product(&self, a: Value, b: Value) -> Vec<Compare> {
        let builder = self.cold.builder();
        let sign = builder.lshr(
            builder.xor(a, b),
            a.ty().constant(u128::from(self.bits) - 1),
        );
        let limit = builder.add(self.most, sign);
        self.product(self.size(a), self.size(b), limit)
    }

    /// The absolute value, unsigned.
    fn size(&self, value: Value) -> Value {
        let builder = self.cold.builder();
        let is_negative = builder.icmp(IntPredicate::Slt, value, self.zero);
        builder.select(is_negative, builder.sub(self.zero, value), value)
    }

    /// Whether the bound is the end of the type's range, which no number exceeds.
    fn never_holds(&self, &(predicate, _, bound): &Compare) -> bool {
        let end = match predicate {
            IntPredicate::Sgt => self.most,
            IntPredicate::Slt => self.least,
            IntPredicate::Ugt => self.all,
            _ => self.zero,
        };
        bound == end
    }
}
