//! Whether an iteration of a persistent loop has left the program as it found it. Only then does the next iteration
//! behave as in a fresh process, which `fz cov collect` requires (`fz_abi::afl::passes`).
//!
//! The comparison covers the writable data of all images except the C and C++ libraries, byte by byte, and the lowest
//! free descriptor. A program that has heap memory or several threads when the loop begins cannot be checked: each of
//! its iterations counts as having changed something. Local variables of `main` are not covered.

use core::ffi::CStr;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::Relaxed};

use crate::sys::{self, LoadedImage};
use crate::{image, map};

/// The most images, and gaps between them that counters leave.
const MOST: usize = 64;
/// Comparing more would take longer than a new process.
const MOST_BYTES: usize = 4 << 20;
const LOAD: u32 = 1;
const THREAD_LOCAL: u32 = 7;
const WRITABLE: u32 = 2;
const WORD: usize = size_of::<usize>();

/// Their data is not compared: malloc changes it all the time, and programs see it only through return values.
const LIBRARIES: [&[u8]; 11] = [
    b"ld-linux",
    b"libc.so",
    b"libc-",
    b"libm.so",
    b"libpthread.so",
    b"libdl.so",
    b"librt.so",
    b"libstdc++.so",
    b"libgcc_s.so",
    b"libc++.so",
    b"libc++abi.so",
];

struct Range {
    from: AtomicUsize,
    size: AtomicUsize,
    copy: AtomicPtr<u8>,
}

static RANGES: [Range; MOST] = [const {
    Range {
        from: AtomicUsize::new(0),
        size: AtomicUsize::new(0),
        copy: AtomicPtr::new(null_mut()),
    }
}; MOST];
static COUNT: AtomicUsize = AtomicUsize::new(0);
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static DESCRIPTOR: AtomicUsize = AtomicUsize::new(0);

/// The ranges to compare, as far as they are known.
struct Found {
    ranges: [(usize, usize); MOST],
    count: usize,
    bytes: usize,
    /// Of all images, the C library included.
    spans: [(usize, usize); 2 * MOST],
    images: usize,
    /// The heap begins after this address.
    executable_end: usize,
    is_fit: bool,
}

/// Takes a snapshot at the start of the loop. `is_ours` tells the protocol's own memory, to which the program may hold
/// pointers.
pub fn note(is_ours: impl Fn(usize) -> bool) {
    let mut found = Found {
        ranges: [(0, 0); MOST],
        count: 0,
        bytes: 0,
        spans: [(0, 0); 2 * MOST],
        images: 0,
        executable_end: 0,
        is_fit: sys::has_one_thread(),
    };
    sys::for_each_image(|image| {
        found.take(image);
        !found.is_fit
    });
    if !found.is_fit || found.count == 0 || found.bytes > MOST_BYTES || found.has_memory(is_ours) {
        return;
    }
    let Some(mut copy) = sys::map_private(found.bytes) else {
        return;
    };
    for (range, (from, size)) in RANGES.iter().zip(found.ranges) {
        range.from.store(from, Relaxed);
        range.size.store(size, Relaxed);
        range.copy.store(copy.as_ptr(), Relaxed);
        // SAFETY: the sum of all sizes was mapped.
        copy = unsafe { copy.add(size) };
    }
    COUNT.store(found.count, Relaxed);
    DESCRIPTOR.store(sys::lowest_free_descriptor(), Relaxed);
    IS_WATCHED.store(true, Relaxed);
    // Last, because the variables above are part of what is copied.
    for range in &RANGES[..found.count] {
        range.each_resident_page(|from, copy, size| {
            // SAFETY: both have so many bytes.
            unsafe { copy.copy_from_nonoverlapping(from, size) };
            true
        });
    }
}

/// Whether nothing has changed since the snapshot.
pub fn has_none() -> bool {
    IS_WATCHED.load(Relaxed)
        && sys::has_one_thread()
        && sys::lowest_free_descriptor() == DESCRIPTOR.load(Relaxed)
        && RANGES[..COUNT.load(Relaxed)].iter().all(|range| {
            // SAFETY: both have so many bytes.
            range.each_resident_page(|from, copy, size| unsafe { sys::is_equal(from, copy, size) })
        })
}

