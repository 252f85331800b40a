//! Intrinsics that hide a decision, rewritten with compares and selects.

use super::DecisionKind;
use crate::{
    ir::{Builder, Call, FloatPredicate, IntPredicate, Module, Value},
    marks::kept,
};

/// What an operation is replaced by.
#[derive(Clone, Copy)]
enum Operation {
    /// The first operand if the predicate holds, else the second.
    Choice(IntPredicate),
    /// The same for floating point: if the predicate holds, the result is the first operand, whatever the operation
    /// does with NaN and signed zeros.
    FloatChoice(FloatPredicate),
    /// -1, 0 or 1; the predicate is `less`.
    ThreeWay(IntPredicate),
    Absolute,
    /// An intrinsic that also returns the overflow, and the result in that case.
    Overflow(&'static str, Limit),
    /// Shift left, signed or not.
    Shift {
        signed: bool,
    },
}

/// The limit of a saturating operation.
#[derive(Clone, Copy)]
enum Limit {
    Zero,
    Ones,
    /// The largest or smallest number with the sign of the first operand.
    Signed,
}

/// By the intrinsic's name, without `llvm.` and types.
const OPERATIONS: &[(&str, DecisionKind, Operation)] = {
    use DecisionKind::{MinMax, Saturate};
    use Operation::*;
    &[
        ("smin", MinMax, Choice(IntPredicate::Slt)),
        ("smax", MinMax, Choice(IntPredicate::Sgt)),
        ("umin", MinMax, Choice(IntPredicate::Ult)),
        ("umax", MinMax, Choice(IntPredicate::Ugt)),
        ("minnum", MinMax, FloatChoice(FloatPredicate::Olt)),
        ("maxnum", MinMax, FloatChoice(FloatPredicate::Ogt)),
        ("minimum", MinMax, FloatChoice(FloatPredicate::Olt)),
        ("maximum", MinMax, FloatChoice(FloatPredicate::Ogt)),
        ("minimumnum", MinMax, FloatChoice(FloatPredicate::Olt)),
        ("maximumnum", MinMax, FloatChoice(FloatPredicate::Ogt)),
        ("scmp", MinMax, ThreeWay(IntPredicate::Slt)),
        ("ucmp", MinMax, ThreeWay(IntPredicate::Ult)),
        ("abs", MinMax, Absolute),
        (
            "uadd.sat",
            Saturate,
            Overflow("llvm.uadd.with.overflow", Limit::Ones),
        ),
        (
            "usub.sat",
            Saturate,
            Overflow("llvm.usub.with.overflow", Limit::Zero),
        ),
        (
            "sadd.sat",
            Saturate,
            Overflow("llvm.sadd.with.overflow", Limit::Signed),
        ),
        (
            "ssub.sat",
            Saturate,
            Overflow("llvm.ssub.with.overflow", Limit::Signed),
        ),
        ("ushl.sat", Saturate, Shift { signed: false }),
        ("sshl.sat", Saturate, Shift { signed: true }),
    ]
};

/// Which kind of decision a call is.
pub fn kind(call: Call) -> Option<DecisionKind> {
    operation(call).map(|(kind, _)| kind)
}

fn operation(call: Call) -> Option<(DecisionKind, Operation)> {
    let name = call.called_name();
    let name = name.strip_prefix("llvm.")?;
    let is = |known: &str| {
        name.strip_prefix(known)
            .is_some_and(|types| types.starts_with('.'))
    };
    let (_, kind, operation) = OPERATIONS.iter().find(|(known, ..)| is(known))?;
    Some((*kind, *operation))
}

/// Replaces a call by selects.
pub fn replace(module: Module, call: Call) {
    let Some((_, operation)) = operation(call) else {
        return;
    };
    if kept::is_marked(module, call) {
        return;
    }
    let builder = Builder::before(module, call);
    // They are used more than once, and must have the same value each time.
    let frozen = |index: u32| {
        let value = call.operand(index);
        match value.is_well_defined(call) {
            true => value,
            false => builder.freeze(value),
        }
    };
    let a = frozen(0);
    let ty = call.ty();
    let value = match operation {
        Operation::Choice(predicate) => {
            let b = frozen(1);
            builder.select(builder.icmp(predicate, a, b), a, b)
        }
        // LLVM folds it later.
        Operation::FloatChoice(_) if a.is_constant() && call.operand(1).is_constant() => return,
        Operation::FloatChoice(predicate) => {
            let b = frozen(1);
            call.set_operand(0, a);
            call.set_operand(1, b);
            kept::mark(module, call);
            let next = call.next().expect("a call that ends no block");
            builder.go_before(next);
            let chosen = builder.fcmp(predicate, a, b);
            // The select does not use the call, which remains as the value of the other outcome.
            let select = builder.select(chosen, a, a).as_inst();
            let select = select.expect("operands that are not both constant");
            call.replace_uses(select);
            select.set_operand(2, call);
            return;
        }
        Operation::ThreeWay(less) => {
            let b = frozen(1);
            let more = match less {
                IntPredicate::Slt => IntPredicate::Sgt,
                _ => IntPredicate::Ugt,
            };
            let above = builder.icmp(more, a, b);
            let above = builder.select(above, ty.constant(1), ty.constant(0));
            builder.select(builder.icmp(less, a, b), ty.constant(u128::MAX), above)
        }
        Operation::Absolute => {
            let zero = ty.constant(0);
            let negative = builder.icmp(IntPredicate::Slt, a, zero);
            builder.select(negative, builder.sub(zero, a), a)
        }
        Operation::Overflow(intrinsic, limit) => {
            let result = builder.intrinsic(intrinsic, &[ty], &[a, frozen(1)]);
            let (value, overflows) = (builder.extract(result, 0), builder.extract(result, 1));
            builder.select(overflows, limit.value(&builder, a), value)
        }
        Operation::Shift { signed } => {
            let by = frozen(1);
            let shifted = builder.shl(a, by);
            let (back, limit) = match signed {
                true => (builder.ashr(shifted, by), Limit::Signed),
                false => (builder.lshr(shifted, by), Limit::Ones),
            };
            let lost = builder.icmp(IntPredicate::Ne, back, a);
            builder.select(lost, limit.value(&builder, a), shifted)
        }
    };
    call.replace_uses(value);
    call.erase();
}

impl Limit {
    fn value(self, builder: &Builder, a: Value) -> Value {
        let ty = a.ty();
        match self {
            Limit::Zero => ty.constant(0).value(),
            Limit::Ones => ty.constant(u128::MAX).value(),
            Limit::Signed => {
                let bits = ty.int_bits().expect("saturating integers");
                let sign = builder.ashr(a, ty.constant((bits - 1).into()));
                let largest = !(1u128.checked_shl(bits - 1).unwrap_or(0));
                builder.xor(sign, ty.constant(largest))
            }
        }
    }
}
