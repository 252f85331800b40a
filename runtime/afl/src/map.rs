//! The fuzzer's map, and how the images' counters come into it.
//!
//! ```text
//! offset 0      the executable's section; its first byte is the head, AFL's own
//! page-aligned  the section of each library that is there at start
//!               the rows of call-site contexts
//! page-aligned  room for libraries that are loaded later, if the program can do that: the section of each, then the
//!               rows for the calls within it
//! ```
//! A section that does not own its pages, or all of them where the kernel refuses the remapping, is
//! copied at the end of a run (`copy`); it has its place in the map all the same.

use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::Relaxed};

use fz_abi::afl::{classic, ijon::ALIGN};
use fz_abi::angora;
use fz_abi::map::{DLOPEN_ROOM, DLOPEN_ROOM_ENV, HEAD};

use crate::contexts::Layout;
use crate::image::{self, Image, Link};
use crate::{ANGORA, CLASSIC, check, copy, environment, ijon, segment, server, slots, sys};

/// Where this runtime reads and writes it.
static MAP: AtomicPtr<u8> = AtomicPtr::new(null_mut());
/// Where tokens point into it: the same, until the program has paused for the first time.
static TOKENS: AtomicUsize = AtomicUsize::new(0);
/// Whether what the program counts goes nowhere at the moment.
static PAUSED: AtomicBool = AtomicBool::new(false);
/// What of it may be touched.
static SIZE: AtomicUsize = AtomicUsize::new(0);
/// The end of the last image's counters, and of all rows so far.
static END: AtomicUsize = AtomicUsize::new(HEAD);
/// Where the rows of the images lie that were there from the start.
static ROWS: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];
/// What the fuzzer was told, 0 before.
static ANNOUNCED: AtomicUsize = AtomicUsize::new(0);
static ROOM: AtomicUsize = AtomicUsize::new(0);
static REMAPPABLE: AtomicBool = AtomicBool::new(false);
static TOO_SMALL: AtomicBool = AtomicBool::new(false);

/// Attaches the fuzzer's segment. If that fails a listening fuzzer is told, and the program ends;
/// else it runs on, as if nobody watched.
pub fn attach() -> bool {
    match segment::attach(&environment::MAP) {
        Ok(segment) => {
            set(segment.address, segment.size);
            true
        }
        Err(code) => {
            server::report_error(code);
            false
        }
    }
}

/// Attaches memory that is as large as a fuzzer's would have to be.
pub fn attach_own() -> bool {
    lay_out();
    let size = sys::page_up(announce());
    let Some(memory) = sys::map_shared(None, size) else {
        return false;
    };
    set(memory, size);
    true
}

fn set(memory: NonNull<u8>, size: usize) {
    MAP.store(memory.as_ptr(), Relaxed);
    TOKENS.store(memory.as_ptr() as usize, Relaxed);
    SIZE.store(size, Relaxed);
}

/// Gives every image that has registered its place, and every function its rows.
pub fn lay_out() {
    let (start, stop) = (sys::bounds::counters_start(), sys::bounds::counters_stop());
    if start != 0 {
        image::register(start, stop);
    }
    END.store(HEAD, Relaxed);
    let is_own = |image: &&Image| start != 0 && image.start() == start;
    let own = image::all().iter().filter(is_own);
    let others = image::all().iter().filter(|image| !is_own(image));
    let images = own.chain(others);
    images.clone().for_each(place);

    let rows = END.load(Relaxed);
    let layout = Layout::new(images);
    END.fetch_add(layout.size(), Relaxed);
    ROWS[0].store(rows, Relaxed);
    ROWS[1].store(END.load(Relaxed), Relaxed);
    // Without a map this is about its size.
    if !address().is_null() {
        let size = SIZE.load(Relaxed);
        let all_fit = layout.hand_out(TOKENS.load(Relaxed), rows, size);
        TOO_SMALL.fetch_or(!all_fit, Relaxed);
    }
}

