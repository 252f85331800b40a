//! `form=angora`: Angora's and Valkyrie's callbacks. Their engines work on one condition at a time, so a site is told of
//! while the image's word holds its id, and else costs a compare and a branch.
//!
//! ```text
//! %told = load i32, ptr @__fz_angora_told
//! br (%told == 1234), label %tell, label %next
//! tell:
//!   call void @__fz_tell.__angora_trace_cmp(i32 (%x == 7), i32 1234, i32 0, i64 %x, i64 7)
//! ```
//!
//! Ids are those of the track file that a taint build of the same source gives (`fz_abi::sites_record::id`). Nobody is told
//! of what engines read in the track file alone (divisors, indices), of vectors, and of more than 64 bits.

use fz_abi::angora as abi;

use super::{
    Lowering, Place,
    cold::{Cold, told},
    constructor,
};
use crate::{
    ir::{Float, Int, Module, Value},
    marks::site::{Call, How, Kind, Predicate, What, identity},
};

pub struct Angora;

impl Lowering for Angora {
    fn lower(&self, place: &Place) -> bool {
        match &place.site.what {
            What::Compare(a, b) => compare(place, *a, *b),
            What::Switch { value, .. } => switch(place, *value),
            What::Call(call) => called(place, call),
            What::Value(value) if place.site.kind == Kind::Truth => truth(place, *value),
            What::Value(_) | What::Operation(..) => false,
        }
    }

    fn finish(&self, module: Module) {
        constructor::add_told(module);
    }
}

/// A site's id, in a condition that the engine works on.
fn id(place: &Place) -> Value {
    let Place { module, site, .. } = *place;
    let function = site.call.block().function();
    let id = identity(module, function, site.number);
    module.const_int(32, id.into())
}

fn open(place: &Place) -> Cold {
    Cold::open_where(place, told(place.module), Int::LLVMIntEQ, id(place))
}

fn fits(value: Value) -> bool {
    let bits = value.ty().int_bits().or_else(|| value.ty().float_bits());
    value.ty().is_pointer() || bits.is_some_and(|bits| bits <= 64)
}

fn compare(place: &Place, a: Value, b: Value) -> bool {
    let site = place.site;
    if !fits(a) {
        return false;
    }
    let cold = open(place);
    let (holds, pair) = match a.ty().float_bits() {
        Some(bits) => {
            let holds = cold.builder().fcmp(float_predicate(site.predicate), a, b);
            (holds, in_order(place.module, &cold, [a, b], bits))
        }
        None => {
            let [a, b] = [a, b].map(|v| cold.bits(v));
            let [a, b] = [a, b].map(|v| site.told(cold.builder(), v));
            let predicate = predicate(site.predicate, site.signed);
            (cold.builder().icmp(predicate, a, b), [a, b])
        }
    };
    tell(place, &cold, holds, pair);
    cold.close();
    true
}

fn tell(place: &Place, cold: &Cold, holds: Value, pair: [Value; 2]) {
    let module = place.module;
    let holds = cold.builder().zext(holds, module.int(32));
    let [a, b] = pair.map(|v| cold.resized(v, module.int(64), false));
    let context = module.const_int(32, 0);
    cold.call(abi::TRACE_COMPARE, &[holds, id(place), context, a, b]);
}

/// A truth value is compared with 1.
fn truth(place: &Place, value: Value) -> bool {
    let cold = open(place);
    tell(place, &cold, value, [value, place.module.const_int(64, 1)]);
    cold.close();
    true
}

/// What is asked; of a site that asks nothing, whether its operands are equal.
fn predicate(predicate: Predicate, signed: bool) -> Int {
    use Int::*;
    match (predicate, signed) {
        (Predicate::NotEqual, _) => LLVMIntNE,
        (Predicate::Greater, false) => LLVMIntUGT,
        (Predicate::Greater, true) => LLVMIntSGT,
        (Predicate::GreaterOrEqual, false) => LLVMIntUGE,
        (Predicate::GreaterOrEqual, true) => LLVMIntSGE,
        (Predicate::Less, false) => LLVMIntULT,
        (Predicate::Less, true) => LLVMIntSLT,
        (Predicate::LessOrEqual, false) => LLVMIntULE,
        (Predicate::LessOrEqual, true) => LLVMIntSLE,
        (Predicate::None | Predicate::Equal | Predicate::Ordered | Predicate::Unordered, _) => {
            LLVMIntEQ
        }
    }
}

/// The same of floating-point numbers, as C has it where one is none.
fn float_predicate(predicate: Predicate) -> Float {
    use Float::*;
    match predicate {
        Predicate::None | Predicate::Equal => LLVMRealOEQ,
        Predicate::NotEqual => LLVMRealUNE,
        Predicate::Greater => LLVMRealOGT,
        Predicate::GreaterOrEqual => LLVMRealOGE,
        Predicate::Less => LLVMRealOLT,
        Predicate::LessOrEqual => LLVMRealOLE,
        Predicate::Ordered => LLVMRealORD,
        Predicate::Unordered => LLVMRealUNO,
    }
}

/// The places of two floating-point numbers among all of their type; both zeros have one. Where neither is below zero,
/// their bits are in order as they are, and engines put those into inputs.
fn in_order(module: Module, cold: &Cold, pair: [Value; 2], bits: u32) -> [Value; 2] {
    let (builder, ty) = (cold.builder(), module.int(bits));
    let [zero, sign] = [0, 1 << (bits - 1)].map(|bits| ty.constant(bits));
    let pair = pair.map(|value| {
        let number = builder.bitcast(value, ty);
        let is_zero = builder.icmp(Int::LLVMIntEQ, number, sign);
        builder.select(is_zero, zero, number)
    });
    let any = builder.or(pair[0], pair[1]);
    let is_below = builder.icmp(Int::LLVMIntSLT, any, zero);
    let moved = builder.select(is_below, sign, zero);
    pair.map(|number| {
        // Below zero, what is larger comes first.
        let negative = builder.ashr(number, ty.constant(u128::from(bits) - 1));
        builder.xor(number, builder.or(negative, moved))
    })
}

fn switch(place: &Place, value: Value) -> bool {
    let module = place.module;
    if !fits(value) {
        return false;
    }
    let cold = open(place);
    let value = cold.resized(value, module.int(64), false);
    let context = module.const_int(32, 0);
    cold.call(abi::TRACE_SWITCH, &[id(place), context, value]);
    cold.close();
    true
}

/// The engine has its operands from the track file; what it is to hear is whether they are equal now.
fn called(place: &Place, call: &Call) -> bool {
    let module = place.module;
    let Some(result) = call.result().filter(|_| place.site.kind == Kind::Call) else {
        return false;
    };
    let predicate = match call.how {
        How::FindMemory | How::FindText | How::FindFolded => Int::LLVMIntEQ,
        _ if call.zero_differs => Int::LLVMIntEQ,
        _ => Int::LLVMIntNE,
    };
    let cold = open(place);
    let result = cold.bits(result);
    let differs = cold
        .builder()
        .icmp(predicate, result, result.ty().constant(0));
    let equals = cold.builder().xor(differs, differs.ty().constant(1));
    let zero = module.const_int(64, 0);
    tell(place, &cold, equals, [differs, zero]);
    cold.close();
    true
}
