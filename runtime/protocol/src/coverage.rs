//! Coverage that the program switches on and off itself (`__AFL_COVERAGE_ON()` and the like).

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use fz_abi::afl::passes;

use fz_runtime_core::{counters, map, phase, sys};

use crate::{cmplog, environment, ijon, server};

/// The rest of the test case is not counted, whatever the program asks for …
static SKIPPED: AtomicBool = AtomicBool::new(false);
/// … but the next one is, from its start.
static WAS_ON: AtomicBool = AtomicBool::new(false);

/// `__AFL_COVERAGE_OFF()`: nothing is counted from here on.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_off() {
    if is_watched() {
        WAS_ON.store(false, Relaxed);
        pause();
    }
}

/// `__AFL_COVERAGE_ON()`: everything is counted from here on.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_on() {
    if is_watched() {
        WAS_ON.store(true, Relaxed);
        resume();
    }
}

/// `__AFL_COVERAGE_DISCARD()`: forgets what was counted of this test case.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_discard() {
    if is_watched() && !environment::WANTS_ALL_COUNTED.is_set() {
        discard();
    }
}

/// `__AFL_COVERAGE_SKIP()`: nothing of this test case is counted. The process ends, except in persistent mode.
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
