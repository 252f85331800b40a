//! Places in the map for libraries that are loaded after its size was announced.
//!
//! Each child of the fork server loads them again, perhaps in another order, but an edge must keep its place. So the
//! table is in memory that all children share. An entry is one atomic word, and its place follows from the entries
//! before it, so the table is consistent whenever a child is killed.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering::Relaxed};

use crate::sys;

const MOST: usize = sys::PAGE / size_of::<u64>() - 1;
/// Positions and lengths are stored in 16 bits.
pub const MOST_PAGES: usize = u16::MAX as usize;

#[repr(C)]
struct Table {
    complained: AtomicBool,
    entries: [AtomicU64; MOST],
}

const _: () = assert!(size_of::<Table>() <= sys::PAGE);

static TABLE: AtomicPtr<Table> = AtomicPtr::new(null_mut());

/// Creates the table. Must be called before the first fork.
pub fn create() {
    if let Some(memory) = sys::map_shared(None, sys::PAGE) {
        TABLE.store(memory.as_ptr().cast(), Relaxed);
    }
}

fn table() -> Option<&'static Table> {
    // SAFETY: null, or a page of zeros that is never unmapped.
    unsafe { TABLE.load(Relaxed).as_ref() }
}

/// The page, in a room of `room` pages, at which the image's `pages` begin; or else how many pages the room would need.
pub fn claim(identity: u32, pages: usize, room: usize) -> Result<usize, usize> {
    let Some(table) = table() else {
        return Err(pages);
    };
    let mut next = 0;
    for entry in &table.entries {
        let mut slot = Slot::from_word(entry.load(Relaxed));
        if slot.pages == 0 {
            if next + pages > room {
                return Err(next + pages);
            }
            let new = Slot {
                identity,
                page: next,
                pages,
            };
            match entry.compare_exchange(0, new.to_word(), Relaxed, Relaxed) {
                Ok(_) => return Ok(next),
                Err(word) => slot = Slot::from_word(word),
            }
        }
        if slot.identity == identity && slot.pages == pages {
            return Ok(slot.page);
        }
        next = slot.page + slot.pages;
    }
    Err(next + pages)
}

/// True for the first process that calls it.
pub fn may_complain() -> bool {
    table().is_none_or(|table| !table.complained.swap(true, Relaxed))
}

struct Slot {
    identity: u32,
    page: usize,
    pages: usize,
}

impl Slot {
    fn from_word(word: u64) -> Slot {
        Slot {
            identity: (word >> 32) as u32,
            page: (word >> 16) as usize & MOST_PAGES,
            pages: word as usize & MOST_PAGES,
        }
    }

    fn to_word(&self) -> u64 {
        u64::from(self.identity) << 32 | (self.page as u64) << 16 | self.pages as u64
    }
}
