//! The worker's last act: however it ends, its counters are copied to the map, and nothing else happens here.

use std::ffi::{c_int, c_void};
use std::mem;
use std::ptr;

use crate::{counters, sanitizers};

const SIGNALS: [c_int; 6] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGILL,
    libc::SIGFPE,
    libc::SIGABRT,
    libc::SIGTRAP,
];
const STACK: usize = 64 * 1024;

/// The handlers that were installed before: a sanitizer's, which reports the signal.
static mut BEFORE: [mem::MaybeUninit<libc::sigaction>; SIGNALS.len()] =
    [const { mem::MaybeUninit::uninit() }; SIGNALS.len()];

extern "C" fn ends() {
    counters::copy();
}

extern "C" fn signalled(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    counters::copy();
    let at = SIGNALS.iter().position(|&s| s == signal).unwrap_or(0);
    // SAFETY: `watch` filled this before it installed us.
    let before = unsafe { BEFORE[at].assume_init_ref() };
    match before.sa_sigaction {
        libc::SIG_DFL | libc::SIG_IGN => {
            // SAFETY: the default action, which the fault triggers when it happens again at once.
            unsafe {
                libc::signal(signal, libc::SIG_DFL);
                libc::raise(signal);
            }
        }
        handler => {
            type Handler = extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);
            // SAFETY: a handler; one without SA_SIGINFO ignores the other arguments.
            let handler: Handler = unsafe { mem::transmute(handler) };
            handler(signal, info, context);
        }
    }
}

/// From now on the end of this process is noticed.
pub fn watch() {
    sanitizers::at_death(ends);
    // SAFETY: plain registrations, with memory that stays.
    unsafe {
        libc::atexit(ends);
        let mut old: libc::stack_t = mem::zeroed();
        libc::sigaltstack(ptr::null(), &mut old);
        if old.ss_flags & libc::SS_DISABLE != 0 {
            let stack = libc::stack_t {
                ss_sp: Box::leak(vec![0_u8; STACK].into_boxed_slice())
                    .as_mut_ptr()
                    .cast(),
                ss_flags: 0,
                ss_size: STACK,
            };
            libc::sigaltstack(&stack, ptr::null_mut());
        }
        for (at, &signal) in SIGNALS.iter().enumerate() {
            let mut action: libc::sigaction = mem::zeroed();
            action.sa_sigaction = signalled as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
            libc::sigaction(signal, &action, BEFORE[at].as_mut_ptr());
        }
    }
}
