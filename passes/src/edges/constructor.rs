//! The constructor of an instrumented image.

use fz_abi::{
    functions::{Function, images},
    priority, sections,
};

use super::pcs;
use crate::{
    ir::{Builder, IntPredicate, Module, Value},
    runtime,
};

/// The constructor's name. Hidden, one per image.
const NAME: &str = "__fz_register_image";

const COUNTERS: [&str; 2] = [sections::COUNTERS_START, sections::COUNTERS_STOP];
const PCS: [&str; 2] = [sections::PCS_START, sections::PCS_STOP];
const STACK: [&str; 2] = [sections::STACK_START, sections::STACK_STOP];
/// The symbols that fill [`fz_abi::contexts::Bounds`]. The sections exist only if something in the image has contexts.
const CONTEXTS: [&str; 6] = [
    sections::COUNTERS_START,
    sections::COUNTERS_STOP,
    sections::FUNCTIONS_START,
    sections::FUNCTIONS_STOP,
    sections::CALLS_START,
    sections::CALLS_STOP,
];

/// Adds the constructor that tells the engine's runtime, if there is one, where this image's arrays are. Every unit has
/// it, whatever its options; the linker keeps one per image.
pub fn add(module: Module, has_pcs: bool) {
    if module.function(NAME).is_some() {
        return;
    }
    let procedure = module.void().function_of(&[]);
    let constructor = module.add_image_function(NAME, procedure);
    constructor.add_attribute(module, "nounwind");
    constructor.add_attribute(module, "disable_sanitizer_instrumentation");
    let builder = Builder::at_end(module, constructor.append_block(""));
    let bound = |symbol: &str| module.section_bound(symbol).value();
    let bounds = builder.alloca(module.ptr().array_of(CONTEXTS.len() as u64));
    let field =
        |index: usize| builder.element(module.ptr(), bounds, module.const_int(64, index as u64));
    let call = |callback: &Function, arguments: &dyn Fn() -> [Value; 2]| {
        let declared = runtime::declare(module, callback);
        let is_there = builder.icmp(IntPredicate::Ne, declared, module.null_ptr());
        let [then, next] = [(); 2].map(|()| constructor.append_block(""));
        builder.cond_br(is_there, then, next);
        builder.go_to_end(then);
        runtime::call(&builder, callback, declared, &arguments());
        builder.br(next);
        builder.go_to_end(next);
    };
    call(&images::CONTEXTS_INIT, &|| {
        for (index, symbol) in CONTEXTS.iter().enumerate() {
            // The bound is needed first: it declares the symbol in the module.
            let bound = bound(symbol);
            builder.store(bound, field(index));
        }
        [bounds.value(), field(CONTEXTS.len())]
    });
    call(&images::COUNTERS_INIT, &|| COUNTERS.map(bound));
    call(&images::STACK_INIT, &|| STACK.map(bound));
    if has_pcs {
        let place = pcs::writer(module);
        call(&images::PCS_INIT, &|| {
            if let Some(place) = place {
                builder.call_function(place, &[]);
            }
            PCS.map(bound)
        });
    }
    builder.ret_void();
    module.add_constructor(constructor, priority::REGISTER);
}
