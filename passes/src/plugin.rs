//! Entry points that LLVM and the shim call. A panic stops here and becomes a compiler error that names the pass and
//! the function it was working on; it never unwinds into C++.

use std::{
    cell::RefCell,
    ffi::{CStr, CString, c_char, c_void},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Once,
};

use llvm_sys::prelude::LLVMModuleRef;

use crate::{
    ir::Module,
    registry::{self, ModulePass},
};

/// `llvm::PassPluginLibraryInfo`, API version 2.
#[repr(C)]
pub struct PassPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: unsafe extern "C" fn(*mut c_void),
    pre_codegen: unsafe extern "C" fn(*mut c_void, *mut c_void, i32, *mut c_void) -> bool,
}

unsafe extern "C" {
    fn fz_shim_register(pass_builder: *mut c_void);
    fn fz_shim_precodegen(
        module: *mut c_void,
        target_machine: *mut c_void,
        file_type: i32,
        out: *mut c_void,
    ) -> bool;
}

/// What LLVM looks up in a plugin. Defined here because a Rust cdylib hides C++ symbols.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PassPluginLibraryInfo {
    PassPluginLibraryInfo {
        api_version: 2,
        name: c"fz".as_ptr(),
        version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register: fz_shim_register,
        pre_codegen: fz_shim_precodegen,
    }
}

struct Instance {
    name: &'static str,
    pass: Box<dyn ModulePass>,
}

/// Makes a pass from its pipeline text (`edges<count=wrap>`); null and no error if the name is not ours.
///
/// # Safety
/// `text` points to `len` bytes; `error` is writable.
#[unsafe(no_mangle)]
unsafe extern "C" fn fz_pass_create(
    text: *const u8,
    len: usize,
    error: *mut *mut c_char,
) -> *mut c_void {
    // SAFETY: the shim passes a StringRef's pointer and size.
    let text = unsafe { std::slice::from_raw_parts(text, len) };
    let text = String::from_utf8_lossy(text);
    match registry::create(&text) {
        Ok(None) => std::ptr::null_mut(),
        Ok(Some((name, pass))) => Box::into_raw(Box::new(Instance { name, pass })).cast(),
        Err(message) => {
            // SAFETY: the caller gave a place for the message.
            unsafe { *error = to_c(&message).into_raw() };
            std::ptr::null_mut()
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fz_pass_destroy(pass: *mut c_void) {
    // SAFETY: made by `fz_pass_create`, destroyed once by the shim's shared_ptr.
    drop(unsafe { Box::from_raw(pass.cast::<Instance>()) });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fz_string_free(text: *mut c_char) {
    // SAFETY: made by `CString::into_raw` above.
    drop(unsafe { CString::from_raw(text) });
}

/// Runs a pass; returns whether the module changed.
#[unsafe(no_mangle)]
unsafe extern "C" fn fz_pass_run(pass: *mut c_void, module: LLVMModuleRef, verify: bool) -> bool {
    silence_panic_hook();
    // SAFETY: made by `fz_pass_create`; the pass manager runs it on one thread at a time.
    let instance = unsafe { &mut *pass.cast::<Instance>() };
    let module = Module::from_raw(module);
    working_on(None);
    let result = catch_unwind(AssertUnwindSafe(|| instance.pass.run(module)));
    let name = instance.name;
    let changed = match result {
        Ok(Ok(changed)) => changed,
        Ok(Err(message)) => {
            module.emit_error(&to_c(&format!("fz: pass `{name}`: {message}")));
            return true;
        }
        Err(_) => {
            let (function, panic) = CONTEXT.take();
            let place = function.map_or(String::new(), |f| format!(" in function `{f}`"));
            module.emit_error(&to_c(&format!(
                "fz: pass `{name}` failed{place}: {}; this is a bug of fz: please report it, and compile this file \
                 with --fz-profile=none meanwhile",
                panic.unwrap_or_default()
            )));
            return true;
        }
    };
    if (verify || cfg!(debug_assertions)) && !module.verify() {
        module.emit_error(&to_c(&format!(
            "fz: the module is broken after pass `{name}`; this is a bug of fz"
        )));
    }
    changed
}

thread_local! {
    static CONTEXT: RefCell<(Option<String>, Option<String>)> = const { RefCell::new((None, None)) };
}

/// Notes the function a pass is working on, for the message should it panic.
pub(crate) fn working_on(function: Option<&CStr>) {
    CONTEXT.with_borrow_mut(|c| c.0 = function.map(|f| f.to_string_lossy().into_owned()));
}

/// A panic's text goes into the compiler's error, not to stderr beside it.
fn silence_panic_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            CONTEXT.with_borrow_mut(|c| c.1 = Some(info.to_string().replace('\n', " ")));
        }));
    });
}

fn to_c(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).expect("NULs were replaced")
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use llvm_sys::{core::*, prelude::LLVMDiagnosticInfoRef};

    use super::*;

    struct Panics;

    impl ModulePass for Panics {
        fn run(&mut self, _: Module) -> Result<bool, String> {
            working_on(Some(c"parse_header"));
            panic!("index 3 of 2");
        }
    }

    extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
        // SAFETY: the context below is the vector that the test owns.
        unsafe {
            let text = LLVMGetDiagInfoDescription(info);
            let messages = &mut *messages.cast::<Vec<String>>();
            messages.push(CStr::from_ptr(text).to_string_lossy().into_owned());
            LLVMDisposeMessage(text);
        }
    }

    #[test]
    fn a_panic_becomes_an_error_that_names_pass_and_function() {
        let mut messages: Vec<String> = Vec::new();
        // SAFETY: a context and a module of this test alone.
        unsafe {
            let context = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(
                context,
                Some(collect),
                (&raw mut messages).cast::<c_void>(),
            );
            let module = LLVMModuleCreateWithNameInContext(c"m".as_ptr(), context);
            let pass: *mut Instance = Box::into_raw(Box::new(Instance {
                name: "panics",
                pass: Box::new(Panics),
            }));
            fz_pass_run(pass.cast(), module, false);
            fz_pass_destroy(pass.cast());
            LLVMDisposeModule(module);
            LLVMContextDispose(context);
        }
        let [message] = &messages[..] else {
            panic!("{messages:?}");
        };
        for part in [
            "`panics`",
            "`parse_header`",
            "index 3 of 2",
            "--fz-profile=none",
        ] {
            assert!(message.contains(part), "{message}");
        }
    }
}
