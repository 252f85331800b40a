//! The gates of images, and the code that follows them: what distances and steps have in common.

use core::ops::Range;
use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use crate::patches::Patches;
use crate::sys;

/// More than any program loads; the gates of further images stay as they are.
const MOST: usize = 1024;

/// The images with gates of one kind, in the order in which they were loaded. None of them is unloaded again, or its gates
/// are not looked at after that.
pub struct Images {
    images: [Image; MOST],
    count: AtomicUsize,
}

/// The gates of an image, and the code that follows them.
pub struct Image {
    start: AtomicUsize,
    stop: AtomicUsize,
    patches: [AtomicUsize; 2],
    /// The number of its first gate among those of all images.
    first: AtomicUsize,
}

impl Images {
    pub const fn new() -> Images {
        Images {
            images: [const {
                Image {
                    start: AtomicUsize::new(0),
                    stop: AtomicUsize::new(0),
                    patches: [const { AtomicUsize::new(0) }; 2],
                    first: AtomicUsize::new(0),
                }
            }; MOST],
            count: AtomicUsize::new(0),
        }
    }

    /// All that are known.
    pub fn all(&self) -> &[Image] {
        &self.images[..self.count.load(Relaxed).min(MOST)]
    }

    /// Adds an image, unless it is known or has no gates.
    pub fn add(&self, gates: Range<usize>, patches: Range<usize>) {
        let is_known = || {
            self.all()
                .iter()
                .any(|image| image.range().start == gates.start)
        };
        if gates.is_empty() || is_known() {
            return;
        }
        if let Some(image) = self.images.get(self.count.load(Relaxed)) {
            image.start.store(gates.start, Relaxed);
            image.stop.store(gates.end, Relaxed);
            image.patches[0].store(patches.start, Relaxed);
            image.patches[1].store(patches.end, Relaxed);
            image.first.store(self.gates(), Relaxed);
            self.count.fetch_add(1, Relaxed);
        }
    }

    /// How many gates there are.
    pub fn gates(&self) -> usize {
        self.all().iter().map(Image::len).sum()
    }

    /// Numbers the gates anew: those of the image that begins here come first.
    pub fn number_from(&self, start: usize) {
        let mut next = 0;
        for is_first in [true, false] {
            for image in self.all() {
                if (image.range().start == start) == is_first {
                    image.first.store(next, Relaxed);
                    next += image.len();
                }
            }
        }
    }

    /// The number of the gate at this address.
    pub fn number_at(&self, gate: usize) -> Option<usize> {
        let image = self
            .all()
            .iter()
            .find(|image| image.range().contains(&gate))?;
        Some(image.first.load(Relaxed) + gate - image.range().start)
    }

    /// Whether the kernel lets this process change their code.
    pub fn can_change(&self) -> bool {
        self.all().iter().all(|image| image.patches().can_change())
    }

    /// Opens and closes all gates by their numbers, and changes the code. `None`: the gate stays as it is.
    pub fn set(&self, is_open: impl Fn(usize) -> Option<bool>) {
        for image in self.all() {
            let first = image.first.load(Relaxed);
            for (number, address) in (first..).zip(image.range()) {
                let Some(open) = is_open(number) else {
                    continue;
                };
                let gate = gate_at(address);
                // A page that is not written stays shared with the fork server.
                if gate.load(Relaxed) != u8::from(open) {
                    gate.store(open.into(), Relaxed);
                }
            }
            image.patches().follow_gates();
        }
    }
}

impl Image {
    /// Where its gates are.
    fn range(&self) -> Range<usize> {
        self.start.load(Relaxed)..self.stop.load(Relaxed)
    }

    fn len(&self) -> usize {
        self.range().len()
    }

    fn patches(&self) -> Patches {
        let [start, stop] = self.patches.each_ref().map(|bound| bound.load(Relaxed));
        // SAFETY: what the image's constructor has said.
        unsafe { Patches::between(start, stop) }
    }
}

/// A gate of the program, by its address.
pub fn gate_at(address: usize) -> &'static AtomicU8 {
    // SAFETY: a byte of a registered section of an image that is not unloaded.
    unsafe { &*(address as *const AtomicU8) }
}

/// The gates that have been closed until the next run, as far as there is room.
static CLOSED: [AtomicUsize; 4096] = [const { AtomicUsize::new(0) }; 4096];
static CLOSED_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Closes a gate until the next run.
pub fn close_for_now(gate: usize) {
    gate_at(gate).store(0, Relaxed);
    // An atomic addition takes longer than all else that is done for a branch.
    let at = match sys::has_one_thread() {
        true => {
            let at = CLOSED_COUNT.load(Relaxed);
            CLOSED_COUNT.store(at + 1, Relaxed);
            at
        }
        false => CLOSED_COUNT.fetch_add(1, Relaxed),
    };
    if let Some(entry) = CLOSED.get(at) {
        entry.store(gate, Relaxed);
    }
}

/// Opens those again. Returns false if there was no room for all.
pub fn reopen() -> bool {
    let closed = CLOSED_COUNT.swap(0, Relaxed);
    let known = &CLOSED[..closed.min(CLOSED.len())];
    known
        .iter()
        .for_each(|gate| gate_at(gate.load(Relaxed)).store(1, Relaxed));
    known.len() == closed
}
