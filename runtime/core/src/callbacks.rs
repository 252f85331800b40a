//! What the constructors of instrumented images call.

use fz_abi::contexts::Bounds;

use crate::phase::{self, Phase};
use crate::{check, counters, image, records};

/// Called by each instrumented image's constructor directly before it registers the image's counters.
///
/// # Safety
/// The range holds one [`Bounds`], or nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __fz_contexts_init(begin: *const Bounds, end: *const Bounds) {
    if phase::get() != Phase::Idle && begin < end {
        // SAFETY: the caller says so.
        records::announce(unsafe { &*begin });
    }
}

/// Called by each instrumented image's constructor, possibly several times per image.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_8bit_counters_init(start: usize, stop: usize) {
    match phase::get() {
        Phase::Starting => image::register(start, stop),
        Phase::Attached => {
            if let Some(image) = counters::add(start, stop) {
                check::forget(image);
            }
        }
        Phase::Idle => {}
    }
}

/// The runtime does not need the pc table: the host tools read it from the file.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_pcs_init(_begin: usize, _end: usize) {}

/// Option `check`: the counter of `edge` is about to count a call from `site`.
#[unsafe(no_mangle)]
pub extern "C" fn __fz_check(counter: usize, edge: u64, site: u64) {
    check::count(counter, edge, site);
}

fz_abi::implements! {
    images::CONTEXTS_INIT: __fz_contexts_init(_, _);
    images::COUNTERS_INIT: __sanitizer_cov_8bit_counters_init(_, _);
    images::PCS_INIT: __sanitizer_cov_pcs_init(_, _);
    events::CHECK: __fz_check(_, _, _);
}
