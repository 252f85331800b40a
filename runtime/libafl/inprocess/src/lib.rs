//! LibAFL's in-process fuzzer behind a C harness: `fz_libafl_main`.
//!
//! Two processes share a map, the input and some counters (`shared`). The worker runs the harness and LibAFL's engine;
//! the supervisor waits for it. Whatever ends the worker, be it a signal, a sanitizer, `exit` or a timeout, is treated
//! the same: the input is saved and another worker continues with the queue. No engine code runs in a process whose
//! memory may be corrupted.
//!
//! Instrumented images call the SanitizerCoverage callbacks: counters go to `libafl_targets`, compares to `compares`,
//! and `gate` is closed except while an input is traced.

mod compares;
mod counters;
mod death;
mod executor;
mod gate;
mod sanitizers;
mod shared;
mod supervisor;
mod tokens;
mod worker;

use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::panic;

use fz_libafl_common::options::{self, HELP, Kind, Request};

/// The harness: 0, or -1 for an input that is not worth keeping.
pub type Harness = unsafe extern "C" fn(*const u8, usize) -> c_int;

/// Runs the fuzzer on the harness `one`, with the options in `argv`. Returns the program's exit status.
///
/// # Safety
/// `argv` holds `argc` strings; `one` is a harness.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fz_libafl_main(
    argc: c_int,
    argv: *const *const c_char,
    one: Harness,
) -> c_int {
    // A panic of the engine is not a finding in the harness.
    panic::set_hook(Box::new(|panic| {
        eprintln!("fz-libafl: bug in the fuzzer: {panic}");
        shared::engine_failed();
    }));
    // SAFETY: the caller says so.
    let mut words = (0..argc.max(0) as usize).map(|at| unsafe { word(*argv.add(at)) });
    let program = words.next().unwrap_or_default();
    match options::parse(Kind::InProcess, words) {
        Ok(Request::Help) => {
            print!(
                "usage: {} -i DIR -o DIR [options]\n\n{HELP}",
                program.display()
            );
            0
        }
        Ok(Request::Fuzz(options)) => match supervisor::run(&options, one) {
            Ok(()) => 0,
            Err(error) => complain(&error),
        },
        Err(error) => complain(&error),
    }
}

fn complain(error: &str) -> c_int {
    eprintln!("fz-libafl: {error}");
    1
}

/// # Safety
/// `text` is a C string.
unsafe fn word(text: *const c_char) -> OsString {
    // SAFETY: the caller says so.
    let bytes = unsafe { CStr::from_ptr(text) }.to_bytes();
    OsStr::from_bytes(bytes).to_os_string()
}

fz_abi::implements! {
    libafl::MAIN: fz_libafl_main(_, _, _);
}
