//! The constructor that hands an image's gates to the runtime, if there is one that takes them.

use fz_abi::{functions::images::GATES_INIT, priority, sections};

use crate::{
    ir::{Builder, IntPredicate, Module},
    runtime,
};

/// The constructor's name; it is hidden, and an image has one.
const NAME: &str = "__fz_register_gates";

/// Adds the constructor.
pub fn add(module: Module) {
    if module.function(NAME).is_some() {
        return;
    }
    let procedure = module.void().function_of(&[]);
    let constructor = module.add_image_function(NAME, procedure);
    constructor.add_attribute(module, "nounwind");
    constructor.add_attribute(module, "disable_sanitizer_instrumentation");
    let [entry, register, end] = [(); 3].map(|()| constructor.append_block(""));
    let builder = Builder::at_end(module, entry);
    let init = runtime::declare(module, &GATES_INIT);
    let is_there = builder.icmp(IntPredicate::Ne, init, module.null_ptr());
    builder.cond_br(is_there, register, end);
    builder.go_to_end(register);
    let bounds = [
        sections::GATES_START,
        sections::GATES_STOP,
        sections::PATCHES_START,
        sections::PATCHES_STOP,
    ];
    let bounds = bounds.map(|symbol| module.section_bound(symbol).value());
    runtime::call(&builder, &GATES_INIT, init, &bounds);
    builder.br(end);
    builder.go_to_end(end);
    builder.ret_void();
    module.add_constructor(constructor, priority::REGISTER);
}
