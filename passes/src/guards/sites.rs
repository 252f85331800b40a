//! What guards check, as sites of [`sites`](crate::marks::site).
//!
//! For a sum, a difference or a product, the site reports the operands; for a conversion, the bounds of its target:
//! engines find operands in their inputs. For any other check it reports the compares in clang's condition.

use fz_abi::guards as abi;

use super::{
    check::{self, Arithmetic, Check, Operation, Operator},
    emit::Exceedable,
};
use crate::ir::{Global, Inst, IntPredicate, Op};
use crate::{
    ir::{Builder, Module, Value},
    marks::site::GuardCheck,
};

/// Plants the sites of a guard in front of its branch. `exceedable`: the bounds that a conversion may exceed.
pub fn plant(module: Module, check: &Check, exceedable: Option<&Exceedable>, record: Global) {
    let builder = Builder::before(module, check.branch);
    let plant =
        |guard_check: GuardCheck| guard_check.plant(&builder, check.info.kind, Some(record));
    match (&check.operation, exceedable) {
        (Operation::Arithmetic(arithmetic), _) => plant(operation(arithmetic)),
        (Operation::Conversion(value), Some(exceedable)) => {
            let from = check.info.types[0].and_then(|t| t.integer);
            let signed = from.is_some_and(|from| from.signed);
            for (predicate, value, bound) in exceedable.compares(*value, signed) {
                plant(GuardCheck::Compare(predicate, value, bound));
            }
        }
        // Clang checks whether a conversion can be undone; such a compare leads an engine nowhere.
        _ if check.info.kind == abi::kind::CONVERT => {}
        _ => {
            let condition = check.branch.branch_condition();
            let mut parts = Vec::new();
            if let Some(condition) = condition {
                collect(condition, check.failed == 0, &mut parts, 0);
            }
            for (compare, predicate) in parts {
                let [value, bound] = [0, 1].map(|at| compare.operand(at));
                // An input whose shift loses bits is soon found, and these reports would crowd out others.
                if check.info.kind == abi::kind::SHIFT && value.is(Op::LShr) {
                    continue;
                }
                if let Some(guard_check) = in_source_terms(predicate, value, bound) {
                    builder.go_before(compare);
                    builder.locate(check.branch);
                    plant(guard_check);
                }
            }
        }
    }
}

fn operation(arithmetic: &Arithmetic) -> GuardCheck {
    let arguments = arithmetic.call.arguments();
    GuardCheck::Operation {
        kind: arithmetic.operator.kind(),
        signed: arithmetic.signed,
        operands: [arguments[0], arguments[1]],
    }
}

/// Collects the compares that make up a condition, each with the predicate that lets the check fail. `fails` is the
/// condition's value on failure.
fn collect(condition: Value, fails: bool, parts: &mut Vec<(Inst, IntPredicate)>, depth: u32) {
    use Op::*;
    /// The conditions that clang emits have few parts.
    const DEEPEST: u32 = 6;
    let Some(inst) = condition.as_inst().filter(|_| depth < DEEPEST) else {
        return;
    };
    let below = depth + 1;
    match (inst.op(), inst.int_predicate()) {
        (ICmp, Some(predicate)) if inst.operand(0).ty().int_bits().is_some() => {
            let predicate = if fails {
                predicate
            } else {
                opposite(predicate)
            };
            parts.push((inst, predicate));
        }
        (Xor, _) => {
            let is_not = inst.operand(1).bool_constant() == Some(true);
            collect(inst.operand(0), fails != is_not, parts, below);
        }
        (And | Or | Select, _) => {
            for at in 0..inst.operand_count() {
                collect(inst.operand(at), fails, parts, below);
            }
        }
        (Phi, _) => {
            for (value, _) in inst.incoming() {
                collect(value, fails, parts, below);
            }
        }
        _ => {}
    }
}

fn opposite(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        Eq => Ne,
        Ne => Eq,
        Ugt => Ule,
        Ule => Ugt,
        Uge => Ult,
        Ult => Uge,
        Sgt => Sle,
        Sle => Sgt,
        Sge => Slt,
        Slt => Sge,
    }
}

