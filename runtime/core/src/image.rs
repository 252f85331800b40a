//! The instrumented images of this process: their counters, and what the dynamic linker knows about them.

use core::ffi::CStr;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

use fz_abi::map::DLOPEN_IMPORTS;

use crate::hash::Hash;
use crate::records::Records;
use crate::sys;

/// More than any program loads; further images are not counted.
const MOST: usize = 1024;

/// How an image's counters get into the map.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Link {
    /// Not at all: there is no room, or they have no place yet.
    None,
    /// The map's pages are mapped over them.
    Mapped,
    /// They are copied at the end of a run.
    Copied,
}

/// An image's counters. The fields are atomic because any thread may add an image by calling dlopen.
pub struct Image {
    start: AtomicUsize,
    stop: AtomicUsize,
    offset: AtomicUsize,
    /// 0: present at start, so never unloaded. Otherwise a hash that identifies the library in every child.
    identity: AtomicU32,
    link: AtomicU8,
    records: Records,
}

static IMAGES: [Image; MOST] = [const { Image::new() }; MOST];
static COUNT: AtomicUsize = AtomicUsize::new(0);

impl Image {
    const fn new() -> Image {
        Image {
            start: AtomicUsize::new(0),
            stop: AtomicUsize::new(0),
            offset: AtomicUsize::new(0),
            identity: AtomicU32::new(0),
            link: AtomicU8::new(Link::None as u8),
            records: Records::new(),
        }
    }

    pub fn start(&self) -> usize {
        self.start.load(Relaxed)
    }

    pub fn stop(&self) -> usize {
        self.stop.load(Relaxed)
    }

    /// Where it is in the map.
    pub fn offset(&self) -> usize {
        self.offset.load(Relaxed)
    }

    pub fn set_offset(&self, offset: usize) {
        self.offset.store(offset, Relaxed);
    }

    pub fn link(&self) -> Link {
        match self.link.load(Relaxed) {
            1 => Link::Mapped,
            2 => Link::Copied,
            _ => Link::None,
        }
    }

    pub fn set_link(&self, link: Link) {
        self.link.store(link as u8, Relaxed);
    }

    /// Its records of call-site contexts.
    pub fn records(&self) -> &Records {
        &self.records
    }

    pub fn may_be_unloaded(&self) -> bool {
        self.identity.load(Relaxed) != 0
    }

    /// Whether it is still loaded. Asks the dynamic linker, so not for signal handlers.
    pub fn is_loaded(&self) -> bool {
        !self.may_be_unloaded()
            || identity(self.start(), self.stop()) == self.identity.load(Relaxed)
    }

    /// Whether its counters have pages to themselves: linker scripts see to that, or the section is page-aligned at
    /// both ends by chance.
    pub fn owns_its_pages(&self) -> bool {
        sys::is_page_aligned(self.start()) && sys::is_page_aligned(self.stop())
    }
}

pub fn all() -> &'static [Image] {
    &IMAGES[..COUNT.load(Relaxed)]
}

/// Registers an image that is present at start.
pub fn register(start: usize, stop: usize) {
    if start >= stop {
        return;
    }
    if let Some(image) = permanent(start, stop).or_else(|| append(start, stop, 0)) {
        image.records.take_announced(start);
    }
}

/// The image with these counters, if it was present at start and so has its place.
pub fn permanent(start: usize, stop: usize) -> Option<&'static Image> {
    all()
        .iter()
        .find(|image| !image.may_be_unloaded() && image.start() == start && image.stop() == stop)
}

/// Registers an image that was loaded later, reusing its entry if it was loaded before. `None` if there are too many.
pub fn register_late(start: usize, stop: usize, identity: u32) -> Option<&'static Image> {
    // A different image at this address has been unloaded.
    for image in all() {
        let overlaps = image.start() < stop && start < image.stop();
        if overlaps && image.may_be_unloaded() && image.identity.load(Relaxed) != identity {
            image.set_link(Link::None);
        }
    }
    let known = all()
        .iter()
        .find(|image| image.identity.load(Relaxed) == identity);
    if let Some(known) = known
        && known.start.swap(start, Relaxed) != start
    {
        known.records.forget_sections();
    }
    if let Some(known) = known {
        known.stop.store(stop, Relaxed);
    }
    let image = known.or_else(|| append(start, stop, identity))?;
    image.records.take_announced(start);
    Some(image)
}

fn append(start: usize, stop: usize, identity: u32) -> Option<&'static Image> {
    let count = COUNT.load(Relaxed);
    let image = IMAGES.get(count)?;
    image.start.store(start, Relaxed);
    image.stop.store(stop, Relaxed);
    image.identity.store(identity, Relaxed);
    COUNT.store(count + 1, Relaxed);
    Some(image)
}

/// Identifies an image by its name and the size of its counters: the same in each run, whatever the addresses and the
/// order of loading. Never 0.
pub fn identity(start: usize, stop: usize) -> u32 {
    let mut hash = Hash::new();
    hash.add(&(stop - start).to_ne_bytes());
    sys::for_each_image(|image| {
        let found = contains(image, start);
        if found && !image.name.is_null() {
            // SAFETY: the dynamic linker's names are NUL-terminated.
            hash.add(unsafe { CStr::from_ptr(image.name) }.to_bytes());
        }
        found
    });
    hash.value().max(1)
}