/// Gives an image the next free place.
fn place(image: &Image) {
    let free = END.load(Relaxed);
    let (start, stop) = (image.start(), image.stop());
    // An END_SYMBOL that is not in this image's section belongs to another or does not exist.
    let counters_end = sys::bounds::counters_end();
    let end = if (start..stop).contains(&counters_end) {
        counters_end
    } else {
        stop
    };
    let offset = if start == sys::bounds::map_head() {
        0
    } else if image.owns_its_pages() {
        sys::page_up(free)
    } else {
        free
    };
    image.set_offset(offset);
    END.store(offset + (end - start), Relaxed);
}

/// Lays the map over all images.
pub fn lay_over() {
    // The second step of a remapping takes the old pages away before it can fail. So see first,
    // elsewhere, whether the kernel does this at all.
    if let Some(trial) = sys::duplicate(address() as usize, sys::PAGE) {
        // SAFETY: it was made for this.
        unsafe { sys::unmap(trial, sys::PAGE) };
        REMAPPABLE.store(true, Relaxed);
    }
    image::all().iter().for_each(lay);
    mark();
}

/// Connects an image's counters with their place in the map. Their values so far are lost: they come
/// from constructors, and are the same in every run.
fn lay(image: &Image) {
    let (start, offset) = (image.start(), image.offset());
    let len = image.stop() - start;
    let room = room_at(offset);
    if room < len {
        TOO_SMALL.store(true, Relaxed);
    }
    if room == 0 {
        return image.set_link(Link::None);
    }
    if REMAPPABLE.load(Relaxed) && image.owns_its_pages() && sys::is_page_aligned(offset) {
        let from = address() as usize + offset;
        // SAFETY: the pages hold nothing but this image's counters.
        unsafe {
            if sys::duplicate_over(from, len.min(room), start) {
                return image.set_link(Link::Mapped);
            }
            sys::replace_by_zeros(start, len);
        }
    }
    copy::clear(image);
    image.set_link(Link::Copied);
    copy::arm();
}

/// An image that was loaded after the constructor has run.
pub fn add(start: usize, stop: usize) {
    if start >= stop || image::permanent(start, stop).is_some() {
        return;
    }
    let identity = image::identity(start, stop);
    let Some(image) = image::register_late(start, stop, identity) else {
        return;
    };
    let layout = Layout::new(core::iter::once(image));
    if !find_place(image, identity, layout.size()) {
        return;
    }
    lay(image);
    if is_paused() {
        mask(image);
    }
    let rows = image.contexts().rows();
    let limit = rows.end.min(SIZE.load(Relaxed));
    let all_fit = layout.hand_out(TOKENS.load(Relaxed), rows.start, limit);
    TOO_SMALL.fetch_or(!all_fit && limit < rows.end, Relaxed);
    check::forget(image);
}

/// Sees to a place for an image that was loaded after the constructor has run, and for so many bytes of rows. False if
/// there is none; rows may have to stay without.
fn find_place(image: &Image, identity: u32, rows: usize) -> bool {
    // One that was here before keeps its place, also one from before the fork.
    let has_place = image.offset() != 0;
    if has_place && rows <= image.contexts().rows().len() {
        return true;
    }
    if ANNOUNCED.load(Relaxed) == 0 {
        if !has_place {
            place(image);
        }
        let from = END.fetch_add(rows, Relaxed);
        image.contexts().set_rows(from, from + rows);
        return true;
    }
    let section = sys::page_up(image.stop() - image.start());
    let claim = |size: usize| {
        let room = ROOM.load(Relaxed) / sys::PAGE;
        let page = slots::claim(identity, sys::page_up(size) / sys::PAGE, room)?;
        Ok(sys::page_up(END.load(Relaxed)) + page * sys::PAGE)
    };
    match claim(section + rows) {
        Ok(offset) => {
            image.set_offset(offset);
            let from = offset + section;
            image.contexts().set_rows(from, from + rows);
            true
        }
        Err(pages) => {
            let alone = if has_place || rows == 0 {
                None
            } else {
                claim(section).ok()
            };
            if let Some(offset) = alone {
                image.set_offset(offset);
            }
            let is_seen = has_place || alone.is_some();
            complain_about_room(pages, is_seen);
            is_seen
        }
    }
}

