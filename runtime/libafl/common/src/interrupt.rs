//! SIGINT and SIGTERM end a run in order.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on [`is_wanted`] tells whether one of the signals has come.
pub fn listen() {
    extern "C" fn interrupted(_: i32) {
        INTERRUPTED.store(true, SeqCst);
    }
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler only sets a flag.
        unsafe { libc::signal(signal, interrupted as *const () as libc::sighandler_t) };
    }
}

pub fn is_wanted() -> bool {
    INTERRUPTED.load(SeqCst)
}
