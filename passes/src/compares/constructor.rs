//! The constructor that opens an image's gate, or hands it to the runtime.

use fz_abi::{
    functions::{self as abi, images},
    priority,
};

use super::cold::{gate, traced_id};
use crate::{
    ir::{Builder, Function, Global, IntPredicate, Module},
    runtime,
};

/// The constructor's name; it is hidden, and an image has one.
const NAME: &str = "__fz_register_compares";

/// Adds the constructor that hands the gate to the runtime, if the runtime has the callback for that. Otherwise the
/// gate opens if the engine has the callback `opener`. A form without an opener has a constructor of its own name, so
/// that units of both kinds can be linked into one image.
pub fn add(module: Module, form: &str, opener: Option<&abi::Function>) {
    let name = match opener {
        Some(_) => NAME.to_owned(),
        None => format!("{NAME}_{form}"),
    };
    let gate = Registration {
        global: gate(module),
        bytes: 1,
        to: images::COMPARES_INIT,
    };
    register(module, &name, gate, opener);
}

/// Adds the constructor that hands the word with the traced site's id to the runtime.
pub fn add_traced_id(module: Module) {
    let id = Registration {
        global: traced_id(module),
        bytes: 4,
        to: images::ANGORA_INIT,
    };
    register(module, &format!("{NAME}_angora"), id, None);
}

/// Data of the image that the runtime gets.
struct Registration {
    global: Global,
    bytes: usize,
    to: abi::Function,
}

fn register(
    module: Module,
    name: &str,
    registration: Registration,
    opener: Option<&abi::Function>,
) {
    if module.function(name).is_some() {
        return;
    }
    let procedure = module.void().function_of(&[]);
    let constructor = module.add_image_function(name, procedure);
    constructor.add_attribute(module, "nounwind");
    constructor.add_attribute(module, "disable_sanitizer_instrumentation");
    build(module, constructor, &registration, opener);
    module.add_constructor(constructor, priority::REGISTER);
}

fn build(
    module: Module,
    constructor: Function,
    registration: &Registration,
    opener: Option<&abi::Function>,
) {
    let [entry, register, open, end] = [(); 4].map(|()| constructor.append_block(""));
    let builder = Builder::new(module);
    let is_there = |callback: Function| builder.icmp(IntPredicate::Ne, callback, module.null_ptr());
    builder.go_to_end(entry);
    let init = runtime::declare(module, &registration.to);
    builder.cond_br(is_there(init), register, open);
    builder.go_to_end(register);
    let end_of_data = module.address_in(registration.global, registration.bytes);
    let bounds = [registration.global.value(), end_of_data.value()];
    runtime::call(&builder, &registration.to, init, &bounds);
    builder.br(end);
    builder.go_to_end(open);
    if let Some(opener) = opener {
        let opener = runtime::declare(module, opener);
        builder.store(
            builder.zext(is_there(opener), module.int(8)),
            registration.global,
        );
    }
    builder.br(end);
    builder.go_to_end(end);
    builder.ret_void();
}
