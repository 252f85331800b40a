//! What of a test case counts, as the program says (`__AFL_COVERAGE_ON()` and its like).

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use fz_abi::afl::passes;

use crate::{ATTACHED, PHASE, cmplog, environment, map, server, sys};

/// The test case counts for nothing, whatever the program says …
static SKIPPED: AtomicBool = AtomicBool::new(false);
/// … and the next one counts from its start.
static WAS_ON: AtomicBool = AtomicBool::new(false);

/// Nothing counts from here on.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_off() {
    if is_watched() {
        WAS_ON.store(false, Relaxed);
        pause();
    }
}

/// Everything counts from here on.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_on() {
    if is_watched() {
        WAS_ON.store(true, Relaxed);
        resume();
    }
}

/// What was counted of this test case so far never was.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_discard() {
    if is_watched() && !environment::wants_all_counted() {
        discard();
    }
}

/// The test case counts for nothing. In persistent mode the program goes on with it, else that was all.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_skip() {
    if !is_watched() || SKIPPED.load(Relaxed) || environment::wants_all_counted() {
        return;
    }
    WAS_ON.store(!map::is_paused(), Relaxed);
    pause();
    discard();
    SKIPPED.store(true, Relaxed);
    let is_alone = !environment::is_persistent() || environment::wants_passes_alone();
    if server::is_connected() && is_alone {
        sys::exit(0);
    }
}

/// A persistent loop begins its next pass.
pub fn next_test_case() {
    if SKIPPED.swap(false, Relaxed) && WAS_ON.load(Relaxed) {
        resume();
    }
}

fn discard() {
    map::clear();
    cmplog::clear();
    if environment::wants_passes_alone() {
        map::set_head(passes::DISCARDED);
    }
}

fn is_watched() -> bool {
    PHASE.load(Relaxed) == ATTACHED
}

fn pause() {
    cmplog::listen(false);
    map::pause();
}

fn resume() {
    if !SKIPPED.load(Relaxed) {
        map::resume();
        cmplog::listen(true);
    }
}
