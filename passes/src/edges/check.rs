//! Option `check`: every execution of an edge tells `__fz_check` who it is.

use std::hash::{DefaultHasher, Hash, Hasher};

use fz_abi::callbacks;

use super::counters::Planted;
use crate::ir::{Builder, Function, IntPredicate, Module, Type, Value};

/// Calls `__fz_check` if it is there. Hidden, one per image.
const NAME: &str = "__fz_check_here";

/// The identity of an edge, of names alone.
pub fn identity(module: Module, function: Function, index: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Of a function that many units bring, one copy remains.
    if function.comdat_name().is_none() || function.is_local() {
        module.source().hash(&mut hasher);
    }
    (function.name(), index).hash(&mut hasher);
    hasher.finish()
}

/// After a counter. The identity of the context is the return address, read anew: it does not depend on what the row
/// was found by. In the default row, the array's first (`default`), it is null.
pub fn plant(module: Module, planted: &Planted, edge: u64, row: Value, default: Option<Value>) {
    let check = helper(module);
    let builder = Builder::before(module, planted.before);
    builder.no_location();
    let null = module.null_ptr();
    let site = if default == Some(row) {
        null.value()
    } else {
        let level = module.const_int(32, 0).value();
        let site = builder.intrinsic("llvm.returnaddress", &[module.ptr()], &[level]);
        match default {
            None => site.value(),
            Some(default) => {
                let is_default = builder.icmp(IntPredicate::Eq, row, default);
                builder.select(is_default, null, site)
            }
        }
    };
    let edge = module.const_int(64, edge).value();
    builder.call_function(check, &[planted.counter, edge, site]);
}

/// `void (ptr counter, i64 edge, ptr site)`.
fn check_type(module: Module) -> Type {
    let of = [module.ptr(), module.int(64), module.ptr()];
    module.void().function_of(&of)
}

fn helper(module: Module) -> Function {
    if let Some(found) = module.function(NAME) {
        return found;
    }
    let ty = check_type(module);
    let helper = module.add_image_function(NAME, ty);
    helper.add_attribute(module, "nounwind");
    helper.add_attribute(module, "noinline");
    let callback = module.weak_function(callbacks::CHECK, ty);
    let [entry, call, end] = [(); 3].map(|()| helper.append_block(""));
    let builder = Builder::at_end(module, entry);
    let is_there = builder.icmp(IntPredicate::Ne, callback, module.null_ptr());
    builder.cond_br(is_there, call, end);
    builder.go_to_end(call);
    builder.call(ty, callback, &helper.parameters());
    builder.br(end);
    builder.go_to_end(end);
    builder.ret_void();
    helper
}