fn complain_about_room(pages: usize, is_seen: bool) {
    if slots::may_complain() {
        let mut line = sys::Line::new();
        line.text(if is_seen {
            "fz: the map has no room for the call-site contexts of a library that was loaded later: "
        } else {
            "fz: the map has no room for a library that was loaded later, its edges are not seen: "
        });
        line.text(DLOPEN_ROOM_ENV.to_str().unwrap_or_default());
        line.text("=");
        line.number(pages * sys::PAGE);
        line.text(" makes room for those so far");
        line.write(sys::STDERR);
    }
}

/// The map's size, which is final from now on.
pub fn announce() -> usize {
    let announced = ANNOUNCED.load(Relaxed);
    if announced != 0 {
        return announced;
    }
    let end = END.load(Relaxed);
    let default_room = || {
        if image::import_dlopen() {
            DLOPEN_ROOM
        } else {
            0
        }
    };
    let room = environment::dlopen_room().unwrap_or_else(default_room);
    let room = sys::page_up(room.min(slots::MOST_PAGES * sys::PAGE));
    let room = match limit() {
        Some(limit) => room.min(limit.saturating_sub(sys::page_up(end))),
        None => room,
    };
    let size = if room == 0 {
        end
    } else {
        sys::page_up(end) + room
    };
    if room != 0 {
        slots::create();
    }
    let size = with_ijon(size);
    ROOM.store(room, Relaxed);
    ANNOUNCED.store(size, Relaxed);
    size
}

/// The one size of the fuzzer's map.
fn limit() -> Option<usize> {
    if CLASSIC {
        Some(classic::MAP_SIZE)
    } else if ANGORA && environment::MAP.is_set() {
        Some(angora::TABLE_SIZE)
    } else {
        None
    }
}

/// Puts IJON's areas behind so many bytes, if the program uses it.
fn with_ijon(size: usize) -> usize {
    let areas = ijon::size();
    if areas == 0 {
        return size;
    }
    let from = size.next_multiple_of(ALIGN);
    // Without a map this is about its size.
    if !address().is_null() {
        if from + areas <= SIZE.load(Relaxed) {
            ijon::attach(address().wrapping_add(from));
        } else {
            TOO_SMALL.store(true, Relaxed);
        }
    }
    from + areas
}

/// What a person should know who wonders why something is slow or missing.
pub fn report() {
    if environment::has_no_map() {
        return;
    }
    if TOO_SMALL.load(Relaxed) {
        let mut line = sys::Line::new();
        line.text("fz: the fuzzer's map is too small: ");
        line.number(SIZE.load(Relaxed));
        line.text(" bytes, but the program needs ");
        line.number(ANNOUNCED.load(Relaxed));
        line.text("; the edges beyond are not seen");
        line.write(sys::STDERR);
    }
    let is_copied = |image: &Image| image.link() == Link::Copied;
    if image::all().iter().any(is_copied) {
        let mut line = sys::Line::new();
        line.text(if REMAPPABLE.load(Relaxed) {
            "fz: counters do not own their pages (linked without fz's linker script?)"
        } else {
            "fz: the kernel or a sandbox refuses to remap shared memory"
        });
        line.text(": they are copied at the end of each run; runs that are killed show nothing");
        line.write(sys::STDERR);
    }
}

/// The attached map, else null.
pub fn address() -> *mut u8 {
    MAP.load(Relaxed)
}

/// Bytes of the attached map.
pub fn size() -> usize {
    SIZE.load(Relaxed)
}

fn room_at(offset: usize) -> usize {
    SIZE.load(Relaxed).saturating_sub(offset)
}

/// The place of an image in the map, and how much of it there is.
pub fn place_of(image: &Image) -> Option<(NonNull<u8>, usize)> {
    let len = room_at(image.offset()).min(image.stop() - image.start());
    // SAFETY: the offset lies in the map if there is room at it.
    let address = NonNull::new(unsafe { address().add(image.offset()) })?;
    (len != 0).then_some((address, len))
}

/// Fuzzers take a map without a single hit for a program without instrumentation.
pub fn mark() {
    // What `fz cov collect` says there stays.
    if head() == 0 {
        set_head(1);
    }
}

pub fn head() -> u8 {
    // SAFETY: an attached map has at least one byte, and the first belongs to no counter.
    unsafe { address().read_volatile() }
}

pub fn set_head(value: u8) {
    // SAFETY: as above.
    unsafe { address().write_volatile(value) };
}

