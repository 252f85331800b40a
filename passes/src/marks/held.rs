//! Calls that are `nobuiltin` because `split-calls<hold>` made them so, and not by the program's will.

use super::Life;
use crate::ir::{Call, Function, Module};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["split-calls"],
    read_by: &["split-calls"],
    gone_after: &["split-calls"],
    leftover: Some(leftover),
};

const ATTRIBUTE: &str = "fz-held";

/// Keeps LLVM from folding a call.
pub fn hold(module: Module, call: Call) {
    call.set_nobuiltin(module);
    call.set_string_attribute(module, ATTRIBUTE);
}

/// Lets LLVM fold a call again that [`hold`] kept; whether it was one.
pub fn release(call: Call) -> bool {
    let held = call.has_string_attribute(ATTRIBUTE);
    if held {
        call.remove_string_attribute(ATTRIBUTE);
        call.remove_attribute("nobuiltin");
    }
    held
}

fn leftover(module: Module) -> Option<String> {
    let is_held = |f: &Function| f.calls().any(|c| c.has_string_attribute(ATTRIBUTE));
    let function = module.definitions().find(is_held)?;
    Some(format!("in function `{}`", function.name()))
}
