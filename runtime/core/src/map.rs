//! The fuzzer's map in this process: where it is, how large, and whether the program counts into it.

use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::Relaxed};

use crate::image::Image;
use crate::segment::Segment;

/// Where this runtime reads and writes it.
static MAP: AtomicPtr<u8> = AtomicPtr::new(null_mut());
/// Where the program's own pointers to rows lead: the same, until the program has paused for the first time.
static ROWS: AtomicUsize = AtomicUsize::new(0);
/// What of it may be touched.
static SIZE: AtomicUsize = AtomicUsize::new(0);
/// Whether what the program counts goes nowhere at the moment.
static PAUSED: AtomicBool = AtomicBool::new(false);
static TOO_SMALL: AtomicBool = AtomicBool::new(false);

/// Takes a segment as the map.
pub fn attach(segment: &Segment) {
    MAP.store(segment.address.as_ptr(), Relaxed);
    ROWS.store(segment.address.as_ptr() as usize, Relaxed);
    SIZE.store(segment.size, Relaxed);
}

/// The attached map, else null.
pub fn address() -> *mut u8 {
    MAP.load(Relaxed)
}

/// Whether a map is attached.
pub fn is_attached() -> bool {
    !address().is_null()
}

/// Bytes of the attached map.
pub fn size() -> usize {
    SIZE.load(Relaxed)
}

/// Where the program finds the map: rows of contexts are addressed from here on.
pub fn rows_address() -> usize {
    ROWS.load(Relaxed)
}

/// This runtime reads and writes the map at another place from now on.
pub fn move_to(address: usize) {
    MAP.store(address as *mut u8, Relaxed);
}

/// How much of the map is there from an offset on.
pub fn room_at(offset: usize) -> usize {
    size().saturating_sub(offset)
}

/// The place of an image in the map, and how much of it there is.
pub fn place_of(image: &Image) -> Option<(NonNull<u8>, usize)> {
    let len = room_at(image.offset()).min(image.stop() - image.start());
    // SAFETY: the offset lies in the map if there is room at it.
    let address = NonNull::new(unsafe { address().add(image.offset()) })?;
    (len != 0).then_some((address, len))
}

/// Whether what the program counts goes nowhere at the moment.
pub fn is_paused() -> bool {
    PAUSED.load(Relaxed)
}

/// Notes that.
pub fn set_paused(is_paused: bool) {
    PAUSED.store(is_paused, Relaxed);
}

/// Notes whether something had no room in the map.
pub fn note_too_small(is_too_small: bool) {
    TOO_SMALL.fetch_or(is_too_small, Relaxed);
}

/// Whether something had no room in the map.
pub fn is_too_small() -> bool {
    TOO_SMALL.load(Relaxed)
}

/// Marks the map: fuzzers take one without a single hit for a program without instrumentation.
pub fn mark() {
    // What `fz cov collect` says there stays.
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
