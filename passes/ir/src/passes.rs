//! Running LLVM's passes from ours.

use std::ffi::{CStr, c_char};

use llvm_sys::{
    error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage},
    transforms::pass_builder::*,
};

use super::{Function, Module, c};

impl Function {
    /// Runs a pipeline of function passes.
    ///
    /// # Errors
    /// LLVM's message if the text is no valid pipeline.
    ///
    /// # Safety
    /// No handle to an instruction or a block of the function is used afterwards: passes delete them.
    pub unsafe fn run_passes(self, pipeline: &str) -> Result<(), String> {
        let (function, machine) = (self.raw(), std::ptr::null_mut());
        run(pipeline, |text, options| {
            // SAFETY: text and options live as long as the call.
            unsafe { LLVMRunPassesOnFunction(function, text, machine, options) }
        })
    }
}

impl Module {
    /// Runs a pipeline of module passes.
    ///
    /// # Errors
    /// LLVM's message if the text is no valid pipeline.
    ///
    /// # Safety
    /// No handle to anything in the module is used afterwards: passes delete it.
    pub unsafe fn run_passes(self, pipeline: &str) -> Result<(), String> {
        let (module, machine) = (self.raw(), std::ptr::null_mut());
        run(pipeline, |text, options| {
            // SAFETY: text and options live as long as the call.
            unsafe { LLVMRunPasses(module, text, machine, options) }
        })
    }
}

fn run(
    pipeline: &str,
    passes: impl FnOnce(*const c_char, LLVMPassBuilderOptionsRef) -> LLVMErrorRef,
) -> Result<(), String> {
    let pipeline = c(pipeline);
    // SAFETY: the options live as long as the call; LLVM gives away its error.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error = passes(pipeline.as_ptr(), options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let text = LLVMGetErrorMessage(error);
        let message = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(text);
        Err(message)
    }
}
