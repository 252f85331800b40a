//! Persistent mode: one process runs many test cases, and stops itself between two.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use crate::{ATTACHED, IDLE, PHASE, cmplog, copy, coverage, environment, map, server, sys};

static STARTED: AtomicBool = AtomicBool::new(false);
static LEFT: AtomicU32 = AtomicU32::new(0);

/// `unsigned int`: how many passes have begun, so that the macros know when to read stdin again.
#[unsafe(no_mangle)]
pub static __fz_passes: AtomicU32 = AtomicU32::new(0);

/// Whether to run the loop's body once more. Without a fuzzer that asks for persistence: once.
pub fn next_pass(passes: u32) -> bool {
    let watched =
        environment::is_persistent() && server::is_connected() && PHASE.load(Relaxed) == ATTACHED;
    __fz_passes.fetch_add(1, Relaxed);
    if !STARTED.swap(true, Relaxed) {
        LEFT.store(passes, Relaxed);
        if watched {
            // What was counted on the way here differs from what the later passes will count.
            map::clear();
            cmplog::clear();
        }
        return true;
    }
    if !watched {
        return false;
    }
    copy::flush();
    let left = LEFT.load(Relaxed).wrapping_sub(1);
    LEFT.store(left, Relaxed);
    if left == 0 {
        // What comes after the loop belongs to no test case.
        map::release();
        cmplog::listen(false);
        PHASE.store(IDLE, Relaxed);
        return false;
    }
    sys::raise_in_thread(sys::SIGSTOP);
    coverage::next_test_case();
    map::restart();
    true
}
