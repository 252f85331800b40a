//! What a reader may take: a program that takes more may take all there is.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

pub const MOST: usize = 512 << 20;

/// The system's memory up to [`MOST`]. Then there is none: whoever cannot go on without ends the program, which is a finding.
pub struct Limited {
    used: AtomicUsize,
}

impl Limited {
    pub const fn new() -> Limited {
        Limited {
            used: AtomicUsize::new(0),
        }
    }

    fn takes(&self, size: usize) -> bool {
        let is_there = self.used.fetch_add(size, Relaxed).saturating_add(size) <= MOST;
        if !is_there {
            self.used.fetch_sub(size, Relaxed);
        }
        is_there
    }
}

// SAFETY: all that is given is the system's, or nothing.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match self.takes(layout.size()) {
            // SAFETY: the caller keeps to the same contract.
            true => unsafe { System.alloc(layout) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match self.takes(layout.size()) {
            // SAFETY: as above.
            true => unsafe { System.alloc_zeroed(layout) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        self.used.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}
