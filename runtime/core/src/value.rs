//! Values of environment variables, copied because programs may overwrite or clear their environment.

use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

/// A copy of a variable's value. An empty value counts as not set; a value that is too long is truncated.
pub struct Value<const ROOM: usize> {
    bytes: [AtomicU8; ROOM],
    len: AtomicUsize,
}

impl<const ROOM: usize> Default for Value<ROOM> {
    fn default() -> Self {
        Value::new()
    }
}

impl<const ROOM: usize> Value<ROOM> {
    /// A variable that is not set.
    pub const fn new() -> Self {
        Value {
            bytes: [const { AtomicU8::new(0) }; ROOM],
            len: AtomicUsize::new(0),
        }
    }

    /// Stores a value.
    pub fn set(&self, value: &[u8]) {
        for (to, &from) in self.bytes.iter().zip(value) {
            to.store(from, Relaxed);
        }
        self.len.store(value.len().min(ROOM), Relaxed);
    }

    /// Where it is.
    pub fn address(&self) -> *const u8 {
        self.bytes.as_ptr().cast()
    }

    /// Whether there is a value.
    pub fn is_set(&self) -> bool {
        self.len.load(Relaxed) != 0
    }

    /// Copies it to the start of `to`, which must have room for it, and returns its length.
    pub fn copy_to(&self, to: &mut [u8]) -> usize {
        let len = self.len.load(Relaxed);
        for (to, from) in to[..len].iter_mut().zip(&self.bytes) {
            *to = from.load(Relaxed);
        }
        len
    }
}
