//! How the images' counters get into the map.
//!
//! The map's pages are mapped over a counter section that has pages of its own. Other sections, and all sections if the
//! kernel refuses to remap, are copied into their place in the map at the end of a run ([`crate::copy`]).

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::contexts::Contexts;
use crate::image::{self, Image, Link};
use crate::{copy, layout, map, sys};

/// Whether the kernel can map shared pages over others.
static REMAPPABLE: AtomicBool = AtomicBool::new(false);

/// Maps the map over the counters of all images.
pub fn lay_over() {
    // A remapping may fail after it has unmapped the old pages, so it is tried elsewhere first.
    if let Some(trial) = sys::duplicate(map::address() as usize, sys::PAGE) {
        // SAFETY: it was made for this.
        unsafe { sys::unmap(trial, sys::PAGE) };
        REMAPPABLE.store(true, Relaxed);
    }
    image::all().iter().for_each(lay);
    map::mark();
}

/// Connects an image's counters with their place in the map. Their values so far are lost: they come from constructors,
/// and are the same in every run.
fn lay(image: &Image) {
    let (start, offset) = (image.start(), image.offset());
    let len = image.stop() - start;
    let room = map::room_at(offset);
    map::note_too_small(room < len);
    if room == 0 {
        return image.set_link(Link::None);
    }
    if REMAPPABLE.load(Relaxed) && image.owns_its_pages() && sys::is_page_aligned(offset) {
        let from = map::address() as usize + offset;
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

/// Adds an image that was loaded after the constructor ran. Returns it if it has a place in the map.
pub fn add(start: usize, stop: usize) -> Option<&'static Image> {
    if start >= stop || image::permanent(start, stop).is_some() {
        return None;
    }
    let identity = image::identity(start, stop);
    let image = image::register_late(start, stop, identity)?;
    let contexts = Contexts::new(core::iter::once(image));
    if !layout::find_place(image, identity, contexts.size()) {
        return None;
    }
    lay(image);
    if map::is_paused() {
        mask(image);
    }
    let rows = image.records().rows();
    let limit = rows.end.min(map::size());
    let all_fit = contexts.hand_out(map::rows_address(), rows.start, limit);
    map::note_too_small(!all_fit && limit < rows.end);
    Some(image)
}

/// Warns on stderr about what slows runs down or hides edges.
pub fn report() {
    if map::is_too_small() {
        let mut line = sys::Line::new();
        line.text("fz: the fuzzer's map is too small: ");
        line.number(map::size());
        line.text(" bytes, but the program needs ");
        line.number(layout::announced());
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

/// Copies counters into the map where needed: a run, or a part of it, has ended.
pub fn flush() {
    copy::flush();
}

/// Resets all counters.
pub fn clear() {
    let size = layout::announced().min(map::size());
    // SAFETY: the map is that large.
    unsafe { map::address().write_bytes(0, size) };
    restart();
}

/// A test case begins: the fuzzer clears the map, this clears counters that are outside it.
pub fn restart() {
    image::all()
        .iter()
        .filter(|image| image.link() == Link::Copied)
        .for_each(copy::clear);
    map::mark();
}

/// Disconnects the counters from the map for good. Running functions hold addresses of rows, so private memory is
/// mapped in the map's place.
pub fn release() {
    for image in image::all() {
        mask(image);
        image.set_link(Link::None);
    }
    // SAFETY: the map, in which we have nothing left to do.
    unsafe { sys::replace_by_zeros(map::rows_address(), map::size()) };
}

/// Makes the program count into private memory. What it has counted so far stays in the map, however the process ends.
pub fn pause() {
    if map::is_paused() {
        return;
    }
    copy::flush();
    map::set_paused(true);
    let (rows, size) = (map::rows_address(), map::size());
    // From here on the runtime uses a second mapping, because the program's rows point into the first. (If the kernel
    // refuses that, call-site contexts go on counting.)
    if map::address() as usize == rows
        && let Some(second) = sys::duplicate(rows, size)
    {
        map::move_to(second);
    }
    if map::address() as usize != rows {
        // SAFETY: the map is still there at its second place.
        unsafe { sys::replace_by_zeros(rows, size) };
    }
    image::all().iter().for_each(mask);
}

/// Maps private memory over the map's pages.
fn mask(image: &Image) {
    if image.link() == Link::Mapped && image.is_loaded() {
        // SAFETY: the pages hold nothing but this image's counters, which are in the map as well.
        unsafe { sys::replace_by_zeros(image.start(), image.stop() - image.start()) };
    }
}

/// Makes the program count into the map again, continuing the counts from before the pause.
pub fn resume() {
    if !map::is_paused() {
        return;
    }
    let (rows, size) = (map::rows_address(), map::size());
    if map::address() as usize != rows {
        // SAFETY: what is there now was counted while it did not count.
        unsafe { sys::duplicate_over(map::address() as usize, size, rows) };
    }
    for image in image::all() {
        match image.link() {
            Link::Mapped if image.is_loaded() => lay(image),
            Link::Copied => copy::restore(image),
            _ => {}
        }
    }
    map::set_paused(false);
}
