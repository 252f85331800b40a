//! Option `check`: every execution of an edge tells `__fz_check` who it is.

use std::hash::{DefaultHasher, Hash, Hasher};

use fz_abi::callbacks;
use llvm_sys::{LLVMIntPredicate, core::*};

use super::counters::Planted;
use crate::ir::{Function, Module, Value};

/// Calls `__fz_check` if it is there. Hidden, one per image.
const NAME: &str = "__fz_check_here";

/// The identity of an edge, of names alone.
pub fn identity(module: Module, function: Function, index: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Of a function that many units bring, one copy remains.
    if function.value().comdat_name().is_none() || function.is_local() {
        module.source().hash(&mut hasher);
    }
    (function.name(), index).hash(&mut hasher);
    hasher.finish()
}

/// Behind a counter. The identity of the context is the return address, read anew: it does not depend on what the row
/// was found by. In the default row, the array's first (`default`), it is null.
pub fn plant(module: Module, planted: &Planted, edge: u64, row: Value, default: Option<Value>) {
    let check = helper(module);
    let name = c"".as_ptr();
    // SAFETY: instructions of this module, before one that is behind the counter.
    unsafe {
        let builder = LLVMCreateBuilderInContext(module.context());
        LLVMPositionBuilderBefore(builder, planted.before.raw());
        LLVMSetCurrentDebugLocation2(builder, std::ptr::null_mut());
        let null = module.null_ptr().raw();
        let site = if default == Some(row) {
            null
        } else {
            let (address, ty) = module.return_address();
            let mut level = module.const_int(32, 0).raw();
            let site = LLVMBuildCall2(builder, ty.raw(), address.raw(), &mut level, 1, name);
            match default {
                None => site,
                Some(default) => {
                    let equal = LLVMIntPredicate::LLVMIntEQ;
                    let is_default = LLVMBuildICmp(builder, equal, row.raw(), default.raw(), name);
                    LLVMBuildSelect(builder, is_default, null, site, name)
                }
            }
        };
        let mut arguments = [
            planted.counter.raw(),
            module.const_int(64, edge).raw(),
            site,
        ];
        let ty = module.check_type().raw();
        LLVMBuildCall2(
            builder,
            ty,
            check.value().raw(),
            arguments.as_mut_ptr(),
            3,
            name,
        );
        LLVMDisposeBuilder(builder);
    }
}

fn helper(module: Module) -> Function {
    if let Some(found) = module.function(NAME) {
        return found;
    }
    let helper = module.add_image_function(NAME, module.check_type());
    helper.add_attribute(module, "nounwind");
    helper.add_attribute(module, "noinline");
    let callback = module
        .weak_function(callbacks::CHECK, module.check_type())
        .raw();
    let name = c"".as_ptr();
    // SAFETY: the blocks of the new function.
    unsafe {
        let raw = helper.value().raw();
        let append = || LLVMAppendBasicBlockInContext(module.context(), raw, name);
        let (entry, call, end) = (append(), append(), append());
        let builder = LLVMCreateBuilderInContext(module.context());
        LLVMPositionBuilderAtEnd(builder, entry);
        let present = LLVMBuildIsNotNull(builder, callback, name);
        LLVMBuildCondBr(builder, present, call, end);
        LLVMPositionBuilderAtEnd(builder, call);
        let mut arguments = [0, 1, 2].map(|n| LLVMGetParam(raw, n));
        let ty = module.check_type().raw();
        LLVMBuildCall2(builder, ty, callback, arguments.as_mut_ptr(), 3, name);
        LLVMBuildBr(builder, end);
        LLVMPositionBuilderAtEnd(builder, end);
        LLVMBuildRetVoid(builder);
        LLVMDisposeBuilder(builder);
    }
    helper
}
