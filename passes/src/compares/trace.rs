//! `form=trace`: SanitizerCoverage's callbacks. What these have no form for is reported in one that they have:
//! floating-point numbers as their bits, 128-bit numbers as two halves, minima and maxima as compares.

use fz_abi::functions::{Function, trace as abi};

use super::{Lowering, Place, bounds, cold::Cold, constructor};
use crate::{
    ir::{IntPredicate, Module, Value},
    marks::site::{CompareCall, CompareRoutine, Operands, Predicate, SiteKind},
};

/// The lowering.
pub struct Trace;

impl Lowering for Trace {
    fn lower(&self, place: &Place) -> bool {
        match &place.site.operands {
            Operands::Compare(a, b) => compare(place, *a, *b),
            Operands::Operation(kind, operands) => operation(place, *kind, *operands),
            Operands::Value(value) if place.site.kind == SiteKind::Index => index(place, *value),
            Operands::Value(value) => divisor(place, *value),
            Operands::Switch { value, cases } => switch(place, *value, cases),
            Operands::Call(call) => called(place, call),
        }
    }

    fn finish(&self, module: Module) {
        constructor::add(module, "trace", Some(&abi::CMP1));
    }
}

fn compare(place: &Place, a: Value, b: Value) -> bool {
    let Place { module, site, .. } = *place;
    // These predicates test for NaN alone: no number is the right operand.
    let asks_for_nan = matches!(site.predicate, Predicate::Ordered | Predicate::Unordered);
    // The call itself is reported, and says more than its result.
    if asks_for_nan || site.of_result {
        return false;
    }
    let cold = Cold::open(place);
    let lanes = a.ty().vector().map(|(_, lanes)| lanes);
    // The lanes of a constant are constants.
    let is_constant = [a, b].map(Value::is_constant);
    for lane in 0..lanes.unwrap_or(1) {
        let pair = [a, b].map(|v| match lanes {
            Some(_) => cold.bits(cold.builder().lane(v, lane)),
            None => cold.bits(v),
        });
        call_back(module, &cold, site.signed, pair, is_constant);
    }
    if lanes.is_none() {
        for pair in cold.written(a, b) {
            call_back(module, &cold, false, pair, pair.map(Value::is_constant));
        }
    }
    cold.close();
    true
}

/// Reports the operands of an operation with their bounds.
fn operation(place: &Place, kind: u16, operands: [Value; 2]) -> bool {
    let Place { module, site, .. } = *place;
    let cold = Cold::open(place);
    for test in bounds::of(&cold, kind, site.signed, operands) {
        let is_constant = test.operands.map(Value::is_constant);
        call_back(module, &cold, test.signed, test.operands, is_constant);
    }
    cold.close();
    true
}

fn call_back(
    module: Module,
    cold: &Cold,
    signed: bool,
    [a, b]: [Value; 2],
    is_constant: [bool; 2],
) {
    // These callbacks take the constant first.
    let (callbacks, [a, b]) = match is_constant {
        [_, true] => (abi::CONST_CMP, [b, a]),
        [true, false] => (abi::CONST_CMP, [a, b]),
        [false, false] => (abi::CMP, [a, b]),
    };
    let bits = a.ty().int_bits().expect("an integer");
    let pairs = match bits {
        0..=64 => vec![[a, b]],
        _ => halves(module, cold, [a, b], signed),
    };
    let bytes = bits.min(64).next_power_of_two().max(8) / 8;
    for pair in pairs {
        let ty = module.int(8 * bytes);
        let pair = pair.map(|v| cold.resized(v, ty, signed));
        cold.call(&callbacks[bytes.ilog2() as usize], &pair);
    }
}

fn halves(module: Module, cold: &Cold, pair: [Value; 2], signed: bool) -> Vec<[Value; 2]> {
    let (whole, half) = (module.int(128), module.int(64));
    let wide = pair.map(|v| cold.resized(v, whole, signed));
    let low = wide.map(|v| cold.builder().trunc(v, half));
    let high = wide.map(|v| {
        let shifted = cold.builder().lshr(v, whole.constant(64));
        cold.builder().trunc(shifted, half)
    });
    vec![low, high]
}

