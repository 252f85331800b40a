//! The constructor that hands an image's gates to the runtime, if there is one that takes them.

use fz_abi::{functions::images::GATES_INIT, sections};

use crate::{ir::Module, patch};

/// The constructor's name; it is hidden, and an image has one.
const NAME: &str = "__fz_register_gates";

/// Adds the constructor.
pub fn add(module: Module) {
    let gates = [sections::GATES_START, sections::GATES_STOP];
    patch::register(module, NAME, &GATES_INIT, gates);
}
