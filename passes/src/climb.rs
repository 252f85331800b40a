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
//! No edge that the gate itself chooses is counted: that it is open is nothing that the program does.

use fz_abi::{
    functions::{climb::SOLVED, images::CLIMBS_INIT},
    sections,
};

use crate::{
    ir::{Block, Builder, Const, Duplicates, Inst, IntPredicate, Linkage, Module},
    marks::step,
    patch::{self, Initially},
    runtime,
};

/// The constructor's name; it is hidden, and an image has one.
const NAME: &str = "__fz_register_climbs";

/// Code behind a gate.
pub struct Steps {
    module: Module,
    gates: Const,
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
        let rest = Block::split_before(at);
        let old = head.terminator().expect("made by the split");
        let code = rest.new_before();
        let builder = Builder::before(module, old);
        builder.locate(at);
        let text = patch::assembly(outcomes, Initially::Jumps);
        let jump = builder.asm_goto(&text, gates.into(), rest, code);
        module.set_nosanitize(jump);
        step::silence(module, jump);
        old.erase();
        builder.go_to_end(code);
        builder.locate(at);
        let mut steps = Steps {
            module,
            gates: gates.into(),
            builder,
            outcomes: Vec::new(),
            rest,
        };
        steps.outcomes = (0..outcomes).map(|n| steps.outcome(at, n)).collect();
        steps
    }

    /// Tells the runtime that an outcome has come, as long as it wants to know.
    fn outcome(&self, source: Inst, number: usize) -> Block {
        let (module, rest) = (self.module, self.rest);
        let [asks, tells] = [rest.new_before(), rest.new_before()];
        let builder = Builder::new(module);
        builder.go_to_end(asks);
        builder.locate(source);
        let gate = patch::near(&builder, module.address_in(self.gates, number));
        let held = builder.load_aligned(module.int(8), gate, 1);
        held.set_volatile();
        module.set_nosanitize(held);
        let is_open = builder.icmp(IntPredicate::Ne, held, module.int(8).constant(0));
        let jump = builder.cond_br(is_open, tells, rest);
        module.set_branch_weights(jump, patch::WEIGHTS);
        module.set_nosanitize(jump);
        step::silence(module, jump);
        builder.go_to_end(tells);
        builder.locate(source);
        let solved = runtime::declare(module, &SOLVED);
        solved.set_calling_convention(patch::PRESERVE_MOST);
        let call = runtime::call(&builder, &SOLVED, solved, &[gate]);
        call.set_calling_convention(patch::PRESERVE_MOST);
        call.set_nounwind(module);
        call.set_notail();
        module.set_nosanitize(call);
        builder.br(rest);
        asks
    }
}

/// Adds the constructor that hands an image's gates to the runtime, if there is one that takes them.
pub fn register(module: Module) {
    let bounds = [
        sections::CLIMBS_START,
        sections::CLIMBS_STOP,
        sections::PATCHES_START,
        sections::PATCHES_STOP,
    ];
    patch::register(module, NAME, &CLIMBS_INIT, bounds);
}
