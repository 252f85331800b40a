//! How a persistent child reports that an iteration has ended, and learns that the next one may begin.
//!
//! If the fuzzer offers a word in its segment, child and fuzzer take turns by a futex on it, without the fork server.
//! Otherwise the child stops itself with SIGSTOP, which the server reports.

use core::sync::atomic::{
    AtomicBool, AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};

use fz_abi::afl::sync::{DONE, EXITED, IDLE};

use fz_runtime_core::{map, sys};

use crate::environment;

/// Whether the fuzzer knows that this program takes turns by the word.
static AGREED: AtomicBool = AtomicBool::new(false);

/// Whether the fuzzer has offered a word that is inside its segment, after the announced map.
pub fn is_offered(announced: usize) -> bool {
    let fits = |offset: usize| {
        let end = offset.saturating_add(size_of::<u32>());
        offset.is_multiple_of(align_of::<u32>()) && announced <= offset && end <= map::size()
    };
    // Without a map there is no segment.
    !environment::HAS_NO_MAP.is_set()
        && environment::IS_PERSISTENT.is_set()
        && !environment::WANTS_PASSES_ALONE.is_set()
        && environment::sync_offset().is_some_and(fits)
}

/// The fuzzer knows from now on that the word is used.
pub fn agree() {
    AGREED.store(true, Relaxed);
}

/// The word, if it is in use.
fn word() -> Option<&'static AtomicU32> {
    let offset = environment::sync_offset().filter(|_| AGREED.load(Relaxed))?;
    // SAFETY: `is_offered` has checked that it is inside the segment, and aligned. When the program pauses, the map
    // moves.
    Some(unsafe { AtomicU32::from_ptr(map::address().add(offset).cast()) })
}

pub fn is_agreed() -> bool {
    AGREED.load(Relaxed)
}

/// The server is about to fork.
pub fn reset() {
    if let Some(word) = word() {
        word.store(IDLE, Release);
    }
}

/// The child has ended, and the fuzzer can read its status.
pub fn tell_end() {
    if let Some(word) = word() {
        word.store(EXITED, Release);
        sys::wake(word);
    }
}

/// Ends the child's iteration, and returns when the next test case is there.
pub fn end_pass() {
    let Some(word) = word() else {
        return sys::raise_in_thread(sys::SIGSTOP);
    };
    // The first iteration may end before the fuzzer looks. A word that says that the child ends is not overwritten.
    let mut seen = word.load(Acquire);
    while seen != EXITED {
        match word.compare_exchange_weak(seen, DONE, AcqRel, Acquire) {
            Ok(_) => {
                sys::wake(word);
                seen = DONE;
                while seen == DONE {
                    sys::sleep_while(word, DONE);
                    seen = word.load(Acquire);
                }
                break;
            }
            Err(now) => seen = now,
        }
    }
    if seen == EXITED {
        sys::exit(0);
    }
}
