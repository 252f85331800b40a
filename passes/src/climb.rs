//! Steps behind a gate ([`fz_abi::climb`]): code that tells how near a compare is to being solved, beside the compare
//! itself, which stays as it is.
//!
//! ```text
//!   callbr asm "<a jump to steps>" (@gates) to %rest [%steps]
//! steps:
//!   <a copy of the compare, which a pass splits>
//!   br %right or %rest
//! right:
//!   if (@gates[0]) @__fz_solved(@gates)
//!   br %rest
//! rest:
//!   <the compare>
//! ```
//!
use fz_abi::{
    functions::{climb::SOLVED, images::CLIMBS_INIT},
    sections,
};

use crate::{
    ir::{Block, Builder, Const, Duplicates, Inst, Linkage, Module},
    patch::{self, Gate, Initially},
};

/// The constructor's name; it is hidden, and an image has one.
const NAME: &str = "__fz_register_climbs";

/// Code behind a gate.
pub struct Steps {
    /// Stands in the code, which has to end at one of [`Steps::outcomes`], or at [`Steps::rest`].
    pub builder: Builder,
    /// What each outcome leads to that solves something.
    pub outcomes: Vec<Block>,
    /// Where the program goes on. All other outcomes lead there.
    pub rest: Block,
}

impl Steps {
    /// Whether the module's machine has such gates.
    pub fn are_possible(module: Module) -> bool {
        patch::is_possible(module)
    }

    /// Begins code for something with so many outcomes before an instruction.
    pub fn before(module: Module, at: Inst, outcomes: usize) -> Steps {
        let head = at.block();
        let function = head.function();
        let gates = module.add_array(module.int(8), outcomes, None, "__fz_climb");
        gates.set_linkage(Linkage::Private);
        gates.set_section(sections::CLIMBS, 1);
        if function.comdat_name().is_none() {
            module.put_in_comdat(function.global(), &function.name(), Duplicates::Keep);
        }
        gates.join_comdat(function.global());
        gates.set_externally_initialized();
        let gates = gates.into();
        let gate = Gate::before(module, at, at, gates, outcomes, Initially::Jumps);
        let outcomes = (0..outcomes).map(|n| outcome(&gate, at, module.address_in(gates, n)));
        Steps {
            outcomes: outcomes.collect(),
            rest: gate.rest,
            builder: gate.builder,
        }
    }
}

/// Code that tells the runtime that something is solved, as long as it wants to know.
fn outcome(gate: &Gate, source: Inst, byte: Const) -> Block {
    let start = gate.head.function().append_block("");
    let builder = Builder::at_end(gate.builder.module(), start);
    builder.locate(source);
    let byte = patch::near(&builder, byte);
    let open = gate.if_open(&builder, byte, 8);
    patch::call(&open, &SOLVED, &[byte]);
    open.br(gate.rest);
    start
}

/// Adds the constructor that hands an image's gates to the runtime, if there is one that takes them.
pub fn register(module: Module) {
    let gates = [sections::CLIMBS_START, sections::CLIMBS_STOP];
    patch::register(module, NAME, &CLIMBS_INIT, gates);
}
