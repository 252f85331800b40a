//! `form=angora`: Angora's and Valkyrie's callbacks. These engines work on one condition at a time. A site is
//! reported while the image's word holds the site's id, and else costs a compare and a branch.
//!
//! ```text
//! %word = load i32, ptr @__fz_angora_told
//! br (%word == 1234), label %cold, label %next
//! cold:
//!   call void @__fz_tell.__angora_trace_cmp(i32 (%x == 7), i32 1234, i32 0, i64 %x, i64 7)
//! ```
//!
//! Ids are those of the track file that a taint build of the same source writes ([`fz_abi::sites::id`]). Not
//! reported are divisors and indices, which engines read in the track file, vectors, and values of more than 64 bits.

use fz_abi::functions::angora as abi;

use super::{
    Lowering, Place,
    cold::{Cold, traced_id},
    constructor,
};
use crate::{
    ir::{Const, FloatPredicate, IntPredicate, Module, Value},
    marks::site::written::Preferred,
    marks::site::{CompareCall, CompareRoutine, Operands, Predicate, SiteKind, identity},
};

/// The lowering.
pub struct Angora;

impl Lowering for Angora {
    fn lower(&self, place: &Place) -> bool {
        match &place.site.operands {
            Operands::Compare(a, b) => compare(place, *a, *b),
            Operands::Switch { value, .. } => switch(place, *value),
            Operands::Call(call) => called(place, call),
            Operands::Value(value) if place.site.kind == SiteKind::Truth => truth(place, *value),
            Operands::Value(_) | Operands::Operation(..) => false,
        }
    }

    fn finish(&self, module: Module) {
        constructor::add_traced_id(module);
    }
}

/// The id by which the engine selects a site.
fn id(place: &Place) -> Const {
    let Place { module, site, .. } = *place;
    let function = site.call.block().function();
    let id = identity(module, function, site.number);
    module.const_int(32, id.into())
}

fn open<'a>(place: &'a Place) -> Cold<'a> {
    Cold::open_if(place, traced_id(place.module), IntPredicate::Eq, id(place))
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
            let holds = cold.builder().icmp(predicate, a, b);
            let written = site.preferred(a, b);
            let build = |w: Preferred| w.pair.map(|side| side.build(cold.builder(), a.ty()));
            (holds, written.map_or([a, b], build))
        }
    };
    call_back(place, &cold, holds, pair);
    cold.close();
    true
}

fn call_back(place: &Place, cold: &Cold, holds: Value, pair: [Value; 2]) {
    let module = place.module;
    let holds = cold.builder().zext(holds, module.int(32));
    let [a, b] = pair.map(|v| cold.resized(v, module.int(64), false));
    let [id, context] = [id(place), module.const_int(32, 0)].map(Const::value);
    cold.call(&abi::TRACE_COMPARE, &[holds, id, context, a, b]);
}

/// Reports a truth value as a compare with 1.
fn truth(place: &Place, value: Value) -> bool {
    let cold = open(place);
    call_back(
        place,
        &cold,
        value,
        [value, place.module.const_int(64, 1).value()],
    );
    cold.close();
    true
}

/// The predicate of a site's compare; equality for a site that has none.
fn predicate(predicate: Predicate, signed: bool) -> IntPredicate {
    use IntPredicate::*;
    match (predicate, signed) {
        (Predicate::NotEqual, _) => Ne,
        (Predicate::Greater, false) => Ugt,
        (Predicate::Greater, true) => Sgt,
        (Predicate::GreaterOrEqual, false) => Uge,
        (Predicate::GreaterOrEqual, true) => Sge,
        (Predicate::Less, false) => Ult,
        (Predicate::Less, true) => Slt,
        (Predicate::LessOrEqual, false) => Ule,
        (Predicate::LessOrEqual, true) => Sle,
        (Predicate::None | Predicate::Equal | Predicate::Ordered | Predicate::Unordered, _) => Eq,
    }
}

/// The predicate of a floating-point compare, ordered or unordered as the operators of C are with NaN.
fn float_predicate(predicate: Predicate) -> FloatPredicate {
    use FloatPredicate::*;
    match predicate {
        Predicate::None | Predicate::Equal => Oeq,
        Predicate::NotEqual => Une,
        Predicate::Greater => Ogt,
        Predicate::GreaterOrEqual => Oge,
        Predicate::Less => Olt,
        Predicate::LessOrEqual => Ole,
        Predicate::Ordered => Ord,
        Predicate::Unordered => Uno,
    }
}

/// Maps two floating-point numbers to integers in the same order; both zeros map to one integer. If neither number is
/// negative, the integers are their bits unchanged, which engines put into inputs.
fn in_order(module: Module, cold: &Cold, pair: [Value; 2], bits: u32) -> [Value; 2] {
    let (builder, ty) = (cold.builder(), module.int(bits));
    let [zero, sign] = [0, 1 << (bits - 1)].map(|bits| ty.constant(bits));
    let pair = pair.map(|value| {
        let number = builder.bitcast(value, ty);
        let is_zero = builder.icmp(IntPredicate::Eq, number, sign);
        builder.select(is_zero, zero, number)
    });
    let any = builder.or(pair[0], pair[1]);
    let is_below = builder.icmp(IntPredicate::Slt, any, zero);
    let moved = builder.select(is_below, sign, zero);
    pair.map(|number| {
        // Negative numbers with larger bits are smaller.
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
    let [id, context] = [id(place), module.const_int(32, 0)].map(Const::value);
    cold.call(&abi::TRACE_SWITCH, &[id, context, value]);
    cold.close();
    true
}

/// Reports whether the operands of a call are equal. The engine knows the operands from the track file.
fn called(place: &Place, call: &CompareCall) -> bool {
    let module = place.module;
    let Some(result) = call.result().filter(|_| place.site.kind == SiteKind::Call) else {
        return false;
    };
    let predicate = match call.routine {
        CompareRoutine::FindMemory | CompareRoutine::FindText | CompareRoutine::FindFolded => {
            IntPredicate::Eq
        }
        _ if call.zero_differs => IntPredicate::Eq,
        _ => IntPredicate::Ne,
    };
    let cold = open(place);
    let result = cold.bits(result);
    let differs = cold
        .builder()
        .icmp(predicate, result, result.ty().constant(0));
    let equals = cold.builder().xor(differs, differs.ty().constant(1));
    let zero = module.const_int(64, 0).value();
    call_back(place, &cold, equals, [differs, zero]);
    cold.close();
    true
}
