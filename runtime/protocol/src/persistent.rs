//! Persistent mode: one process runs many test cases. Between two it stops itself, or takes turns with the fuzzer
//! ([`sync`]).

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use fz_abi::afl::passes;

use fz_runtime_core::phase::{self, Phase};
use fz_runtime_core::{climb, counters, distance, leftovers, map, sys};

use crate::{cmplog, coverage, environment, server, sync, test_case};

static STARTED: AtomicBool = AtomicBool::new(false);
static LEFT: AtomicU32 = AtomicU32::new(0);

/// `unsigned int`: how many iterations have begun, so that the macros know when to read stdin again.
#[unsafe(no_mangle)]
pub static __fz_passes: AtomicU32 = AtomicU32::new(0);

/// `__AFL_LOOP(passes)`: whether to run the body once more.
#[unsafe(no_mangle)]
pub extern "C" fn __afl_persistent_loop(passes: u32) -> i32 {
    i32::from(next_pass(passes))
}

/// Whether to run the loop's body once more. Once only, unless a fuzzer asks for persistent mode.
fn next_pass(passes: u32) -> bool {
    let watched =
        environment::IS_PERSISTENT.is_set() && server::is_connected() && phase::is_attached();
    __fz_passes.fetch_add(1, Relaxed);
    let is_first = !STARTED.swap(true, Relaxed);
    if is_first {
        LEFT.store(passes, Relaxed);
    }
    if watched && environment::WANTS_PASSES_ALONE.is_set() {
        return next_alone(is_first);
    }
    if is_first {
        if watched {
            // Later iterations must not count again what was counted on the way to the loop.
            coverage::forget();
        }
        return true;
    }
    if !watched {
        return false;
    }
    counters::flush();
    let left = LEFT.load(Relaxed).wrapping_sub(1);
    LEFT.store(left, Relaxed);
    if left == 0 {
        // Code after the loop belongs to no test case.
        counters::release();
        cmplog::listen(false);
        phase::set(Phase::Idle);
        return false;
    }
    climb::end_run();
    sync::end_pass();
    coverage::next_test_case();
    server::restart();
    distance::begin_run();
    climb::begin_run();
    true
}

/// The same if each iteration has to start from the same state. Code after the loop belongs to the last iteration.
fn next_alone(is_first: bool) -> bool {
    // The runtime's own counter of iterations is not part of the program's state.
    let left = LEFT.load(Relaxed);
    let count = __fz_passes.swap(0, Relaxed);
    LEFT.store(0, Relaxed);
    let goes_on = if is_first {
        leftovers::note(test_case::has);
        map::head() == passes::PAUSE
    } else {
        left > 1 && leftovers::has_none()
    };
    __fz_passes.store(count, Relaxed);
    LEFT.store(if is_first { left } else { left.wrapping_sub(1) }, Relaxed);
    if !goes_on {
        return is_first;
    }
    counters::flush();
    climb::end_run();
    sys::raise_in_thread(sys::SIGSTOP);
    let leaves = map::head() == passes::LEAVE;
    coverage::next_test_case();
    server::restart();
    distance::begin_run();
    climb::begin_run();
    !leaves
}

fz_abi::implements! {
    afl::PERSISTENT_LOOP: __afl_persistent_loop(_);
}
