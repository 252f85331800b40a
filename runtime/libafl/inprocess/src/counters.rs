//! The 8-bit counters of all instrumented images, which `libafl_targets` collects: cleared before an execution, copied
//! to the shared map after it.

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

use libafl_targets::counters_maps_ptr_mut;

/// Room for images that are loaded later. All of it is scanned after each execution, so it is small; counters that do
/// not fit share bytes.
const LATER: usize = 4096;

static MAP: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static LENGTH: AtomicUsize = AtomicUsize::new(0);

/// Calls `each` with every image's counters.
fn images(mut each: impl FnMut(&mut [u8])) {
    // SAFETY: images register in their constructors and by dlopen, on the thread that runs the harness.
    for image in unsafe { &mut *counters_maps_ptr_mut() } {
        each(image);
    }
}

/// The length of the map.
pub fn length() -> usize {
    let mut length = LATER;
    images(|image| length += image.len());
    length.next_multiple_of(64)
}

/// Copies counters to this map from now on.
pub fn copy_to(map: *mut u8, length: usize) {
    LENGTH.store(length, Relaxed);
    MAP.store(map, Relaxed);
}

pub fn clear() {
    images(|image| image.fill(0));
}

/// Copies all counters to the map, which is all zeros. Also called while the process dies, so nothing here allocates.
pub fn copy() {
    let (map, length) = (MAP.load(Relaxed), LENGTH.load(Relaxed));
    if map.is_null() {
        return;
    }
    // SAFETY: the map has so many bytes, and is read only when the harness has returned.
    let map = unsafe { std::slice::from_raw_parts_mut(map, length) };
    let mut at = 0;
    images(|image| {
        for part in image.chunks(LATER) {
            if at + part.len() > length {
                at = length - LATER;
            }
            for (total, count) in map[at..].iter_mut().zip(part) {
                *total = total.saturating_add(*count);
            }
            at += part.len();
        }
    });
}
