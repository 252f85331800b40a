//! Sizes that are allocated, and lengths that are copied: none is beyond what an object can have (`PTRDIFF_MAX`), so
//! that behind a larger one stands a number below 0, or a result that wrapped.

use fz_abi::guards::{CONVERSION_SAYS_SO, IN_RANGE, kind};

use super::{
    check::{Integer, Place},
    emit::{self, Question},
};
use crate::ir::{IntPredicate, Op};
use crate::{
    ir::{Module, Value},
    libc::{Purpose, sizes::Size},
    marks::site::Asked,
};

/// As records have it.
pub fn kind_of(size: &Size) -> u16 {
    match size.purpose() {
        Purpose::Allocate => kind::ALLOCATE,
        Purpose::Access => kind::COPY,
    }
}

/// Why it needs no guard of its own.
pub fn needless(size: &Size, converted: &[Value]) -> Option<&'static str> {
    let [factor] = size.factors()[..] else {
        return None;
    };
    // What had fewer bits and no sign.
    if factor.is(Op::ZExt) {
        return Some(IN_RANGE);
    }
    converted.contains(&factor).then_some(CONVERSION_SAYS_SO)
}

pub fn insert(size: &Size, module: Module, is_told: bool) {
    let factors = size.factors();
    let bits = factors[0].ty().int_bits().expect("a number");
    let integer = Integer {
        bits,
        signed: false,
    };
    let second = (factors.len() == 2).then_some(integer);
    let place = Place::of(module, size.at, kind_of(size), [Some(integer), second]);
    let most = (1 << (bits - 1)) - 1;
    emit::insert(module, size.at, &place, is_told, |builder| {
        let is_beyond = |size: Value| {
            let most = size.ty().constant(most).value();
            let compare = builder.icmp(IntPredicate::Ugt, size, most);
            (compare, Asked::Compare(IntPredicate::Ugt, size, most))
        };
        let (condition, asked) = match factors[..] {
            [a, b] => {
                let wide = module.int(2 * bits);
                let product = builder.mul(builder.zext(a, wide), builder.zext(b, wide));
                let asked = Asked::Operation {
                    kind: kind::MUL,
                    signed: false,
                    operands: [a, b],
                };
                (is_beyond(product).0, asked)
            }
            _ => is_beyond(factors[0]),
        };
        let told = |v: Option<&Value>| match v {
            Some(v) => builder.zext(*v, module.int(64)),
            None => module.int(64).constant(0).value(),
        };
        Question {
            condition,
            operands: [told(factors.first()), told(factors.get(1))],
            asked: vec![asked],
        }
    });
}
