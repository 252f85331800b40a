//! Coverage that the program switches on and off itself (`__AFL_COVERAGE_ON()` and the like).

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use fz_abi::afl::passes;

use fz_runtime_core::{counters, map, phase, sys};

use crate::{cmplog, environment, ijon, server};

/// The rest of the test case is not counted, whatever the program requests …
static SKIPPED: AtomicBool = AtomicBool::new(false);
/// … but the next one is, from its start.
static WAS_ON: AtomicBool = AtomicBool::new(false);

/// `__AFL_COVERAGE_OFF()`: stops counting.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_off() {
    if is_watched() {
        WAS_ON.store(false, Relaxed);
        pause();
    }
}

/// `__AFL_COVERAGE_ON()`: starts counting.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_on() {
    if is_watched() {
        WAS_ON.store(true, Relaxed);
        resume();
    }
}

/// `__AFL_COVERAGE_DISCARD()`: discards what was counted of this test case.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_coverage_discard() {
    if is_watched() && !environment::WANTS_ALL_COUNTED.is_set() {
        discard();
    }
}

/// `__AFL_COVERAGE_SKIP()`: counts nothing of this test case. The process ends, unless in persistent mode.
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

/// The next iteration of a persistent loop begins.
pub fn next_test_case() {
    if SKIPPED.swap(false, Relaxed) && WAS_ON.load(Relaxed) {
        resume();
    }
}

/// Discards what was counted and logged so far.
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

fz_abi::implements! {
    afl::COVERAGE_OFF: __afl_coverage_off();
    afl::COVERAGE_ON: __afl_coverage_on();
    afl::COVERAGE_DISCARD: __afl_coverage_discard();
    afl::COVERAGE_SKIP: __afl_coverage_skip();
}
