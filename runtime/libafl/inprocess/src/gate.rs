//! The gates of fz's images: compares call back only while the gates are open, which is while an input is traced.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether compares are logged. Images of other compilers have no gate, and call back all the time.
static LISTENING: AtomicBool = AtomicBool::new(false);

/// The gates, as ranges of bytes.
static GATES: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Called by each instrumented image's constructor.
#[unsafe(no_mangle)]
extern "C" fn __fz_compares_init(begin: *mut u8, end: *mut u8) {
    gates().push((begin as usize, end as usize));
    set(is_open());
}

/// Opens or closes all gates.
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

/// For a program that runs in another process: whether its compares are wanted …
#[unsafe(no_mangle)]
extern "C" fn fz_libafl_listens() -> bool {
    is_open()
}

/// … and a call that opens the gates of the calling process.
#[unsafe(no_mangle)]
extern "C" fn fz_libafl_listen(open: bool) {
    set(open);
}

fz_abi::implements! {
    images::COMPARES_INIT: __fz_compares_init(_, _);
    libafl::LISTENS: fz_libafl_listens();
    libafl::LISTEN: fz_libafl_listen(_);
}
