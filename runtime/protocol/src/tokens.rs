//! Dictionary tokens of the loaded images (`fz_abi::tokens::loaded`): read, merged and offered to the fuzzer once, in
//! the handshake. Programs that no fuzzer has started only note where the sections are.

use core::cmp::Ordering;
use core::ptr::NonNull;
use core::slice;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use fz_abi::afl::{MOST_TOKENS, STATUS_FD};
use fz_abi::tokens::loaded::LONGEST;

use fz_runtime_core::phase::{self, Phase};
use fz_runtime_core::sys;

use crate::server;

/// More than any program loads; the tokens of further images are not offered.
const MOST_SECTIONS: usize = 1024;
/// Each token comes with its length.
const ROOM: usize = MOST_TOKENS * (1 + LONGEST);

struct Section {
    start: AtomicUsize,
    stop: AtomicUsize,
    /// Its library may have been unloaded.
    may_be_gone: AtomicBool,
}

static SECTIONS: [Section; MOST_SECTIONS] = [const {
    Section {
        start: AtomicUsize::new(0),
        stop: AtomicUsize::new(0),
        may_be_gone: AtomicBool::new(false),
    }
}; MOST_SECTIONS];
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Called by each image's constructor with its section of tokens, if it has any (`fz_abi::tokens::loaded`).
#[unsafe(no_mangle)]
pub extern "C" fn __fz_words_init(start: usize, stop: usize) {
    match phase::get() {
        Phase::Starting => register(start, stop, false),
        Phase::Attached if !server::is_connected() => register(start, stop, true),
        _ => {}
    }
}

/// Notes a section.
fn register(start: usize, stop: usize, may_be_gone: bool) {
    if start >= stop {
        return;
    }
    let count = COUNT.load(Relaxed);
    if let Some(section) = SECTIONS.get(count) {
        section.start.store(start, Relaxed);
        section.stop.store(stop, Relaxed);
        section.may_be_gone.store(may_be_gone, Relaxed);
        COUNT.store(count + 1, Relaxed);
    }
}

impl Section {
    fn size(&self) -> usize {
        self.stop.load(Relaxed) - self.start.load(Relaxed)
    }

    /// Copies the section. Returns how many bytes of it are still there.
    fn copy_to(&self, to: &mut [u8]) -> usize {
        let start = self.start.load(Relaxed);
        if self.may_be_gone.load(Relaxed) {
            return sys::read_if_mapped(start, to);
        }
        // SAFETY: a section of an image that is there from the start, which has that size.
        to.copy_from_slice(unsafe { slice::from_raw_parts(start as *const u8, to.len()) });
        to.len()
    }
}

/// The dictionary in the form that fuzzers take: length and bytes of each token, the best tokens first.
pub struct Dictionary {
    memory: NonNull<u8>,
    size: usize,
    text: NonNull<u8>,
    len: usize,
}

impl Dictionary {
    pub fn text(&self) -> &[u8] {
        // SAFETY: within the memory, and written.
        unsafe { slice::from_raw_parts(self.text.as_ptr(), self.len) }
    }
}

impl Drop for Dictionary {
    fn drop(&mut self) {
        // SAFETY: mapped for this dictionary, and no longer borrowed.
        unsafe { sys::unmap(self.memory.as_ptr() as usize, self.size) };
    }
}

/// The dictionary, if there are tokens and a fuzzer may be listening.
pub fn gather() -> Option<Dictionary> {
    let sections = &SECTIONS[..COUNT.load(Relaxed)];
    let size: usize = sections.iter().map(Section::size).sum();
    if size == 0 || u32::try_from(size).is_err() || sys::file_size(STATUS_FD).is_none() {
        return None;
    }
    // An entry has at least a score, a length and a byte.
    let most = size / 3 + 1;
    let numbers = size_of::<u32>() * most;
    let size_of_all = numbers + size + ROOM;
    let memory = sys::map_private(size_of_all)?;
    // SAFETY: three parts of fresh zeros, of which the first is aligned to pages.
    let (entries, copies, text) = unsafe {
        let [copies, text] = [numbers, numbers + size].map(|at| memory.add(at));
        (
            slice::from_raw_parts_mut(memory.as_ptr().cast::<u32>(), most),
            slice::from_raw_parts_mut(copies.as_ptr(), size),
            slice::from_raw_parts_mut(text.as_ptr(), ROOM),
        )
    };
    let (mut at, mut count) = (0, 0);
    for section in sections {
        let end = at + section.size();
        let there = section.copy_to(&mut copies[at..end]);
        count = note_entries(&copies[..at + there], at, entries, count);
        at = end;
    }
    let count = merge(copies, &mut entries[..count]);
    let len = write(copies, &entries[..count.min(MOST_TOKENS)], text);
    let dictionary = Dictionary {
        memory,
        size: size_of_all,
        text: NonNull::from(text).cast(),
        len,
    };
    (len != 0).then_some(dictionary)
}

/// Appends the positions of the entries from `at` on. Stops where a section is not a list of entries.
fn note_entries(bytes: &[u8], mut at: usize, entries: &mut [u32], mut count: usize) -> usize {
    while let Some(&[score, len]) = bytes.get(at..at + 2) {
        // No token has score 0: this is padding, of any length.
        if score == 0 {
            at += 1;
            continue;
        }
        let end = at + 2 + usize::from(len);
        if usize::from(len) > LONGEST || end > bytes.len() {
            break;
        }
        if len != 0 {
            entries[count] = at as u32;
            count += 1;
        }
        at = end;
    }
    count
}

fn token(bytes: &[u8], entry: u32) -> &[u8] {
    let at = entry as usize;
    &bytes[at + 2..at + 2 + usize::from(bytes[at + 1])]
}

fn score(bytes: &[u8], entry: u32) -> u8 {
    bytes[entry as usize]
}

/// Moves the best entry of each token to the front, the best tokens first. Returns the number of tokens.
fn merge(bytes: &[u8], entries: &mut [u32]) -> usize {
    entries.sort_unstable_by(|&a, &b| {
        let scores = || score(bytes, b).cmp(&score(bytes, a));
        by_bytes(bytes, a, b).then_with(scores)
    });
    let mut count = 0;
    for at in 0..entries.len() {
        if count == 0 || token(bytes, entries[count - 1]) != token(bytes, entries[at]) {
            entries[count] = entries[at];
            count += 1;
        }
    }
    entries[..count].sort_unstable_by(|&a, &b| {
        let lengths = || token(bytes, a).len().cmp(&token(bytes, b).len());
        let scores = score(bytes, b).cmp(&score(bytes, a));
        scores
            .then_with(lengths)
            .then_with(|| by_bytes(bytes, a, b))
    });
    count
}

/// Byte by byte: comparing slices would call libc's `memcmp`.
fn by_bytes(bytes: &[u8], a: u32, b: u32) -> Ordering {
    token(bytes, a).iter().cmp(token(bytes, b))
}

/// Returns the number of bytes written.
fn write(bytes: &[u8], entries: &[u32], text: &mut [u8]) -> usize {
    let mut at = 0;
    for &entry in entries {
        let token = token(bytes, entry);
        let end = at + 1 + token.len();
        text[at] = token.len() as u8;
        text[at + 1..end].copy_from_slice(token);
        at = end;
    }
    at
}

fz_abi::implements! {
    images::TOKENS_INIT: __fz_words_init(_, _);
}
