//! The instrumented images of this process: their counters, and what the dynamic linker knows about them.

use core::ffi::CStr;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

use fz_abi::map::DLOPEN_IMPORTS;

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
    hash.0.max(1)
}

/// FNV-1a.
struct Hash(u32);

impl Hash {
    fn new() -> Hash {
        Hash(0x811c_9dc5)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}

/// Whether the executable or an instrumented library can load further libraries.
pub fn import_dlopen() -> bool {
    let mut found = false;
    let mut is_executable = true;
    sys::for_each_image(|image| {
        let is_ours = is_executable
            || all()
                .iter()
                .any(|counters| contains(image, counters.start()));
        is_executable = false;
        found = is_ours && imports_dlopen(image);
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

/// Searches the image's undefined dynamic symbols.
fn imports_dlopen(image: &sys::LoadedImage) -> bool {
    const DT_HASH: usize = 4;
    const DT_STRTAB: usize = 5;
    const DT_SYMTAB: usize = 6;
    const DT_GNU_HASH: usize = 0x6fff_fef5;

    #[repr(C)]
    struct Symbol {
        name: u32,
        info: u8,
        other: u8,
        section: u16,
        value: usize,
        size: usize,
    }

    let Some(dynamic) = image
        .headers()
        .iter()
        .find(|header| header.kind == PT_DYNAMIC)
    else {
        return false;
    };
    let (mut hash, mut gnu_hash, mut strings, mut symbols) = (0, 0, 0, 0);
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
            DT_HASH => hash = address,
            DT_STRTAB => strings = address,
            DT_SYMTAB => symbols = address,
            DT_GNU_HASH => gnu_hash = address,
            _ => {}
        }
        // SAFETY: it was not the last.
        entry = unsafe { entry.add(1) };
    }
    // Undefined symbols are not hashed, so they come before the first symbol that is.
    let count_at = if gnu_hash != 0 { gnu_hash } else { hash };
    if count_at == 0 || symbols == 0 || strings == 0 {
        return false;
    }
    // SAFETY: the second word of either table: the first hashed symbol, or the number of symbols.
    let count = unsafe { *(count_at as *const u32).add(1) };
    (0..count as usize).any(|index| {
        // SAFETY: the symbol table has at least that many entries; names lie in the string table.
        let (symbol, name) = unsafe {
            let symbol = &*(symbols as *const Symbol).add(index);
            (
                symbol,
                CStr::from_ptr((strings + symbol.name as usize) as *const _),
            )
        };
        symbol.section == 0
            && DLOPEN_IMPORTS
                .iter()
                .any(|import| name.to_bytes() == import.as_bytes())
    })
}
