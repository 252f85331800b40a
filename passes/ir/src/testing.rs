//! Modules for unit tests.

use std::{
    cell::RefCell,
    ffi::{CStr, CString, c_void},
};

use llvm_sys::{core::*, ir_reader::LLVMParseIRInContext2, prelude::*};

use super::Module;

/// A module in a context of its own, destroyed with it.
pub struct Scratch {
    context: LLVMContextRef,
    module: LLVMModuleRef,
    messages: Box<RefCell<Vec<String>>>,
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: the cell lives as long as the context that calls here.
    unsafe {
        let text = LLVMGetDiagInfoDescription(info);
        let messages = &*messages.cast::<RefCell<Vec<String>>>();
        let message = CStr::from_ptr(text).to_string_lossy().into_owned();
        messages.borrow_mut().push(message);
        LLVMDisposeMessage(text);
    }
}

impl Scratch {
    fn new(make: impl FnOnce(LLVMContextRef) -> LLVMModuleRef) -> Scratch {
        let messages = Box::default();
        // SAFETY: a context of its own; the cell is not moved out of its box.
        unsafe {
            let context = LLVMContextCreate();
            let cell: *const RefCell<Vec<String>> = &*messages;
            LLVMContextSetDiagnosticHandler(context, Some(collect), cell.cast_mut().cast());
            Scratch {
                context,
                module: make(context),
                messages,
            }
        }
    }

    /// An empty module.
    pub fn empty() -> Scratch {
        // SAFETY: a live context and a C string.
        Scratch::new(|context| unsafe { LLVMModuleCreateWithNameInContext(c"m".as_ptr(), context) })
    }

    /// Parses a module from IR.
    ///
    /// # Panics
    /// If the text is not valid IR.
    pub fn parse(text: &str) -> Scratch {
        let text = CString::new(text).expect("IR has no NUL");
        // SAFETY: the buffer is a copy, which the parser takes.
        Scratch::new(|context| unsafe {
            let bytes = text.as_bytes();
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                c"m".as_ptr(),
            );
            let (mut module, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
            let failed = LLVMParseIRInContext2(context, buffer, &mut module, &mut message) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            assert!(!failed, "{:?}", CStr::from_ptr(message));
            module
        })
    }

    /// The pointer that the plugin is given.
    pub fn raw(&self) -> *mut c_void {
        self.module.cast()
    }

    /// The module.
    pub fn module(&self) -> Module {
        // SAFETY: it lives as long as this; tests keep no handle.
        unsafe { Module::from_raw(self.raw()) }
    }

    /// The diagnostics reported so far.
    pub fn messages(&self) -> Vec<String> {
        self.messages.borrow().clone()
    }

    /// The module printed as IR.
    pub fn text(&self) -> String {
        // SAFETY: the text is LLVM's until it is disposed of.
        unsafe {
            let text = LLVMPrintModuleToString(self.module);
            let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
            LLVMDisposeMessage(text);
            owned
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // SAFETY: no handle is used any more; the module goes before its context.
        unsafe {
            super::delete_erased();
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}
