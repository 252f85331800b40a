//! The constructor of an instrumented image.

use fz_abi::{callbacks, priority, sections};
use llvm_sys::{core::*, prelude::LLVMValueRef};

use super::pcs;
use crate::ir::Module;

/// Hidden, one per image.
const NAME: &str = "__fz_register_image";

const COUNTERS: [&str; 2] = [sections::COUNTERS_START, sections::COUNTERS_STOP];
const PCS: [&str; 2] = [sections::PCS_START, sections::PCS_STOP];
const STACK: [&str; 2] = [sections::STACK_START, sections::STACK_STOP];
/// The fields of [`fz_abi::contexts::Bounds`]. The sections exist only if something in the image has contexts.
const CONTEXTS: [&str; 6] = [
    sections::COUNTERS_START,
    sections::COUNTERS_STOP,
    sections::FUNCTIONS_START,
    sections::FUNCTIONS_STOP,
    sections::CALLS_START,
    sections::CALLS_STOP,
];

/// Adds the constructor that tells the engine's runtime, if there is one, where this image's arrays are. Every unit
/// brings it, whatever its options; the linker keeps one per image.
pub fn add(module: Module, has_pcs: bool) {
    if module.function(NAME).is_some() {
        return;
    }
    let constructor = module.add_image_function(NAME, module.procedure_type());
    constructor.add_attribute(module, "nounwind");
    constructor.add_attribute(module, "disable_sanitizer_instrumentation");
    let context = module.context();
    let name = c"".as_ptr();
    let bound = |symbol: &str| module.section_bound(symbol).raw();
    // SAFETY: blocks, instructions and types of the new function's module.
    unsafe {
        let raw = constructor.value().raw();
        let append = || LLVMAppendBasicBlockInContext(context, raw, name);
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderAtEnd(builder, append());
        let bounds_type = LLVMArrayType2(module.ptr().raw(), CONTEXTS.len() as u64);
        let bounds = LLVMBuildAlloca(builder, bounds_type, name);
        let field = |index: usize| -> LLVMValueRef {
            let mut index = module.const_int(64, index as u64).raw();
            LLVMBuildInBoundsGEP2(builder, module.ptr().raw(), bounds, &mut index, 1, name)
        };
        let call = |callback: &str, arguments: &mut dyn FnMut() -> [LLVMValueRef; 2]| {
            let callback = module.weak_callback(callback).raw();
            let present = LLVMBuildIsNotNull(builder, callback, name);
            let (then, next) = (append(), append());
            LLVMBuildCondBr(builder, present, then, next);
            LLVMPositionBuilderAtEnd(builder, then);
            let ty = module.callback_type().raw();
            LLVMBuildCall2(builder, ty, callback, arguments().as_mut_ptr(), 2, name);
            LLVMBuildBr(builder, next);
            LLVMPositionBuilderAtEnd(builder, next);
        };
        call(callbacks::CONTEXTS_INIT, &mut || {
            for (index, symbol) in CONTEXTS.iter().enumerate() {
                LLVMBuildStore(builder, bound(symbol), field(index));
            }
            [bounds, field(CONTEXTS.len())]
        });
        call(callbacks::COUNTERS_INIT, &mut || COUNTERS.map(bound));
        call(callbacks::STACK_INIT, &mut || STACK.map(bound));
        if has_pcs {
            let place = pcs::writer(module).map(|f| f.value().raw());
            call(callbacks::PCS_INIT, &mut || {
                if let Some(place) = place {
                    let ty = module.procedure_type().raw();
                    LLVMBuildCall2(builder, ty, place, std::ptr::null_mut(), 0, name);
                }
                PCS.map(bound)
            });
        }
        LLVMBuildRetVoid(builder);
        LLVMDisposeBuilder(builder);
    }
    module.add_constructor(constructor, priority::REGISTER);
}
