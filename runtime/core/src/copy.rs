//! Counters that cannot share pages with the map are copied into it when a run ends: at exit, when a signal kills the
//! program, and after each iteration of a persistent loop.

use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::image::{self, Image, Link};
use crate::map;
use crate::sys::{self, Disposition};

/// The signals that terminate a program by default and that a run may receive.
const FATAL: [c_int; 11] = [
    sys::SIGILL,
    sys::SIGTRAP,
    sys::SIGABRT,
    sys::SIGBUS,
    sys::SIGFPE,
    sys::SIGSEGV,
    sys::SIGTERM,
    sys::SIGXCPU,
    sys::SIGXFSZ,
    sys::SIGSYS,
    sys::SIGALRM,
];

static ARMED: AtomicBool = AtomicBool::new(false);

/// Installs handlers, so that counters are copied when a signal ends the run. Handlers of the program or of a sanitizer
/// are kept.
pub fn arm() {
    if ARMED.swap(true, Relaxed) {
        return;
    }
    for signal in FATAL {
        if sys::signal_disposition(signal).is_some_and(|old| old.is_default()) {
            sys::set_signal_disposition(signal, &Disposition::once(die));
        }
    }
    sys::at_sanitizer_death(flush_in_handler);
}

/// The signal's default action is restored by now: lets it happen.
extern "C" fn die(signal: c_int) -> ! {
    flush_in_handler();
    sys::raise_in_thread(signal);
    sys::exit(128 + signal)
}

extern "C" fn flush_in_handler() {
    if map::is_paused() {
        return;
    }
    image::all()
        .iter()
        .filter(|image| image.link() == Link::Copied)
        .for_each(copy);
}

/// Copies all counters. Not for signal handlers, because it asks which libraries are still loaded.
pub fn flush() {
    if map::is_paused() {
        return;
    }
    image::all()
        .iter()
        .filter(|image| image.link() == Link::Copied && image.is_loaded())
        .for_each(copy);
}

fn copy(image: &Image) {
    let Some((to, len)) = map::place_of(image) else {
        return;
    };
    let mut buffer = [0; 1024];
    for done in (0..len).step_by(buffer.len()) {
        let from = image.start() + done;
        let part = &mut buffer[..(len - done).min(1024)];
        if image.may_be_unloaded() {
            let got = sys::read_if_mapped(from, part);
            part[got..].fill(0);
        } else {
            // SAFETY: images that were there from the start stay.
            unsafe {
                part.as_mut_ptr()
                    .copy_from_nonoverlapping(from as *const u8, part.len())
            };
        }
        for (index, &count) in part.iter().enumerate() {
            // SAFETY: `len` bytes of the map are there. Several processes of a run may copy into it, each continuing
            // the counts that it had when it was forked, so the larger count is the right one.
            unsafe {
                let to = to.as_ptr().add(done + index);
                *to = (*to).max(count);
            }
        }
    }
}

/// Sets the counters to what the map has. Not for signal handlers.
pub fn restore(image: &Image) {
    if let Some((from, len)) = map::place_of(image)
        && image.is_loaded()
    {
        // SAFETY: the image's counters, which are there, and so many bytes of the map.
        unsafe { (image.start() as *mut u8).copy_from_nonoverlapping(from.as_ptr(), len) };
    }
}

/// Clears the counters. Not for signal handlers.
pub fn clear(image: &Image) {
    if image.is_loaded() {
        // SAFETY: the image's counters, which are there.
        unsafe { (image.start() as *mut u8).write_bytes(0, image.stop() - image.start()) };
    }
}