/// Whether libraries may be loaded later: an image imports a function that does it, instrumented or not, or the executable
/// has one of its own, as sanitizers bring it along.
pub fn may_load_others() -> bool {
    let mut found = false;
    let mut is_executable = true;
    sys::for_each_image(|image| {
        let symbols = Symbols::of(image);
        found = symbols.is_some_and(|symbols| {
            let defines = |name: &str| is_executable && symbols.define(name.as_bytes());
            symbols.import(&DLOPEN_IMPORTS) || DLOPEN_IMPORTS.iter().any(|name| defines(name))
        });
        is_executable = false;
        found
    });
    found
}

const PT_LOAD: u32 = 1;
const PT_DYNAMIC: u32 = 2;

fn contains(image: &sys::LoadedImage, address: usize) -> bool {
    image.headers().iter().any(|header| {
        let offset = address.wrapping_sub(image.base.wrapping_add(header.address));
        header.kind == PT_LOAD && offset < header.size
    })
}

#[repr(C)]
struct Symbol {
    name: u32,
    info: u8,
    other: u8,
    section: u16,
    value: usize,
    size: usize,
}

/// The dynamic symbols of an image: addresses of its tables, which the dynamic linker has checked.
struct Symbols {
    symbols: usize,
    strings: usize,
    /// 0: there is no such table.
    hash: usize,
    gnu_hash: usize,
}

impl Symbols {
    fn of(image: &sys::LoadedImage) -> Option<Symbols> {
        const DT_HASH: usize = 4;
        const DT_STRTAB: usize = 5;
        const DT_SYMTAB: usize = 6;
        const DT_GNU_HASH: usize = 0x6fff_fef5;

        let mut headers = image.headers().iter();
        let dynamic = headers.find(|header| header.kind == PT_DYNAMIC)?;
        let mut tables = Symbols {
            symbols: 0,
            strings: 0,
            hash: 0,
            gnu_hash: 0,
        };
        let mut entry = image.base.wrapping_add(dynamic.address) as *const [usize; 2];
        loop {
            // SAFETY: the dynamic section is an array of tag and value that ends with tag 0.
            let [tag, value] = unsafe { *entry };
            if tag == 0 {
                break;
            }
            // Some dynamic linkers relocate these values in place, others do not.
            let address = if value < image.base {
                value + image.base
            } else {
                value
            };
            match tag {
                DT_HASH => tables.hash = address,
                DT_STRTAB => tables.strings = address,
                DT_SYMTAB => tables.symbols = address,
                DT_GNU_HASH => tables.gnu_hash = address,
                _ => {}
            }
            // SAFETY: it was not the last.
            entry = unsafe { entry.add(1) };
        }
        let has_count = tables.hash != 0 || tables.gnu_hash != 0;
        (has_count && tables.symbols != 0 && tables.strings != 0).then_some(tables)
    }

    fn symbol(&self, index: usize) -> (&Symbol, &[u8]) {
        // SAFETY: callers know that the table has it; its name lies in the string table.
        unsafe {
            let symbol = &*(self.symbols as *const Symbol).add(index);
            let name = (self.strings + symbol.name as usize) as *const _;
            (symbol, CStr::from_ptr(name).to_bytes())
        }
    }

    /// A word of one of the hash tables.
    fn word(table: usize, at: usize) -> usize {
        // SAFETY: callers stay within the table.
        unsafe { *(table as *const u32).add(at) as usize }
    }

    fn import(&self, names: &[&str]) -> bool {
        // Undefined symbols are not hashed, so they come before the first symbol that is: the second word of that table. The
        // older table says how many there are at all.
        let table = if self.gnu_hash != 0 {
            self.gnu_hash
        } else {
            self.hash
        };
        (0..Self::word(table, 1)).any(|index| {
            let (symbol, name) = self.symbol(index);
            symbol.section == 0 && names.iter().any(|n| n.as_bytes() == name)
        })
    }

    fn define(&self, wanted: &[u8]) -> bool {
        let is_it = |index: usize| {
            let (symbol, name) = self.symbol(index);
            symbol.section != 0 && name == wanted
        };
        if self.gnu_hash == 0 {
            return (0..Self::word(self.hash, 1)).any(is_it);
        }
        let table = self.gnu_hash;
        let [buckets, first, filters] = [0, 1, 2].map(|at| Self::word(table, at));
        if buckets == 0 {
            return false;
        }
        let hash = wanted.iter().fold(5381u32, |hash, &byte| {
            hash.wrapping_mul(33).wrapping_add(u32::from(byte))
        });
        // Four words, filters of 64 bits, the buckets, and a word for each hashed symbol.
        let at = 4 + 2 * filters;
        let mut index = Self::word(table, at + hash as usize % buckets);
        while index >= first {
            let word = Self::word(table, at + buckets + index - first) as u32;
            if word | 1 == hash | 1 && is_it(index) {
                return true;
            }
            // The last of its bucket.
            if word & 1 != 0 {
                break;
            }
            index += 1;
        }
        false
    }
}
