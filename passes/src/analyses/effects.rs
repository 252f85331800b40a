//! What functions and calls promise about memory.

use crate::ir::Module;

/// What was inferred about memory before counters were stored there is no longer true, in any caller either.
pub fn forget_memory_effects(module: Module) {
    for function in module.definitions() {
        for attribute in ["memory", "speculatable"] {
            function.remove_attribute(attribute);
        }
        for call in function.calls() {
            let callee = call.called();
            // A declaration may lead back here too, but for LLVM's own.
            if callee.is_none_or(|c| !c.name().starts_with("llvm.")) && !call.calls_asm() {
                call.remove_attribute("memory");
            }
        }
    }
}
