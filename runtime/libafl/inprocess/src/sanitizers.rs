//! What sanitizers expect from a fuzzer. The symbols are weak in the finished object (see `cargo xtask setup
//! --engines`): a program without a sanitizer lacks them, and a program with default options of its own keeps those.

use std::ffi::{c_char, c_void};
use std::hint::black_box;

/// Every report is a finding, even if the program was told to continue after it.
#[unsafe(no_mangle)]
extern "C" fn __ubsan_default_options() -> *const c_char {
    c"halt_on_error=1:print_stacktrace=1".as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_default_options() -> *const c_char {
    c"halt_on_error=1".as_ptr()
}

unsafe extern "C" {
    fn __msan_unpoison(start: *const c_void, length: usize);
    fn __msan_unpoison_param(count: usize);
    fn __sanitizer_set_death_callback(callback: extern "C" fn());
}

/// The engine is not instrumented, so MemorySanitizer does not know that the input is initialised.
pub fn before(start: *const u8, length: usize) {
    let (memory, parameters) = (
        black_box(__msan_unpoison as *const ()),
        black_box(__msan_unpoison_param as *const ()),
    );
    if !memory.is_null() && !parameters.is_null() {
        // SAFETY: MemorySanitizer is there; the memory is ours, and the harness has two parameters.
        unsafe {
            __msan_unpoison(start.cast(), length);
            __msan_unpoison_param(2);
        }
    }
}

/// Makes a sanitizer call `callback` before it ends the process.
pub fn at_death(callback: extern "C" fn()) {
    if !black_box(__sanitizer_set_death_callback as *const ()).is_null() {
        // SAFETY: a sanitizer is there.
        unsafe { __sanitizer_set_death_callback(callback) };
    }
}

fz_abi::implements! {
    sanitizers::UBSAN_OPTIONS: __ubsan_default_options();
    sanitizers::TSAN_OPTIONS: __tsan_default_options();
}
