//! Infers from IR which operations can go wrong, for input that is IR and not source. Clang's checks know types,
//! widths and signs; here they are inferred (Integrity, thesis 2.2.1.2), and guessed if IR allows two readings.
//!
//! Clang marks signed sums, differences and products `nsw` (unless `-fwrapv` is given), and unsigned ones never.
//! Operations on short types are promoted: their source type has the width to which the result is truncated, and the
//! sign of the operands' extensions. A truncation or a left shift shows no sign: it is guarded if it loses bits in
//! both readings.

use fz_abi::guards::{IN_RANGE, kind};

use super::{
    check::{GuardInfo, Integer, Operator, Type, TypeSource},
    emit::{self, Exceedable, Question},
    range::Range,
};
use crate::ir::{Inst, IntPredicate, Op};
use crate::{
    ir::{Builder, Function, Module, Value},
    marks::site::GuardCheck,
};

/// An operation, and what is inferred about it.
pub struct Inferred {
    at: Inst,
    inference: Inference,
    integer: Integer,
    type_source: TypeSource,
}

/// How the operation can go wrong.
enum Inference {
    /// The result overflows. Holds the second operand to use instead of the instruction's own.
    Arithmetic(Operator, Option<Value>),
    /// The result of a promoted operation exceeds the bounds of its source type.
    Promoted(Operator),
    Divide,
    Shift,
    Truncate,
    /// An index into an array of this many elements.
    Index(Value, u64),
}

/// The inferred operations of a function.
pub fn of(function: Function) -> Vec<Inferred> {
    let blocks = function.blocks().into_iter();
    let instructions = blocks.flat_map(|b| b.instructions());
    instructions.filter_map(inferred).collect()
}

fn inferred(at: Inst) -> Option<Inferred> {
    use Op::*;
    let opcode = at.op();
    if opcode == GetElementPtr {
        return index(at);
    }
    let bits = at.ty().int_bits().filter(|bits| (8..=64).contains(bits))?;
    let [a, b] = [0, 1].map(|i| (i < at.operand_count()).then(|| at.operand(i)));
    let of = |inference, signed, type_source| {
        let integer = Integer { bits, signed };
        Some(Inferred {
            at,
            inference,
            integer,
            type_source,
        })
    };
    match opcode {
        Add => arithmetic(at, Operator::Add, b?),
        Sub => arithmetic(at, Operator::Sub, b?),
        Mul => arithmetic(at, Operator::Mul, b?),
        SDiv | SRem if !is_harmless(b?, bits) => of(Inference::Divide, true, TypeSource::Ir),
        UDiv | URem if !b?.is_constant() => of(Inference::Divide, false, TypeSource::Ir),
        Shl => of(Inference::Shift, false, TypeSource::Guessed),
        Trunc if !is_promoted(a?) && loses(a?, bits, at) => {
            of(Inference::Truncate, false, TypeSource::Guessed)
        }
        _ => None,
    }
}

/// Whether no division by this constant can go wrong.
fn is_harmless(divisor: Value, bits: u32) -> bool {
    let minus_one = u128::MAX >> (128 - bits);
    divisor
        .int_constant()
        .is_some_and(|n| n != 0 && n != minus_one)
}

fn arithmetic(at: Inst, operator: Operator, second: Value) -> Option<Inferred> {
    let bits = at.ty().int_bits()?;
    if let Some(integer) = promoted(at) {
        return Some(Inferred {
            at,
            inference: Inference::Promoted(operator),
            integer,
            type_source: TypeSource::Ir,
        });
    }
    let (signed, type_source) = match (at.has_no_signed_wrap(), at.has_no_unsigned_wrap()) {
        (true, false) => (true, TypeSource::Ir),
        (false, true) => (false, TypeSource::Ir),
        // With both flags, each reading is free of overflow unless the program is undefined: the source's type stays
        // open.
        (true, true) => (true, TypeSource::Guessed),
        (false, false) => (false, TypeSource::Guessed),
    };
    // LLVM turns `x - 1` into `x + -1`, which as an unsigned number is another one.
    let negative = second.int_constant().filter(|n| n >> (bits - 1) == 1);
    let (operator, subtracted) = match (operator, signed, negative) {
        (Operator::Add, false, Some(n)) => {
            let positive = second.ty().constant(n.wrapping_neg());
            (Operator::Sub, Some(positive.value()))
        }
        _ => (operator, None),
    };
    Some(Inferred {
        at,
        inference: Inference::Arithmetic(operator, subtracted),
        integer: Integer { bits, signed },
        type_source,
    })
}

