//! What functions and calls promise about their memory effects.

use crate::ir::Module;

/// Drops the inferred memory attributes: they no longer hold once counters are stored, in callers either.
pub fn forget_memory_effects(module: Module) {
    for function in module.definitions() {
        for attribute in ["memory", "speculatable"] {
            function.remove_attribute(attribute);
        }
        for call in function.calls() {
            let callee = call.called();
            // A declared function may call back into this module; intrinsics do not.
            if callee.is_none_or(|c| !c.name().starts_with("llvm.")) && !call.calls_asm() {
                call.remove_attribute("memory");
            }
        }
    }
}