impl Range {
    /// Calls `visit` with each resident page and its copy until it returns false. A page that was never written to is
    /// not resident, and neither is its copy.
    fn each_resident_page(&self, mut visit: impl FnMut(*const u8, *mut u8, usize) -> bool) -> bool {
        const PAGES: usize = 512;
        let (from, size) = (self.from.load(Relaxed), self.size.load(Relaxed));
        let (copy, end) = (self.copy.load(Relaxed), from + size);
        let mut at = from;
        while at < end {
            let first = at & !(sys::PAGE - 1);
            let stop = end.min(first + PAGES * sys::PAGE);
            let mut resident = [1u8; PAGES];
            sys::resident(first, stop - first, &mut resident);
            while at < stop {
                let page = (at - first) / sys::PAGE;
                let next = stop.min(first + (page + 1) * sys::PAGE);
                // SAFETY: within the copy.
                let to = unsafe { copy.add(at - from) };
                if resident[page] & 1 != 0 && !visit(at as *const u8, to, next - at) {
                    return false;
                }
                at = next;
            }
        }
        true
    }
}

impl Found {
    fn take(&mut self, image: &LoadedImage) {
        let is_executable = self.images == 0;
        if self.images == self.spans.len() {
            self.is_fit = false;
            return;
        }
        let loaded = image.headers().iter().filter(|h| h.kind == LOAD);
        let (mut start, mut end) = (usize::MAX, 0);
        for header in loaded.clone() {
            start = start.min(image.base + header.address);
            end = end.max(image.base + header.address + header.size);
        }
        self.spans[self.images] = (start, end);
        self.images += 1;
        if is_executable {
            self.executable_end = end;
        } else if is_library(image) {
            return;
        }
        // An image with thread-local variables, which are stored elsewhere.
        if image.headers().iter().any(|h| h.kind == THREAD_LOCAL) {
            self.is_fit = false;
        }
        for header in loaded.filter(|h| h.flags & WRITABLE != 0) {
            let from = image.base + header.address;
            self.take_between_counters(from, from + header.size);
        }
    }

    fn take_between_counters(&mut self, mut from: usize, end: usize) {
        while from < end {
            let counters = image::all().iter().map(|i| (i.start(), i.stop()));
            let next = counters
                .filter(|(start, stop)| *stop > from && *start < end)
                .min()
                .unwrap_or((end, end));
            self.add(from, next.0.max(from));
            from = next.1;
        }
    }

    fn add(&mut self, from: usize, end: usize) {
        if from == end {
            return;
        }
        match self.ranges.get_mut(self.count) {
            Some(range) => *range = (from, end - from),
            None => self.is_fit = false,
        }
        self.count += usize::from(self.count < MOST);
        self.bytes += end - from;
    }

    /// Whether data or stack hold pointers to other memory.
    fn has_memory(&self, is_ours: impl Fn(usize) -> bool) -> bool {
        let here = 0usize;
        let stack = (&raw const here) as usize;
        // No allocation is at the very beginning of the heap, so the bounds in this function's own frame do not look
        // like pointers to one.
        let begin = self.executable_end.next_multiple_of(sys::PAGE);
        let end = sys::heap_end();
        let is_in_heap = |word: usize| begin < word && word < end;
        let names_heap = |address: usize| {
            // SAFETY: a word of our own memory.
            is_in_heap(unsafe { *(address as *const usize) })
        };
        if (stack..sys::stack_end()).step_by(WORD).any(names_heap) {
            return true;
        }
        self.ranges[..self.count].iter().any(|(from, size)| {
            let range = Range {
                from: AtomicUsize::new(*from),
                size: AtomicUsize::new(*size),
                copy: AtomicPtr::new(null_mut()),
            };
            !range.each_resident_page(|at, _, size| {
                let first = (at as usize).next_multiple_of(WORD);
                let last = (at as usize + size).saturating_sub(WORD - 1);
                !(first..last).step_by(WORD).any(|address| {
                    // SAFETY: a word of our own memory.
                    let word = unsafe { *(address as *const usize) };
                    is_in_heap(word) || (self.is_elsewhere(word, stack) && !is_ours(word))
                })
            })
        })
    }

    /// Whether it is an address outside all images, the stack and our own memory.
    fn is_elsewhere(&self, word: usize, stack: usize) -> bool {
        const LOWEST: usize = 1 << 16;
        let map = map::address() as usize;
        let is_known = !(LOWEST..stack).contains(&word)
            || (map..map + map::size()).contains(&word)
            || self.spans[..self.images]
                .iter()
                .any(|(start, end)| (*start..*end).contains(&word));
        !is_known && sys::read_if_mapped(word, &mut [0]) != 0
    }
}

fn is_library(image: &LoadedImage) -> bool {
    if image.name.is_null() {
        return false;
    }
    // SAFETY: the dynamic linker's string.
    let path = unsafe { CStr::from_ptr(image.name) }.to_bytes();
    let name = path.rsplit(|b| *b == b'/').next().unwrap_or(path);
    LIBRARIES.iter().any(|library| name.starts_with(library))
}
