//! Entry points that LLVM and the shim call. A panic stops here and becomes a compiler error that names the pass and
//! the function it was working on; it never unwinds into C++.

use std::{
    borrow::Cow,
    cell::RefCell,
    ffi::{CStr, CString, c_char, c_void},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Once,
};

use crate::{
    ir::{Module, delete_erased},
    pass::Context,
    registry::{self, Created},
    verifier,
};
use fz_schema::PASSES;

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

/// What LLVM holds as one of our passes.
enum Instance {
    Pass(Created),
    /// The error that the compilation has to end with.
    Refusal(String),
}

impl Instance {
    fn refusal(why: &str, profile: &str) -> Instance {
        Instance::Refusal(match profile {
            "" => format!("fz: {why}"),
            _ => format!("fz: {why} (profile {profile})"),
        })
    }

    fn into_raw(self) -> *mut c_void {
        Box::into_raw(Box::new(self)).cast()
    }
}

/// Makes a pass from its pipeline text (`edges<count=wrap>`); null if the name is not ours. Where the options are
/// wrong, it is a pass that says so: a parsing callback can only take a name or not, and LLVM would call it unknown.
///
/// # Safety
/// `text` points to `len` bytes; `profile` is a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn fz_pass_create(
    text: *const u8,
    len: usize,
    profile: *const c_char,
) -> *mut c_void {
    // SAFETY: the shim passes a StringRef's pointer and size, and a C string.
    let (text, profile) = unsafe { (bytes_of(text, len), CStr::from_ptr(profile)) };
    let instance = match registry::create(&text) {
        Ok(None) => return std::ptr::null_mut(),
        Ok(Some(created)) => Instance::Pass(created),
        Err(why) => Instance::refusal(&why, &profile.to_string_lossy()),
    };
    instance.into_raw()
}

/// A pass that ends the compilation with an error: of a pipeline that LLVM's parser refuses.
///
/// # Safety
/// `why` points to `len` bytes; `profile` is a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn fz_pass_refusal(
    why: *const u8,
    len: usize,
    profile: *const c_char,
) -> *mut c_void {
    // SAFETY: the shim passes a string's pointer and size, and a C string.
    let (why, profile) = unsafe { (bytes_of(why, len), CStr::from_ptr(profile)) };
    // LLVM's own names for the places where it looks.
    let unknown = ["unknown pass name", "unknown module pass"];
    let why = match unknown.iter().any(|begin| why.starts_with(begin)) {
        true => format!("{why}; fz's own are {}", for_profiles().join(", ")).into(),
        false => why,
    };
    Instance::refusal(&why, &profile.to_string_lossy()).into_raw()
}

/// The names of the passes that a profile places where it likes.
fn for_profiles() -> Vec<&'static str> {
    let passes = PASSES.iter().filter(|pass| pass.is_for_profiles());
    passes.map(|pass| pass.name).collect()
}

/// # Safety
/// `text` points to `len` bytes that outlive the result.
unsafe fn bytes_of<'a>(text: *const u8, len: usize) -> Cow<'a, str> {
    // SAFETY: by this function's contract.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(text, len) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn fz_pass_destroy(pass: *mut c_void) {
    // SAFETY: made by `fz_pass_create`, destroyed once by the shim's shared_ptr.
    drop(unsafe { Box::from_raw(pass.cast::<Instance>()) });
}

