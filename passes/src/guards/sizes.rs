//! Guards of sizes that are allocated and of lengths that are copied. No object is larger than `PTRDIFF_MAX`, so a
//! larger size was a negative number or is a result that wrapped.

use fz_abi::guards::{CONVERSION_SAYS_SO, IN_RANGE, kind};

use super::{
    check::{GuardInfo, Integer},
    emit::{self, Question},
};
use crate::ir::{IntPredicate, Op};
use crate::{
    ir::{Module, Value},
    libc::{Purpose, sizes::Size},
    marks::site::GuardCheck,
};

/// The kind of guard for a size, as records have it.
pub fn kind_of(size: &Size) -> u16 {
    match size.purpose() {
        Purpose::Allocate => kind::ALLOCATE,
        Purpose::Access => kind::COPY,
    }
}

/// Why a size needs no guard of its own. `converted`: values whose conversion has a guard already.
pub fn needless(size: &Size, converted: &[Value]) -> Option<&'static str> {
    let [factor] = size.factors()[..] else {
        return None;
    };
    // A zero-extended number is below the bound.
    if factor.is(Op::ZExt) {
        return Some(IN_RANGE);
    }
    converted.contains(&factor).then_some(CONVERSION_SAYS_SO)
}

/// Puts a guard in front of the instruction that uses the size.
pub fn insert(size: &Size, module: Module, is_told: bool) {
    let factors = size.factors();
    let bits = factors[0].ty().int_bits().expect("a number");
    let integer = Integer {
        bits,
        signed: false,
    };
    let second = (factors.len() == 2).then_some(integer);
    let info = GuardInfo::of(module, size.at, kind_of(size), [Some(integer), second]);
    let most = (1 << (bits - 1)) - 1;
    emit::insert(module, size.at, &info, is_told, |builder| {
        let is_beyond = |size: Value| {
            let most = size.ty().constant(most).value();
            let compare = builder.icmp(IntPredicate::Ugt, size, most);
            (compare, GuardCheck::Compare(IntPredicate::Ugt, size, most))
        };
        let (condition, check) = match factors[..] {
            [a, b] => {
                let wide = module.int(2 * bits);
                let product = builder.mul(builder.zext(a, wide), builder.zext(b, wide));
                let check = GuardCheck::Operation {
                    kind: kind::MUL,
                    signed: false,
                    operands: [a, b],
                };
                (is_beyond(product).0, check)
            }
            _ => is_beyond(factors[0]),
        };
        let widened = |v: Option<&Value>| match v {
            Some(v) => builder.zext(*v, module.int(64)),
            None => module.int(64).constant(0).value(),
        };
        Question {
            condition,
            operands: [widened(factors.first()), widened(factors.get(1))],
            reported: vec![check],
        }
    });
}
