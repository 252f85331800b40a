//! What of a test case counts, as the program says (`__AFL_COVERAGE_ON()` and its like).

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use fz_abi::afl::passes;

use fz_runtime_core::{counters, map, phase, sys};

use crate::{cmplog, environment, ijon, server};

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
    if is_watched() && !environment::WANTS_ALL_COUNTED.is_set() {
        discard();
    }
}

/// The test case counts for nothing. In persistent mode the program goes on with it, else that was all.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_skip() {
    if !is_watched() || SKIPPED.load(Relaxed) || environment::WANTS_ALL_COUNTED.is_set() {
        return;
    }
    WAS_ON.store(!map::is_paused(), Relaxed);
    pause();
    discard();
    SKIPPED.store(true, Relaxed);
    let is_alone = !environment::IS_PERSISTENT.is_set() || environment::WANTS_PASSES_ALONE.is_set();
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

/// Forgets what was counted and compared so far.
pub fn forget() {
    counters::clear();
    ijon::restart();
    cmplog::clear();
}

fn discard() {
    forget();
    if environment::WANTS_PASSES_ALONE.is_set() {
        map::set_head(passes::DISCARDED);
    }
}

fn is_watched() -> bool {
    phase::is_attached()
}

fn pause() {
    cmplog::listen(false);
    counters::pause();
}

fn resume() {
    if !SKIPPED.load(Relaxed) {
        counters::resume();
        cmplog::listen(true);
    }
}
