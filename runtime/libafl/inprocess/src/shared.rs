//! What supervisor and worker share: whether the harness runs, on which input, and what it reached.

use std::io;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

use fz_libafl_common::output::LONGEST;

#[repr(C)]
#[derive(Default)]
pub struct Counts {
    /// Whether the harness runs.
    pub running: AtomicBool,
    /// Whether the first inputs are being loaded.
    pub loading: AtomicBool,
    /// Whether the worker has ended by itself.
    pub done: AtomicBool,
    /// Whether the worker has ended because of an error of its own.
    pub failed: AtomicBool,
    /// Executions of all workers.
    pub executions: AtomicU64,
    pub corpus: AtomicU64,
    /// The input's length.
    length: AtomicU64,
}

/// Where the mapping is.
pub struct Shared {
    start: *mut u8,
    map: usize,
}

// SAFETY: these are addresses; the memory there is atomic, or used by one process at a time.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// The map's offset from `start`: after the counters and the input.
const MAP: usize = 4096 + LONGEST;

static SHARED: OnceLock<Shared> = OnceLock::new();

impl Shared {
    /// Creates the mapping of this run, with room for a map of `map` bytes.
    pub fn new(map: usize) -> Result<&'static Shared, String> {
        // SAFETY: a new mapping.
        let start = unsafe {
            libc::mmap(
                ptr::null_mut(),
                MAP + map,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(format!("no shared memory: {}", io::Error::last_os_error()));
        }
        let start = start.cast();
        Ok(SHARED.get_or_init(|| Shared { start, map }))
    }

    pub fn counts(&self) -> &Counts {
        // SAFETY: the mapping starts with zeros, which are counts, and stays.
        unsafe { &*self.start.cast() }
    }

    pub fn map(&self) -> (*mut u8, usize) {
        // SAFETY: within the mapping.
        (unsafe { self.start.add(MAP) }, self.map)
    }

    /// Sets the worker's next input; an input that is too long is truncated.
    pub fn set_input(&self, input: &[u8]) {
        let length = input.len().min(LONGEST);
        // SAFETY: the input has so much room.
        unsafe { ptr::copy_nonoverlapping(input.as_ptr(), self.start.add(4096), length) };
        self.counts().length.store(length as u64, SeqCst);
    }

    pub fn input(&self) -> Vec<u8> {
        let length = self.counts().length.load(SeqCst) as usize;
        // SAFETY: so much was written.
        unsafe { std::slice::from_raw_parts(self.start.add(4096), length.min(LONGEST)) }.to_vec()
    }
}

/// Notes that the engine is at fault, not the harness.
pub fn engine_failed() {
    if let Some(shared) = SHARED.get()
        && !shared.counts().running.load(SeqCst)
    {
        shared.counts().failed.store(true, SeqCst);
    }
}
