//! The gates of fz's images: compares are told only while somebody listens, which is while an input is traced.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether compares are to be logged. Images of other compilers have no gate and tell them all the time.
static LISTENING: AtomicBool = AtomicBool::new(false);

/// The gates: ranges of bytes.
static GATES: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Called by each instrumented image's constructor.
#[unsafe(no_mangle)]
extern "C" fn __fz_compares_init(begin: *mut u8, end: *mut u8) {
    gates().push((begin as usize, end as usize));
    set(is_open());
}

/// Opens or shuts all gates.
pub fn set(open: bool) {
    LISTENING.store(open, Relaxed);
    for &(begin, end) in gates().iter() {
        // SAFETY: a gate is a byte of a loaded image.
        unsafe { std::ptr::write_bytes(begin as *mut u8, u8::from(open), end - begin) };
    }
}

fn gates() -> MutexGuard<'static, Vec<(usize, usize)>> {
    GATES.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn is_open() -> bool {
    LISTENING.load(Relaxed)
}

/// For those who run the program in another process: whether it is to tell its compares …
#[unsafe(no_mangle)]
extern "C" fn fz_libafl_listens() -> bool {
    is_open()
}

/// … and what makes the process do so that calls it.
#[unsafe(no_mangle)]
extern "C" fn fz_libafl_listen(open: bool) {
    set(open);
}

fz_abi::implements! {
    images::COMPARES_INIT: __fz_compares_init(_, _);
    libafl::LISTENS: fz_libafl_listens();
    libafl::LISTEN: fz_libafl_listen(_);
}
