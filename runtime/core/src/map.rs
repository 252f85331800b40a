//! The fuzzer's map in this process: its address, its size, and whether the program counts into it.

use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::Relaxed};

use crate::image::Image;
use crate::segment::Segment;

/// Where the runtime accesses it.
static MAP: AtomicPtr<u8> = AtomicPtr::new(null_mut());
/// Where the program's pointers to rows lead: the same address, until the program has paused for the first time.
static ROWS: AtomicUsize = AtomicUsize::new(0);
/// How many bytes are accessible.
static SIZE: AtomicUsize = AtomicUsize::new(0);
/// Whether counting is paused.
static PAUSED: AtomicBool = AtomicBool::new(false);
static TOO_SMALL: AtomicBool = AtomicBool::new(false);

/// Uses a segment as the map.
pub fn attach(segment: &Segment) {
    MAP.store(segment.address.as_ptr(), Relaxed);
    ROWS.store(segment.address.as_ptr() as usize, Relaxed);
    SIZE.store(segment.size, Relaxed);
}

/// The attached map, or null.
pub fn address() -> *mut u8 {
    MAP.load(Relaxed)
}

/// Whether a map is attached.
pub fn is_attached() -> bool {
    !address().is_null()
}

/// The size of the attached map.
pub fn size() -> usize {
    SIZE.load(Relaxed)
}

/// Where the program sees the map: addresses of rows are relative to this.
pub fn rows_address() -> usize {
    ROWS.load(Relaxed)
}

/// From now on the runtime accesses the map at another address.
pub fn move_to(address: usize) {
    MAP.store(address as *mut u8, Relaxed);
}

/// How many bytes of the map follow an offset.
pub fn room_at(offset: usize) -> usize {
    size().saturating_sub(offset)
}

/// The place of an image in the map, and how many bytes follow there.
pub fn place_of(image: &Image) -> Option<(NonNull<u8>, usize)> {
    let len = room_at(image.offset()).min(image.stop() - image.start());
    // SAFETY: the offset lies in the map if there is room at it.
    let address = NonNull::new(unsafe { address().add(image.offset()) })?;
    (len != 0).then_some((address, len))
}

/// Whether counting is paused.
pub fn is_paused() -> bool {
    PAUSED.load(Relaxed)
}

/// Sets whether counting is paused.
pub fn set_paused(is_paused: bool) {
    PAUSED.store(is_paused, Relaxed);
}

/// Sets whether something had no room in the map.
pub fn note_too_small(is_too_small: bool) {
    TOO_SMALL.fetch_or(is_too_small, Relaxed);
}

/// Whether something had no room in the map.
pub fn is_too_small() -> bool {
    TOO_SMALL.load(Relaxed)
}

/// Marks the map: fuzzers take a program without a single hit for one without instrumentation.
pub fn mark() {
    // An answer to `fz cov collect` must stay.
    if head() == 0 {
        set_head(1);
    }
}

/// The map's first byte, which belongs to no counter.
pub fn head() -> u8 {
    // SAFETY: an attached map has at least one byte.
    unsafe { address().read_volatile() }
}

/// Writes the map's first byte.
pub fn set_head(value: u8) {
    // SAFETY: as above.
    unsafe { address().write_volatile(value) };
}