/// The source type of an operation whose operands are extended and whose result is truncated again.
fn promoted(at: Inst) -> Option<Integer> {
    let [only] = at.uses()[..] else {
        return None;
    };
    if !only.user.is(Op::Trunc) {
        return None;
    }
    let bits = only.user.ty().int_bits()?;
    let extended = |v: Value| -> Option<Integer> {
        let signed = v.is(Op::SExt);
        if !signed && !v.is(Op::ZExt) {
            return None;
        }
        let bits = v.operand(0).ty().int_bits()?;
        Some(Integer { bits, signed })
    };
    let known = |i: u32| match at.operand(i) {
        v if v.is_constant() => None,
        v => Some(extended(v)),
    };
    let sign = match (known(0), known(1)) {
        (Some(a), None) | (None, Some(a)) => a?,
        (Some(a), Some(b)) => {
            let (a, b) = (a?, b?);
            match a.bits.cmp(&b.bits) {
                std::cmp::Ordering::Greater => a,
                std::cmp::Ordering::Less => b,
                std::cmp::Ordering::Equal => Integer {
                    bits: a.bits,
                    signed: a.signed && b.signed,
                },
            }
        }
        (None, None) => return None,
    };
    (sign.bits <= bits).then_some(Integer {
        bits,
        signed: sign.signed,
    })
}

fn is_promoted(value: Value) -> bool {
    use Op::*;
    let is_arithmetic = |v: Value| [Add, Sub, Mul].iter().any(|op| v.is(*op));
    value
        .as_inst()
        .is_some_and(|inst| is_arithmetic(value) && promoted(inst).is_some())
}

/// Whether a truncation may lose bits of a value of at most 64 bits.
fn loses(value: Value, to: u32, at: Inst) -> bool {
    let fits = |signed| {
        let (value, bounds) = (
            Range::of(value, signed, at),
            Range::of_type(Integer { bits: to, signed }),
        );
        bounds.least <= value.least && value.most <= bounds.most
    };
    let from = value.ty().int_bits();
    from.is_some_and(|bits| bits <= 64) && to >= 8 && !fits(true) && !fits(false)
}

/// An access by the last index of an array. The address one past the end is allowed.
fn index(at: Inst) -> Option<Inferred> {
    /// The operand after the array's address and the index 0.
    const AT: u32 = 2;
    // An array of one element at the end of a structure stands for any number of them.
    let length = at.gep_source_type()?.array().map(|(_, length)| length);
    let length = length.filter(|length| *length > 1)?;
    let index = (at.operand_count() > AT).then(|| at.operand(AT))?;
    let bits = index.ty().int_bits().filter(|bits| *bits <= 64)?;
    (!index.is_constant()).then_some(Inferred {
        at,
        inference: Inference::Index(index, length),
        integer: Integer { bits, signed: true },
        type_source: TypeSource::Guessed,
    })
}

