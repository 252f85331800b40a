//! The memory that pointers passed to comparing functions point to. How much of it is readable is not known: a hook may
//! be called with any pointer, and a sanitizer may have poisoned what follows an object.

use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use super::layout::LONGEST;
use fz_runtime_core::sys;

/// The bytes that could be read at an address, and where it is (`layout::Text::place`).
pub struct Found {
    pub bytes: [u8; LONGEST],
    pub len: usize,
    pub place: u8,
}

const CONSTANTS: u8 = 1;
const VARIABLES: u8 = 2;

/// A loaded segment of an image that was present at start.
struct Part {
    start: AtomicUsize,
    /// The end of the part that is in the file: fuzzers take that for dictionary tokens.
    file_end: AtomicUsize,
    place: AtomicU8,
}

const MOST_PARTS: usize = 256;
static PARTS: [Part; MOST_PARTS] = [const {
    Part {
        start: AtomicUsize::new(0),
        file_end: AtomicUsize::new(0),
        place: AtomicU8::new(0),
    }
}; MOST_PARTS];
static COUNT: AtomicUsize = AtomicUsize::new(0);
/// The first parts are the executable's, which is never unloaded, so they can be read without asking the kernel.
static OWN_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Collects the loaded images. Must be called once, before any gate is open.
pub fn learn_images() {
    const PT_LOAD: u32 = 1;
    const WRITABLE: u32 = 2;
    const READABLE: u32 = 4;
    let mut count = 0;
    sys::for_each_image(|image| {
        for header in image.headers() {
            if header.kind != PT_LOAD || header.flags & READABLE == 0 {
                continue;
            }
            let Some(part) = PARTS.get(count) else {
                return true;
            };
            let start = image.base.wrapping_add(header.address);
            part.start.store(start, Relaxed);
            let len = header.size.min(header.file_size);
            part.file_end.store(start.wrapping_add(len), Relaxed);
            let is_variable = header.flags & WRITABLE != 0;
            let place = if is_variable { VARIABLES } else { CONSTANTS };
            part.place.store(place, Relaxed);
            count += 1;
        }
        if OWN_COUNT.load(Relaxed) == 0 {
            OWN_COUNT.store(count, Relaxed);
        }
        false
    });
    COUNT.store(count, Relaxed);
}

/// Reads up to `most` bytes; the rest is zero.
pub fn read(address: usize, most: usize) -> Found {
    let mut found = Found::in_executable(address, most);
    if found.len == 0 {
        found.len = sys::read_if_mapped(address, &mut found.bytes[..most.min(LONGEST)]);
    }
    found
}

/// The same at two addresses, with one system call if possible, because that takes longer than everything else here.
pub fn read_both(addresses: [usize; 2], most: usize) -> [Found; 2] {
    let mut both = addresses.map(|address| Found::in_executable(address, most));
    let [first, second] = &mut both;
    let most = most.min(LONGEST);
    if first.len == 0 && second.len == 0 {
        let parts = [
            (addresses[0], &mut first.bytes[..most]),
            (addresses[1], &mut second.bytes[..most]),
        ];
        if sys::read_all_if_mapped(parts) == 2 * most {
            (first.len, second.len) = (most, most);
            return both;
        }
        first.bytes = [0; LONGEST];
        second.bytes = [0; LONGEST];
    }
    for (found, address) in both.iter_mut().zip(addresses) {
        if found.len == 0 {
            found.len = sys::read_if_mapped(address, &mut found.bytes[..most]);
        }
    }
    both
}

impl Found {
    /// What can be read without a system call: this many bytes if they are in the executable, else nothing but the
    /// place.
    fn in_executable(address: usize, most: usize) -> Found {
        let mut found = Found {
            bytes: [0; LONGEST],
            len: 0,
            place: 0,
        };
        let parts = &PARTS[..COUNT.load(Relaxed)];
        let has = |part: &Part| {
            (part.start.load(Relaxed)..part.file_end.load(Relaxed)).contains(&address)
        };
        let Some(index) = parts.iter().position(has) else {
            return found;
        };
        found.place = parts[index].place.load(Relaxed);
        let wanted = &mut found.bytes[..most.min(LONGEST)];
        let there = parts[index].file_end.load(Relaxed) - address;
        if index < OWN_COUNT.load(Relaxed) && there >= wanted.len() {
            for (at, byte) in wanted.iter_mut().enumerate() {
                // SAFETY: in a readable part of the executable. Byte by byte: `memcpy` may be intercepted by a
                // sanitizer.
                *byte = unsafe { (address as *const u8).add(at).read_volatile() };
            }
            found.len = wanted.len();
        }
        found
    }

    /// The length of the string with its NUL; all that was read if there is none.
    pub fn string_len(&self) -> usize {
        let end = self.bytes[..self.len].iter().position(|&byte| byte == 0);
        end.map_or(self.len, |at| at + 1)
    }
}

/// The address of a libstdc++ string's characters.
pub fn libstdcxx_text(string: usize) -> Option<usize> {
    let [text] = read_words(string)?;
    Some(text)
}

/// The same for libc++: inside the string object after its first byte, if that byte's lowest bit is 0.
pub fn libcxx_text(string: usize) -> Option<usize> {
    let [flag, _, text] = read_words(string)?;
    Some(if flag & 1 == 0 { string + 1 } else { text })
}

/// Reads words of the program's memory, all or none.
fn read_words<const COUNT: usize>(address: usize) -> Option<[usize; COUNT]> {
    const BYTES: usize = size_of::<usize>();
    let found = read(address, COUNT * BYTES);
    let mut words = [0; COUNT];
    for (word, bytes) in words.iter_mut().zip(found.bytes.as_chunks::<BYTES>().0) {
        *word = usize::from_ne_bytes(*bytes);
    }
    (found.len == COUNT * BYTES).then_some(words)
}
