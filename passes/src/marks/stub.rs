//! What stands between a site and a callback: it goes on to that, if it is there.
//!
//! ```text
//! define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_cmp4(i32 %a, i32 %b) {
//!   br (@__sanitizer_cov_trace_cmp4 != null), label %go, label %end
//! go:
//!   musttail call void @__sanitizer_cov_trace_cmp4(i32 %a, i32 %b)
//! ```
//!
//! A tail call: the callback returns to the site itself, by which it knows it. At the site, the callback's address would
//! take a register of every loop.

use crate::ir::{Builder, Function, IntPredicate, Module, Type};

/// Begins the names of stubs, of which an image has one per callback.
const PREFIX: &str = "__fz_tell.";

/// The stub of a callback that takes these.
pub fn of(module: Module, callback: &str, types: &[Type]) -> Function {
    if let Some(found) = find(module, callback) {
        return found;
    }
    let name = format!("{PREFIX}{callback}");
    let ty = module.void().function_of(types);
    let stub = module.add_image_function(&name, ty);
    for attribute in ["nounwind", "noinline", "disable_sanitizer_instrumentation"] {
        stub.add_attribute(module, attribute);
    }
    let callback = module.weak_function(callback, ty);
    let [entry, go, end] = [(); 3].map(|()| stub.append_block(""));
    let builder = Builder::new(module);
    builder.go_to_end(entry);
    let is_there = builder.icmp(IntPredicate::Ne, callback, module.null_ptr());
    builder.cond_br(is_there, go, end);
    builder.go_to_end(go);
    // ARM's linkers make nothing of a tail call of what is not there: it goes by a register.
    let triple = module.triple();
    let callback = match ["aarch64", "arm", "thumb"]
        .iter()
        .any(|t| triple.starts_with(t))
    {
        true => builder.opaque(callback),
        false => callback.value(),
    };
    let call = builder.call(ty, callback, &stub.parameters());
    for argument in extended(types) {
        stub.set_zero_extended(module, argument);
        call.set_zero_extended(module, argument);
    }
    call.set_musttail();
    builder.ret_void();
    builder.go_to_end(end);
    builder.ret_void();
    stub
}

/// The stub of a callback, if anything may call it.
pub fn find(module: Module, callback: &str) -> Option<Function> {
    module.function(&format!("{PREFIX}{callback}"))
}

/// The callback that a stub of this name goes on to.
pub fn callback_of(stub: &str) -> Option<&str> {
    stub.strip_prefix(PREFIX)
}

/// Which arguments are passed in as many bits as C's `int` has.
pub fn extended(types: &[Type]) -> impl Iterator<Item = u32> {
    let is_narrow = |ty: &Type| ty.int_bits().is_some_and(|bits| bits <= 32);
    let narrow = types.iter().zip(0..).filter(move |(ty, _)| is_narrow(ty));
    narrow.map(|(_, argument)| argument)
}