fn divisor(place: &Place, value: Value) -> bool {
    let bits = value.ty().int_bits().expect("a division of integers");
    let (callback, bits) = match bits {
        0..=32 => (abi::DIV4, 32),
        33..=64 => (abi::DIV8, 64),
        _ => return false,
    };
    one(place, value, &callback, bits)
}

fn index(place: &Place, value: Value) -> bool {
    let Place { module, .. } = *place;
    one(place, value, &abi::GEP, 8 * module.pointer_bytes())
}

fn one(place: &Place, value: Value, callback: &Function, bits: u32) -> bool {
    let Place { module, site, .. } = *place;
    let cold = Cold::open(place);
    let value = cold.resized(value, module.int(bits), site.signed);
    cold.call(callback, &[value]);
    cold.close();
    true
}

/// Reports a switch of at most 64 bits; the callback takes no more.
fn switch(place: &Place, value: Value, cases: &[Value]) -> bool {
    let Place { module, .. } = *place;
    let bits = value.ty().int_bits().expect("a switch over integers");
    let known: Option<Vec<u64>> = match bits {
        0..=64 => cases
            .iter()
            .map(|c| Some(c.int_constant()? as u64))
            .collect(),
        _ => None,
    };
    let Some(mut known) = known else {
        return false;
    };
    known.sort_unstable();
    let head = [known.len() as u64, u64::from(bits)];
    let words: Vec<_> = head
        .iter()
        .chain(&known)
        .map(|w| module.const_int(64, *w))
        .collect();
    let table = module.add_private_constant(module.int(64), &words, "__fz_cases");
    let cold = Cold::open(place);
    let value = cold.resized(value, module.int(64), false);
    cold.call(&abi::SWITCH, &[value, table.value()]);
    cold.close();
    true
}

/// The callback for a routine, if SanitizerCoverage has one.
fn hook(routine: CompareRoutine) -> Option<Function> {
    Some(match routine {
        CompareRoutine::Memory => abi::MEMCMP,
        CompareRoutine::Text => abi::STRCMP,
        CompareRoutine::TextPrefix => abi::STRNCMP,
        CompareRoutine::Folded => abi::STRCASECMP,
        CompareRoutine::FoldedPrefix => abi::STRNCASECMP,
        CompareRoutine::FindMemory => abi::MEMMEM,
        CompareRoutine::FindText => abi::STRSTR,
        CompareRoutine::FindFolded => abi::STRCASESTR,
        CompareRoutine::StringText
        | CompareRoutine::StringString
        | CompareRoutine::Pointers
        | CompareRoutine::PointersLength => return None,
    })
}

fn called(place: &Place, call: &CompareCall) -> bool {
    let Place { module, site, .. } = *place;
    let Some(hook) = hook(call.routine) else {
        return false;
    };
    let cold = Cold::open(place);
    let operands = &call.operands[..call.routine.operands()];
    if call.may_be_null {
        for pointer in &operands[..2] {
            cold.unless_null(*pointer);
        }
    }
    // Stands for the call's return address, which identifies the site.
    let function = site.call.function().global();
    let place = module.address_in(function, site.number as usize).value();
    let length = module.int(8 * module.pointer_bytes());
    let given = operands.iter().map(|v| match v.ty().is_pointer() {
        true => *v,
        false => cold.resized(*v, length, site.signed),
    });
    let mut arguments: Vec<_> = [place].into_iter().chain(given).collect();
    if let [_, _, b, n, _] = &mut arguments[..] {
        // `memmem`: each pointer is followed by its length.
        std::mem::swap(b, n);
    }
    arguments.push(result(module, &cold, call));
    cold.call(&hook, &arguments);
    cold.close();
    true
}

/// The result that the callback is passed: for a compare, whether the operands differ. Passing the difference itself
/// would keep LLVM from simplifying a compare whose result is only compared with zero.
fn result(module: Module, cold: &Cold, call: &CompareCall) -> Value {
    let is_search = call.routine.is_search();
    match call.result() {
        Some(result) if is_search => result,
        None if is_search => module.null_ptr().value(),
        Some(result) => {
            let predicate = match call.zero_differs {
                true => IntPredicate::Eq,
                false => IntPredicate::Ne,
            };
            let zero = result.ty().constant(0);
            let differs = cold.builder().icmp(predicate, result, zero);
            cold.builder().zext(differs, module.int(32))
        }
        None => module.const_int(32, 1).value(),
    }
}
