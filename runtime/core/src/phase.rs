//! The phase of the runtime, which decides what happens with images that register.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A phase of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The runtime's constructor has not run: images are only registered.
    Starting,
    /// A map is attached: new images get their place in it at once.
    Attached,
    /// No fuzzer is listening, or the run is over.
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

/// Enters a phase.
pub fn set(phase: Phase) {
    PHASE.store(phase as u8, Relaxed);
}

/// Whether a map is attached.
pub fn is_attached() -> bool {
    get() == Phase::Attached
}