/// Runs a pass; returns whether the module changed.
#[unsafe(no_mangle)]
unsafe extern "C" fn fz_pass_run(pass: *mut c_void, module: *mut c_void, verify: bool) -> bool {
    silence_panic_hook();
    // SAFETY: made by `fz_pass_create`; the pass manager runs it on one thread at a time.
    let instance = unsafe { &mut *pass.cast::<Instance>() };
    // SAFETY: LLVM's module outlives this call, and passes keep no handle.
    let module = unsafe { Module::from_raw(module) };
    let Created { name, stage, pass } = match instance {
        Instance::Pass(created) => created,
        Instance::Refusal(why) => {
            // A pipeline may name the same pass twice.
            if !module.has_errors() {
                module.emit_error(&to_c(why));
            }
            return false;
        }
    };
    if verify && let Err(why) = verifier::runs(module, name, stage.as_deref()) {
        module.emit_error(&to_c(&format!("fz: {why}; this is a bug of fz")));
    }
    let mut cx = Context::new(name, module);
    let result = catch_unwind(AssertUnwindSafe(|| pass.run(&mut cx)));
    // SAFETY: the pass is done, and keeps no handle.
    unsafe { delete_erased() }
    let changed = match result {
        Ok(Ok(changed)) => {
            cx.finish();
            changed
        }
        Ok(Err(message)) => {
            module.emit_error(&to_c(&format!("fz: pass `{name}`: {message}")));
            return true;
        }
        Err(_) => {
            let (function, panic) = (cx.interrupted(), PANIC.take());
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

/// Ends a module on its way to code generation, in a build that verifies: what should not be in it is an error.
///
/// # Safety
/// `module` is an LLVM module.
#[unsafe(no_mangle)]
unsafe extern "C" fn fz_verify_end(module: *mut c_void) {
    // SAFETY: by this function's contract; the module outlives this call.
    let module = unsafe { Module::from_raw(module) };
    for why in verifier::reaches_code_generation(module) {
        module.emit_error(&to_c(&format!("fz: {why}; this is a bug of fz")));
    }
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic's text goes into the compiler's error, not to stderr beside it.
fn silence_panic_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            PANIC.set(Some(info.to_string().replace('\n', " ")));
        }));
    });
}

fn to_c(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).expect("NULs were replaced")
}

#[cfg(test)]
mod tests {
    use fz_ir::testing::Scratch;

    use super::*;
    use crate::pass::ModulePass;

    struct Panics;

    impl ModulePass for Panics {
        fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
            cx.each(cx.module().definitions(), |_, _| panic!("index 3 of 2"));
            Ok(false)
        }
    }

    /// What is reported when these run over one module.
    fn messages(passes: &[*mut c_void]) -> Vec<String> {
        let scratch = Scratch::parse("define void @parse_header() { ret void }");
        for pass in passes {
            // SAFETY: made by `into_raw`, and the scratch's module.
            unsafe {
                fz_pass_run(*pass, scratch.raw(), false);
                fz_pass_destroy(*pass);
            }
        }
        scratch.messages()
    }

    #[test]
    fn a_panic_becomes_an_error_that_names_pass_and_function() {
        let panics = Instance::Pass(Created {
            name: "panics",
            stage: None,
            pass: Box::new(Panics),
        });
        let messages = messages(&[panics.into_raw()]);
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

    /// A pass made from its text, as the shim makes it.
    fn created(text: &str) -> *mut c_void {
        // SAFETY: a string's pointer and size, and a C string.
        unsafe { fz_pass_create(text.as_ptr(), text.len(), c"./mine.toml".as_ptr()) }
    }

    /// LLVM would say "unknown pass name", and nothing of the profile.
    #[test]
    fn a_wrong_option_becomes_one_error_that_names_the_profile() {
        let messages = messages(&[
            created("edges<prune=paths;stage=early>"),
            created("edges<prune=paths;stage=late>"),
        ]);
        let [message] = &messages[..] else {
            panic!("{messages:?}");
        };
        for part in ["`edges`", "none, novelty, path", "(profile ./mine.toml)"] {
            assert!(message.contains(part), "{message}");
        }
        assert!(created("edgs").is_null());
    }

    #[test]
    fn a_name_that_is_no_passs_lists_those_there_are() {
        let why = "unknown module pass 'byte-splt'";
        // SAFETY: a string's pointer and size, and a C string.
        let refusal = unsafe { fz_pass_refusal(why.as_ptr(), why.len(), c"mine".as_ptr()) };
        let messages = messages(&[refusal]);
        assert!(
            messages[0].contains("byte-splt'; fz's own are byte-split, "),
            "{messages:?}"
        );
    }
}
