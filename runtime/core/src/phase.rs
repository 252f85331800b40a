//! How far the runtime has come, which decides what becomes of images that register.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A phase of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The runtime's constructor has not run: images only register.
    Starting,
    /// A map is attached: images that come now are laid under it at once.
    Attached,
    /// No fuzzer watches, or the one that did is done.
    Idle,
}

static PHASE: AtomicU8 = AtomicU8::new(Phase::Starting as u8);

/// The phase of this process.
pub fn get() -> Phase {
    match PHASE.load(Relaxed) {
        0 => Phase::Starting,
        1 => Phase::Attached,
        _ => Phase::Idle,
    }
}

/// Begins a phase.
pub fn set(phase: Phase) {
    PHASE.store(phase as u8, Relaxed);
}

/// Whether a map is attached.
pub fn is_attached() -> bool {
    get() == Phase::Attached
}
