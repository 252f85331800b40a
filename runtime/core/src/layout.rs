//! The place of each image in the map (`fz_abi::map` computes it), and the size that is announced to the fuzzer.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use fz_abi::map::{Counters, DLOPEN_ROOM, DLOPEN_ROOM_ENV, Extra, HEAD, Layout, page_up};

use crate::contexts::Contexts;
use crate::image::{self, Image, Link};
use crate::segment::Segment;
use crate::{environment, map, slots, sys};

/// The end of the last image's counters, and of all rows so far.
static END: AtomicUsize = AtomicUsize::new(HEAD);
/// Bounds of the rows of images present at start.
static ROWS: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];
/// The announced size; 0 before it is announced.
static ANNOUNCED: AtomicUsize = AtomicUsize::new(0);
/// Bytes for later libraries.
static ROOM: AtomicUsize = AtomicUsize::new(0);
/// Where the protocol's areas begin; 0 without them.
static AREAS: AtomicUsize = AtomicUsize::new(0);

/// What a protocol needs of the map.
#[derive(Clone, Copy, Debug, Default)]
pub struct Demand {
    /// Bytes for areas of its own, after the counters.
    pub areas: usize,
    /// The least size of the map.
    pub least: usize,
    /// The fixed size of the fuzzer's map, if it has one.
    pub limit: Option<usize>,
}

/// Places all registered images and the rows of all functions.
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

    let contexts = Contexts::new(images);
    let rows = place_rows(contexts.size());
    ROWS[0].store(rows.start, Relaxed);
    ROWS[1].store(rows.end, Relaxed);
    // Without a map, only its size is of interest.
    if map::is_attached() {
        let all_fit = contexts.hand_out(map::rows_address(), rows.start, map::size());
        map::note_too_small(!all_fit);
    }
}

fn laid_out() -> Layout {
    Layout::from_end(END.load(Relaxed))
}

/// Places an image at the next free offset.
fn place(image: &Image) {
    let (start, stop) = (image.start(), image.stop());
    // An END_SYMBOL outside this image's section belongs to another image, or does not exist.
    let counters_end = sys::bounds::counters_end();
    let end = if (start..stop).contains(&counters_end) {
        counters_end
    } else {
        stop
    };
    let mut layout = laid_out();
    let place = layout.place(Counters {
        size: end - start,
        has_head: start == sys::bounds::map_head(),
        owns_pages: image.owns_its_pages(),
    });
    image.set_offset(place.start);
    END.store(layout.end(), Relaxed);
}

fn place_rows(size: usize) -> core::ops::Range<usize> {
    let mut layout = laid_out();
    let rows = layout.place_rows(size);
    END.store(layout.end(), Relaxed);
    rows
}

/// Finds a place for an image that was loaded after the constructor ran, and for this many bytes of rows. Returns false
/// if there is none; rows may be left out.
pub fn find_place(image: &Image, identity: u32, rows: usize) -> bool {
    // An image that was loaded before keeps its place, even one from before the fork.
    let has_place = image.offset() != 0;
    if has_place && rows <= image.records().rows().len() {
        return true;
    }
    if ANNOUNCED.load(Relaxed) == 0 {
        if !has_place {
            place(image);
        }
        let rows = place_rows(rows);
        image.records().set_rows(rows.start, rows.end);
        return true;
    }
    let section = page_up(image.stop() - image.start());
    let claim = |size: usize| {
        let room = ROOM.load(Relaxed) / sys::PAGE;
        let page = slots::claim(identity, page_up(size) / sys::PAGE, room)?;
        Ok(laid_out().room() + page * sys::PAGE)
    };
    match claim(section + rows) {
        Ok(offset) => {
            image.set_offset(offset);
            let from = offset + section;
            image.records().set_rows(from, from + rows);
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

/// The map's size, final from now on: later demands do not change it.
pub fn announce(demand: Demand) -> usize {
    let announced = announced();
    if announced != 0 {
        return announced;
    }
    let default_room = || {
        if image::may_load_others() {
            DLOPEN_ROOM
        } else {
            0
        }
    };
    let libraries = environment::dlopen_room().unwrap_or_else(default_room);
    let map = laid_out().finish(Extra {
        libraries: libraries.min(slots::MOST_PAGES * sys::PAGE),
        areas: demand.areas,
        least: demand.least,
        limit: demand.limit,
    });
    if !map.room.is_empty() {
        slots::create();
    }
    // Without a map, only its size is of interest.
    if !map.areas.is_empty() && map::is_attached() {
        if map.areas.end <= map::size() {
            AREAS.store(map.areas.start, Relaxed);
        } else {
            map::note_too_small(true);
        }
    }
    ROOM.store(map.room.len(), Relaxed);
    ANNOUNCED.store(map.size, Relaxed);
    map.size
}

/// The announced size; 0 before it is announced.
pub fn announced() -> usize {
    ANNOUNCED.load(Relaxed)
}

/// The protocol's areas, if the map had room for them when its size was announced.
pub fn areas() -> Option<NonNull<u8>> {
    let offset = AREAS.load(Relaxed);
    let areas = NonNull::new(map::address().wrapping_add(offset));
    areas.filter(|_| offset != 0)
}

/// Attaches private memory, as large as a fuzzer's map would be. Returns false if that fails.
pub fn attach_own(demand: Demand) -> bool {
    lay_out();
    let size = page_up(announce(demand));
    let Some(address) = sys::map_shared(None, size) else {
        return false;
    };
    map::attach(&Segment { address, size });
    true
}

/// Where a counter is counted.
pub enum Spot {
    /// At this offset of the map.
    At(usize),
    /// Nowhere: the map has no room for its image.
    Unseen,
    /// It belongs to no known image, and to no row.
    Unknown,
}

/// Where in the map the counter at this address is counted.
pub fn spot_of(counter: usize) -> Spot {
    let has = |image: &&Image| (image.start()..image.stop()).contains(&counter);
    let mut of_images = image::all().iter().filter(has);
    if let Some(image) = of_images.clone().find(|image| image.link() != Link::None) {
        let at = image.offset() + (counter - image.start());
        return if at < map::size() {
            Spot::At(at)
        } else {
            Spot::Unseen
        };
    }
    if of_images.next().is_some() {
        return Spot::Unseen;
    }
    let at = counter.wrapping_sub(map::rows_address());
    let is_in_rows = (ROWS[0].load(Relaxed)..ROWS[1].load(Relaxed)).contains(&at)
        || image::all()
            .iter()
            .any(|image| image.records().rows().contains(&at));
    if is_in_rows && at < map::size() {
        Spot::At(at)
    } else {
        Spot::Unknown
    }
}
