//! `form=cmplog`: AFL++'s callbacks, for the companion binary that `afl-fuzz -c` runs.

use fz_abi::{compares::cmplog as abi, functions::cmplog};

use super::{Lowering, Place, bounds, cold::Cold, constructor};
use crate::{
    ir::{Module, Value},
    marks::site::{CompareCall, CompareRoutine, Operands, Predicate, Site, SiteKind},
};

/// The lowering.
pub struct Cmplog;

impl Lowering for Cmplog {
    fn lower(&self, place: &Place) -> bool {
        match &place.site.operands {
            Operands::Compare(a, b) => compare(place, *a, *b),
            Operands::Operation(kind, operands) => operation(place, *kind, *operands),
            Operands::Switch { value, cases } => switch(place, *value, cases),
            Operands::Call(call) => called(place, call),
            Operands::Value(_) => false,
        }
    }

    fn finish(&self, module: Module) {
        constructor::add(module, "cmplog", None);
    }
}

/// AFL++'s attribute of a compare.
fn attribute(site: &Site, predicate: Predicate) -> u8 {
    let predicate = match predicate {
        Predicate::Equal => abi::EQ,
        Predicate::Greater => abi::GT,
        Predicate::GreaterOrEqual => abi::GE,
        Predicate::Less => abi::LT,
        Predicate::LessOrEqual => abi::LE,
        Predicate::NotEqual | Predicate::None | Predicate::Ordered | Predicate::Unordered => {
            abi::NE
        }
    };
    predicate
        | if site.kind == SiteKind::Float {
            abi::FLOAT
        } else {
            0
        }
}

/// Reports the operands of an operation with their bounds.
fn operation(place: &Place, kind: u16, operands: [Value; 2]) -> bool {
    let cold = Cold::open(place);
    for test in bounds::of(&cold, kind, place.site.signed, operands) {
        call_back(place, &cold, test.predicate, test.signed, test.operands);
    }
    cold.close();
    true
}

fn compare(place: &Place, a: Value, b: Value) -> bool {
    let cold = Cold::open(place);
    match a.ty().vector() {
        None => {
            let pair = [a, b].map(|v| cold.bits(v));
            log(place, &cold, pair);
            for pair in cold.written(a, b) {
                call_back(place, &cold, Predicate::Equal, false, pair);
            }
        }
        Some((_, lanes)) => {
            for lane in 0..lanes {
                let pair = [a, b].map(|v| cold.bits(cold.builder().lane(v, lane)));
                log(place, &cold, pair);
            }
        }
    }
    cold.close();
    true
}

fn log(place: &Place, cold: &Cold, pair: [Value; 2]) {
    let site = place.site;
    call_back(place, cold, site.predicate, site.signed, pair);
}

fn call_back(place: &Place, cold: &Cold, predicate: Predicate, signed: bool, pair: [Value; 2]) {
    let Place { module, site, .. } = *place;
    let bits = pair[0].ty().int_bits().expect("an integer");
    let bytes = bits.div_ceil(8);
    let attribute = module
        .const_int(8, attribute(site, predicate).into())
        .value();
    let passed = 8 * bytes.next_power_of_two();
    let [a, b] = pair.map(|v| cold.resized(v, module.int(passed), signed));
    match bytes {
        // The callback for odd sizes takes operands of 128 bits.
        9..=15 => {
            let size = module.const_int(8, u64::from(bytes) - 1).value();
            cold.call(&cmplog::INS_N, &[a, b, attribute, size]);
        }
        _ => cold.call(
            &cmplog::INS[passed.ilog2() as usize - 3],
            &[a, b, attribute],
        ),
    }
}

/// Reports each case as a compare.
fn switch(place: &Place, value: Value, cases: &[Value]) -> bool {
    let cold = Cold::open(place);
    let value = cold.bits(value);
    for case in cases {
        log(place, &cold, [value, *case]);
    }
    cold.close();
    true
}

fn called(place: &Place, call: &CompareCall) -> bool {
    let Place { module, site, .. } = *place;
    let operands = &call.operands[..call.routine.operands()];
    let (a, b) = (operands[0], operands[1]);
    let (callback, length) = match call.routine {
        CompareRoutine::Memory | CompareRoutine::PointersLength => {
            (cmplog::RTN_N, Some(operands[2]))
        }
        // The length of the needle.
        CompareRoutine::FindMemory => (cmplog::RTN_N, Some(operands[3])),
        CompareRoutine::TextPrefix | CompareRoutine::FoldedPrefix => {
            (cmplog::RTN_STRN, Some(operands[2]))
        }
        CompareRoutine::Text
        | CompareRoutine::Folded
        | CompareRoutine::FindText
        | CompareRoutine::FindFolded => (cmplog::RTN_STR, None),
        CompareRoutine::StringText => (cmplog::RTN_STRING_TEXT, None),
        CompareRoutine::StringString => (cmplog::RTN_STRING_STRING, None),
        CompareRoutine::Pointers => (cmplog::RTN, None),
    };
    let cold = Cold::open(place);
    if call.may_be_null {
        cold.unless_null(a);
        cold.unless_null(b);
    }
    let length = length.map(|n| cold.resized(n, module.int(64), site.signed));
    let arguments: Vec<_> = [Some(a), Some(b), length].into_iter().flatten().collect();
    cold.call(&callback, &arguments);
    cold.close();
    true
}
