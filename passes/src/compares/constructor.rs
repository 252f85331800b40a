//! What opens an image's gate, or lets the runtime do so.

use fz_abi::{angora, compares, priority};

use super::cold::{gate, told};
use crate::ir::{Builder, Function, Global, IntPredicate, Module};

/// Hidden, one per image.
const NAME: &str = "__fz_register_compares";

/// Adds the constructor that hands the gate to the runtime, if that wants it. Where it does not, the gate opens if the
/// engine has the callback `opener`; then the constructor is another one, so that units of both kinds may be in an image.
pub fn add(module: Module, form: &str, opener: Option<&str>) {
    let name = match opener {
        Some(_) => NAME.to_owned(),
        None => format!("{NAME}_{form}"),
    };
    let gate = Given {
        global: gate(module),
        bytes: 1,
        to: compares::INIT,
    };
    register(module, &name, gate, opener);
}

/// The same for the word with the id that is told of.
pub fn add_told(module: Module) {
    let told = Given {
        global: told(module),
        bytes: 4,
        to: angora::INIT,
    };
    register(module, &format!("{NAME}_angora"), told, None);
}

/// What of the image is handed to the runtime.
struct Given {
    global: Global,
    bytes: usize,
    to: &'static str,
}

fn register(module: Module, name: &str, given: Given, opener: Option<&str>) {
    if module.function(name).is_some() {
        return;
    }
    let procedure = module.void().function_of(&[]);
    let constructor = module.add_image_function(name, procedure);
    constructor.add_attribute(module, "nounwind");
    constructor.add_attribute(module, "disable_sanitizer_instrumentation");
    build(module, constructor, &given, opener);
    module.add_constructor(constructor, priority::REGISTER);
}

fn build(module: Module, constructor: Function, given: &Given, opener: Option<&str>) {
    let [entry, register, open, end] = [(); 4].map(|()| constructor.append_block(""));
    let builder = Builder::new(module);
    let is_there = |callback: Function| builder.icmp(IntPredicate::Ne, callback, module.null_ptr());
    builder.go_to_end(entry);
    let ty = module.void().function_of(&[module.ptr(); 2]);
    let init = module.weak_function(given.to, ty);
    builder.cond_br(is_there(init), register, open);
    builder.go_to_end(register);
    let end_of_it = module.address_in(given.global, given.bytes);
    builder.call(ty, init, &[given.global.value(), end_of_it.value()]);
    builder.br(end);
    builder.go_to_end(open);
    if let Some(opener) = opener {
        let procedure = module.void().function_of(&[]);
        let opener = module.weak_function(opener, procedure);
        builder.store(builder.zext(is_there(opener), module.int(8)), given.global);
    }
    builder.br(end);
    builder.go_to_end(end);
    builder.ret_void();
}
