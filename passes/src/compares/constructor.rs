//! The constructor that opens an image's gate, or hands it to the runtime.

use fz_abi::functions::{self as abi, images};

use super::cold::{gate, traced_id};
use crate::{
    ir::{Builder, Global, Module, Value},
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
    let gate = gate(module);
    let opens = opener.map(|opener| {
        move |builder: &Builder| {
            let opener = runtime::declare(module, opener);
            let is_there = runtime::is_there(builder, opener);
            builder.store(builder.zext(is_there, module.int(8)), gate);
        }
    });
    let opens = opens.as_ref().map(|opens| opens as &dyn Fn(&Builder));
    let data = bounds(module, gate, 1);
    runtime::register(module, &name, &images::COMPARES_INIT, &data, opens);
}

/// Adds the constructor that hands the word with the traced site's id to the runtime.
pub fn add_traced_id(module: Module) {
    let data = bounds(module, traced_id(module), 4);
    let name = format!("{NAME}_angora");
    runtime::register(module, &name, &images::ANGORA_INIT, &data, None);
}

/// Where a global of so many bytes begins and ends.
fn bounds(module: Module, global: Global, bytes: usize) -> [Value; 2] {
    [0, bytes].map(|offset| module.address_in(global, offset).value())
}
