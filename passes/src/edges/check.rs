//! Option `check`: every execution of an edge reports the edge's identity to `__fz_check`.

use fz_abi::functions::events::CHECK;

use super::counters::Planted;
use crate::{
    hash::Hash,
    ir::{Builder, Function, IntPredicate, Module, Value},
    runtime,
};

/// Calls `__fz_check` if it exists. Hidden, one per image.
const NAME: &str = "__fz_check_here";

/// The identity of an edge, made of names only: a [`Hash`] of the unit's source file if several functions may have this
/// name (else of an empty text), of the function's symbol, and of the edge's index.
pub fn identity(module: Module, function: Function, index: usize) -> u64 {
    // Of a COMDAT function one copy remains, whichever unit it is from.
    let source = match function.comdat_name().is_none() || function.is_local() {
        true => module.source(),
        false => String::new(),
    };
    let mut hash = Hash::default();
    hash.text(&source).text(&function.name());
    hash.number(index as u64).finish()
}

/// Adds the report after a counter. It identifies the context by the return address, read anew, which does not depend
/// on how the row was found. In the default row, the first of the array (`default`), it is null.
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

fn helper(module: Module) -> Function {
    if let Some(found) = module.function(NAME) {
        return found;
    }
    let helper = module.add_image_function(NAME, runtime::signature(module, &CHECK));
    helper.add_attribute(module, "nounwind");
    helper.add_attribute(module, "noinline");
    let callback = runtime::declare(module, &CHECK);
    let [entry, call, end] = [(); 3].map(|()| helper.append_block(""));
    let builder = Builder::at_end(module, entry);
    let is_there = builder.icmp(IntPredicate::Ne, callback, module.null_ptr());
    builder.cond_br(is_there, call, end);
    builder.go_to_end(call);
    runtime::call(&builder, &CHECK, callback, &helper.parameters());
    builder.br(end);
    builder.go_to_end(end);
    builder.ret_void();
    helper
}
