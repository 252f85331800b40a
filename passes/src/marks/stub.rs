//! Stubs: a site calls a callback through a stub, which calls it if the image has it.
//!
//! ```text
//! define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_cmp4(i32 %a, i32 %b) {
//!   br (@__sanitizer_cov_trace_cmp4 != null), label %go, label %end
//! go:
//!   musttail call void @__sanitizer_cov_trace_cmp4(i32 %a, i32 %b)
//! ```
//!
//! The tail call lets the callback see the site's return address, by which it identifies the site. Without a stub,
//! the callback's address would occupy a register in every loop with a site.

use fz_abi::functions as abi;

use super::Life;
use crate::{
    ir::{Builder, Call, Function, IntPredicate, Module, Type},
    runtime,
};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["compares", "guards"],
    read_by: &["edges", "unit-record"],
    gone_after: &["never"],
    leftover: None,
};

/// The beginning of the names of stubs. An image has one per callback.
const PREFIX: &str = "__fz_tell.";

/// The stub of a callback.
pub fn of(module: Module, callback: &abi::Function) -> Function {
    if let Some(found) = find(module, callback) {
        return found;
    }
    let name = format!("{PREFIX}{}", callback.name);
    let ty = runtime::signature(module, callback);
    let stub = module.add_image_function(&name, ty);
    for attribute in ["nounwind", "noinline", "disable_sanitizer_instrumentation"] {
        stub.add_attribute(module, attribute);
    }
    let extended = extended(module, callback);
    let callback = runtime::declare(module, callback);
    let [entry, go, end] = [(); 3].map(|()| stub.append_block(""));
    let builder = Builder::new(module);
    builder.go_to_end(entry);
    let is_there = builder.icmp(IntPredicate::Ne, callback, module.null_ptr());
    builder.cond_br(is_there, go, end);
    builder.go_to_end(go);
    // Linkers for ARM do not resolve a tail call of an undefined weak symbol: the call goes through a register.
    let triple = module.triple();
    let callback = match ["aarch64", "arm", "thumb"]
        .iter()
        .any(|t| triple.starts_with(t))
    {
        true => builder.opaque(callback),
        false => callback.value(),
    };
    let call = builder.call(ty, callback, &stub.parameters());
    for argument in extended {
        stub.set_zero_extended(module, argument);
        call.set_zero_extended(module, argument);
    }
    call.set_musttail();
    builder.ret_void();
    builder.go_to_end(end);
    builder.ret_void();
    stub
}

/// The stub of a callback, if the module has it.
pub fn find(module: Module, callback: &abi::Function) -> Option<Function> {
    module.function(&format!("{PREFIX}{}", callback.name))
}

/// Whether a call calls a callback's stub.
pub fn is_called_by(call: Call, callback: &abi::Function) -> bool {
    call.called_name().strip_prefix(PREFIX) == Some(callback.name)
}

/// The arguments that the ABI extends to C's `int`.
pub fn extended(module: Module, callback: &abi::Function) -> Vec<u32> {
    let is_narrow = |ty: &Type| ty.int_bits().is_some_and(|bits| bits <= 32);
    let types = runtime::parameters(module, callback);
    let narrow = types.iter().zip(0..).filter(|(ty, _)| is_narrow(ty));
    narrow.map(|(_, argument)| argument).collect()
}