impl Inferred {
    /// Puts a guard in front of the operation. An error is the reason why it needs none.
    pub fn guard(&self, module: Module, is_told: bool) -> Result<(), &'static str> {
        if let Inference::Arithmetic(operator, _) = self.inference
            && Exceedable::of_operation(operator, self.operands(), self.integer, self.at).is_empty()
        {
            return Err(IN_RANGE);
        }
        let bits = self.at.operand(0).ty().int_bits();
        let wider = Integer {
            bits: bits.unwrap_or(64),
            signed: false,
        };
        let (kind, types) = match self.inference {
            Inference::Arithmetic(operator, _) | Inference::Promoted(operator) => {
                (operator.kind(), [Some(self.integer), None])
            }
            Inference::Divide => (kind::DIVIDE, [Some(self.integer), None]),
            Inference::Shift => (kind::SHIFT, [Some(self.integer); 2]),
            Inference::Truncate => (kind::CONVERT, [Some(wider), Some(self.integer)]),
            Inference::Index(..) => (kind::INDEX, [Some(self.integer), None]),
        };
        let mut info = GuardInfo::of(module, self.at, kind, types);
        info.type_source = self.type_source;
        if let Inference::Index(_, length) = &self.inference {
            let name = module.add_private_string(&format!("[{length}]"), "__fz_type");
            info.types[1] = Some(Type {
                name: name.into(),
                integer: None,
            });
        }
        emit::insert(module, self.at, &info, is_told, |builder| {
            let (condition, operands, check) = self.question(builder);
            Question {
                condition,
                operands: operands.map(|v| word(builder, v)),
                reported: check.into_iter().collect(),
            }
        });
        Ok(())
    }

    /// The operands of the source's operation.
    fn operands(&self) -> [Value; 2] {
        let [a, b] = [0, 1].map(|i| self.at.operand(i));
        match self.inference {
            Inference::Arithmetic(_, Some(second)) => [a, second],
            _ => [a, b],
        }
    }

    /// The condition under which the operation goes wrong, the operands that are reported, and what a site reports.
    fn question(&self, builder: &Builder) -> (Value, [Value; 2], Option<GuardCheck>) {
        let module = builder.module();
        let Integer { bits, signed } = self.integer;
        let is = |predicate, a: Value, b: Value| builder.icmp(predicate, a, b);
        match self.inference {
            Inference::Arithmetic(operator, _) => {
                let operands = self.operands();
                let sign = if signed { "s" } else { "u" };
                let name = match operator {
                    Operator::Add => "add",
                    Operator::Sub => "sub",
                    Operator::Mul => "mul",
                };
                let name = format!("llvm.{sign}{name}.with.overflow");
                let both = builder.intrinsic(&name, &[operands[0].ty()], &operands);
                let check = GuardCheck::Operation {
                    kind: operator.kind(),
                    signed,
                    operands,
                };
                (builder.extract(both, 1), operands, Some(check))
            }
            Inference::Promoted(operator) => {
                let operands = self.operands();
                let result = emit::computed(builder, operator, operands);
                let bounds = Range::of_type(self.integer);
                let bound = |n: i128| result.ty().constant(n as u128).value();
                let above = is(IntPredicate::Sgt, result, bound(bounds.most));
                let below = is(IntPredicate::Slt, result, bound(bounds.least));
                (builder.or(above, below), operands, None)
            }
            Inference::Divide => {
                let [a, b] = self.operands();
                let zero = b.ty().constant(0).value();
                let mut wrong = is(IntPredicate::Eq, b, zero);
                if signed {
                    let is_least = is(
                        IntPredicate::Eq,
                        a,
                        a.ty().constant(1 << (bits - 1)).value(),
                    );
                    let is_minus_one = is(IntPredicate::Eq, b, b.ty().constant(u128::MAX).value());
                    wrong = builder.or(wrong, builder.and(is_least, is_minus_one));
                }
                let check = GuardCheck::Compare(IntPredicate::Eq, b, zero);
                (wrong, [a, b], (!b.is_constant()).then_some(check))
            }
            Inference::Shift => {
                let [a, by] = self.operands();
                let ty = a.ty();
                let width = ty.constant(bits.into()).value();
                let too_far = is(IntPredicate::Uge, by, width);
                // A shift by the width or more would be poison.
                let amount = builder.and(by, ty.constant(u128::from(bits) - 1));
                let shifted = builder.shl(a, amount);
                let back = [builder.lshr(shifted, amount), builder.ashr(shifted, amount)];
                let lost = back.map(|b| is(IntPredicate::Ne, b, a));
                let lost = builder.and(lost[0], lost[1]);
                let check = GuardCheck::Compare(IntPredicate::Uge, by, width);
                (
                    builder.or(too_far, lost),
                    [a, by],
                    (!by.is_constant()).then_some(check),
                )
            }
            Inference::Truncate => {
                let from = self.at.operand(0);
                let to = builder.trunc(from, module.int(bits));
                let back = [builder.zext(to, from.ty()), builder.sext(to, from.ty())];
                let lost = back.map(|b| is(IntPredicate::Ne, b, from));
                (builder.and(lost[0], lost[1]), [from, to], None)
            }
            Inference::Index(index, length) => {
                let most = index.ty().constant(length.into()).value();
                let check = GuardCheck::Compare(IntPredicate::Ugt, index, most);
                (
                    is(IntPredicate::Ugt, index, most),
                    [index, index],
                    Some(check),
                )
            }
        }
    }
}

/// An operand as the callback takes it.
fn word(builder: &Builder, value: Value) -> Value {
    let word = builder.module().int(64);
    match value.ty().int_bits() {
        Some(64) => value,
        _ => builder.zext(value, word),
    }
}