/// Forgets what was counted so far.
pub fn clear() {
    let size = ANNOUNCED.load(Relaxed).min(SIZE.load(Relaxed));
    // SAFETY: the map is that large.
    unsafe { address().write_bytes(0, size) };
    restart();
}

/// Counts from zero in a map that the fuzzer clears.
pub fn restart() {
    image::all()
        .iter()
        .filter(|image| image.link() == Link::Copied)
        .for_each(copy::clear);
    ijon::restart();
    mark();
}

/// Takes the map away from the counters. Tokens stay, for functions that are running hold some; they lead to memory
/// that nobody reads.
pub fn release() {
    for image in image::all() {
        if image.link() == Link::Mapped && image.is_loaded() {
            // SAFETY: the pages hold nothing but this image's counters, and no one reads these.
            unsafe { sys::replace_by_zeros(image.start(), image.stop() - image.start()) };
        }
        image.set_link(Link::None);
    }
    // SAFETY: the map, in which we have nothing left to do.
    unsafe { sys::replace_by_zeros(TOKENS.load(Relaxed), SIZE.load(Relaxed)) };
}

pub fn is_paused() -> bool {
    PAUSED.load(Relaxed)
}

/// Lets the program count into memory that nobody reads. What it has counted so far stays in the map, whatever becomes
/// of the process.
pub fn pause() {
    if is_paused() {
        return;
    }
    copy::flush();
    PAUSED.store(true, Relaxed);
    let (tokens, size) = (TOKENS.load(Relaxed), SIZE.load(Relaxed));
    // From here on the map is at a second place, for the first is where tokens lead to. (Where the kernel refuses that,
    // call-site contexts count on.)
    if address() as usize == tokens
        && let Some(second) = sys::duplicate(tokens, size)
    {
        MAP.store(second as *mut u8, Relaxed);
    }
    if address() as usize != tokens {
        // SAFETY: the map is still there at its second place.
        unsafe { sys::replace_by_zeros(tokens, size) };
    }
    image::all().iter().for_each(mask);
}

/// Takes the map away from an image's counters, until `resume`.
fn mask(image: &Image) {
    if image.link() == Link::Mapped && image.is_loaded() {
        // SAFETY: the pages hold nothing but this image's counters, which are in the map as well.
        unsafe { sys::replace_by_zeros(image.start(), image.stop() - image.start()) };
    }
}

/// Lets the program count into the map again, on from where it paused.
pub fn resume() {
    if !is_paused() {
        return;
    }
    let (tokens, size) = (TOKENS.load(Relaxed), SIZE.load(Relaxed));
    if address() as usize != tokens {
        // SAFETY: what is there now was counted while it did not count.
        unsafe { sys::duplicate_over(address() as usize, size, tokens) };
    }
    for image in image::all() {
        match image.link() {
            Link::Mapped if image.is_loaded() => lay(image),
            Link::Copied => copy::restore(image),
            _ => {}
        }
    }
    PAUSED.store(false, Relaxed);
}

/// Where a counter counts.
pub enum Spot {
    At(usize),
    /// Nowhere: the map has no room for its image.
    Unseen,
    /// It is none of a known image's, and in no row.
    Unknown,
}

/// Where in the map the byte at `counter` counts.
pub fn spot_of(counter: usize) -> Spot {
    let has = |image: &&Image| (image.start()..image.stop()).contains(&counter);
    let mut of_images = image::all().iter().filter(has);
    if let Some(image) = of_images.clone().find(|image| image.link() != Link::None) {
        let at = image.offset() + (counter - image.start());
        return if at < SIZE.load(Relaxed) {
            Spot::At(at)
        } else {
            Spot::Unseen
        };
    }
    if of_images.next().is_some() {
        return Spot::Unseen;
    }
    let at = counter.wrapping_sub(TOKENS.load(Relaxed));
    let is_in_rows = (ROWS[0].load(Relaxed)..ROWS[1].load(Relaxed)).contains(&at)
        || image::all()
            .iter()
            .any(|image| image.contexts().rows().contains(&at));
    if is_in_rows && at < SIZE.load(Relaxed) {
        Spot::At(at)
    } else {
        Spot::Unknown
    }
}
