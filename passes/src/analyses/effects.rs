//! What functions and calls promise about memory.

use crate::ir::{Function, Module};

/// What was inferred about memory before counters were stored there is no longer true, in any caller either.
pub fn forget_memory_effects(module: Module) {
    for function in module.definitions() {
        for attribute in ["memory", "speculatable"] {
            function.remove_attribute(attribute);
        }
        let blocks = function.blocks();
        for call in blocks.iter().flat_map(|b| b.instructions()) {
            if !call.is_call() {
                continue;
            }
            let callee = call.called().map(|c| Function::from_raw(c.raw()));
            // A declaration may lead back here too, but for LLVM's own.
            if callee.is_none_or(|c| !c.name().starts_with("llvm.")) && !call.calls_asm() {
                call.remove_call_attribute("memory");
            }
        }
    }
}