/// A compare with a constant, in terms of the value that the source computed with: before C's promotions, before it
/// got the width of addresses and, for an equality, before a constant was added. That is the value that an input
/// holds. `None` if the compare cannot hold, or if nothing in it varies.
pub fn in_source_terms(
    predicate: IntPredicate,
    mut value: Value,
    mut bound: Value,
) -> Option<GuardCheck> {
    /// The longest chain of computations to follow.
    const DEEPEST: u32 = 8;
    for _ in 0..DEEPEST {
        let before = match before_extension(value) {
            Some((narrow, signed)) => narrowed(predicate, value, bound, narrow, signed)?,
            None if predicate == IntPredicate::Eq => undone(value, bound),
            None => None,
        };
        match before {
            Some(before) => (value, bound) = before,
            None => break,
        }
    }
    (!value.is_constant() && !value.ty().is_bool())
        .then_some(GuardCheck::Compare(predicate, value, bound))
}

/// The same compare before its value was extended, if there is one. The outer `None`: the compare cannot hold.
fn narrowed(
    predicate: IntPredicate,
    value: Value,
    bound: Value,
    narrow: Value,
    signed: bool,
) -> Option<Option<(Value, Value)>> {
    let [bits, wide] = [narrow, value].map(|v| v.ty().int_bits().expect("an integer"));
    let Some(constant) = bound.int_constant().filter(|_| wide <= u64::BITS) else {
        return Some(None);
    };
    let unused = u128::BITS - wide;
    let number = (constant << unused) as i128 >> unused;
    let (least, most) = match signed {
        true => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    };
    if !(least..=most).contains(&number) {
        return (predicate != IntPredicate::Eq).then_some(None);
    }
    let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
    let by_sign = matches!(
        predicate,
        IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle
    );
    // The extension keeps the order if it has the compare's signedness, or if the compare is unsigned and the bound
    // not negative.
    let is_same = is_equality || by_sign == signed || (!by_sign && number >= 0);
    Some(is_same.then(|| (narrow, narrow.ty().constant(constant).value())))
}

/// A value and its bound as they were before a constant was added, subtracted or xor-ed.
fn undone(value: Value, bound: Value) -> Option<(Value, Value)> {
    use Op::*;
    let (opcode, [a, b]) = computed(value)?;
    let equal = bound.int_constant()?;
    let (before, was) = match (a.int_constant(), b.int_constant(), opcode) {
        (None, Some(by), Add) => (a, equal.wrapping_sub(by)),
        (Some(by), None, Add) => (b, equal.wrapping_sub(by)),
        (None, Some(by), Sub) => (a, equal.wrapping_add(by)),
        (Some(from), None, Sub) => (b, from.wrapping_sub(equal)),
        (None, Some(by), Xor) => (a, equal ^ by),
        (Some(by), None, Xor) => (b, equal ^ by),
        _ => return None,
    };
    Some((before, value.ty().constant(was).value()))
}

/// The operation that computes a value, also through clang's overflow check.
fn computed(value: Value) -> Option<(Op, [Value; 2])> {
    use Op::*;
    let operands = |of: Value| [0, 1].map(|at| of.operand(at));
    if value.is(ExtractValue) {
        let checked = check::checked_operation(value.operand(0).as_call()?)?;
        let opcode = match checked.operator {
            Operator::Add => Add,
            Operator::Sub => Sub,
            Operator::Mul => Mul,
        };
        return Some((opcode, operands(checked.call.value())));
    }
    value
        .op()
        .filter(|o| [Add, Sub, Xor].contains(o))
        .map(|o| (o, operands(value)))
}

/// A value as it was before it was extended, and whether that was a sign extension.
pub fn before_extension(value: Value) -> Option<(Value, bool)> {
    let signed = value.is(Op::SExt);
    (signed || value.is(Op::ZExt)).then(|| (value.operand(0), signed))
}
