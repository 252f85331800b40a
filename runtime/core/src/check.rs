//! Checks that every counter counts one edge in one context. `check` builds report each execution of an edge with its
//! counter; no two edges may have the same one.
//!
//! Each byte of the map stores the identity of the first edge that counted there. Nothing here blocks: a second thread
//! compares its edge with as much as the first has written.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering::Relaxed};

use fz_abi::contexts::CHECK_ENV;

use crate::image::Image;
use crate::layout::{self, Spot};
use crate::{environment, map, sys};

/// The most findings that a process reports.
const MOST: usize = 100;

/// An edge, and the call site of its function if the counter belongs to a call-site context. 0: nothing yet.
struct Identity {
    edge: AtomicU64,
    site: AtomicU64,
}

/// One per byte of the map; null if no checks were asked for.
static IDENTITIES: AtomicPtr<Identity> = AtomicPtr::new(null_mut());
static EXECUTIONS: AtomicUsize = AtomicUsize::new(0);
/// The counters already reported.
static FOUND: [AtomicUsize; MOST] = [const { AtomicUsize::new(0) }; MOST];

/// Stands for an identity of 0.
const ZERO: u64 = u64::MAX;

/// Starts checking if that was asked for. Must be called after the map is attached.
pub fn start() {
    if !is_wanted() {
        return;
    }
    if let Some(memory) = sys::map_private(map::size() * size_of::<Identity>()) {
        IDENTITIES.store(memory.as_ptr().cast(), Relaxed);
    }
}

fn identities() -> Option<&'static [Identity]> {
    let identities = IDENTITIES.load(Relaxed);
    if identities.is_null() {
        return None;
    }
    // SAFETY: mapped for that many, zeros at first, and never unmapped.
    Some(unsafe { core::slice::from_raw_parts(identities, map::size()) })
}

/// Whether checks were asked for.
pub fn is_wanted() -> bool {
    environment::CHECK.is_set()
}

/// The counter of `edge` is about to count a call from `site`.
pub fn count(counter: usize, edge: u64, site: u64) {
    if let Some(identities) = identities() {
        EXECUTIONS.fetch_add(1, Relaxed);
        check(identities, counter, edge, site);
    }
}

fn check(identities: &[Identity], counter: usize, edge: u64, site: u64) {
    let at = match layout::spot_of(counter) {
        Spot::At(at) => at,
        Spot::Unseen => return,
        Spot::Unknown => {
            return report(counter, |line| {
                line.text("a counter outside of the map: ");
                line.hex(counter as u64);
                line.text(", of ");
                name(line, edge, site);
            });
        }
    };
    let first = &identities[at];
    if !(is_or_becomes(&first.edge, edge) && is_or_becomes(&first.site, site)) {
        report(counter, |line| {
            line.text("a counter of two: ");
            line.number(at);
            line.text(", of ");
            name(line, first.edge.load(Relaxed), first.site.load(Relaxed));
            line.text(" and ");
            name(line, edge, site);
        });
    }
}

fn is_or_becomes(word: &AtomicU64, value: u64) -> bool {
    let value = if value == 0 { ZERO } else { value };
    let old = word.compare_exchange(0, value, Relaxed, Relaxed);
    old.is_ok() || old == Err(value)
}

fn name(line: &mut sys::Line, edge: u64, site: u64) {
    for (text, number) in [("edge ", edge), (" site ", site)] {
        line.text(text);
        line.hex(if number == ZERO { 0 } else { number });
    }
}

/// Reports a finding about a counter, unless the counter was reported before.
fn report(counter: usize, finding: impl FnOnce(&mut sys::Line)) {
    for found in &FOUND {
        match found.compare_exchange(0, counter, Relaxed, Relaxed) {
            Ok(_) => return note("/findings-", finding),
            Err(known) if known == counter => return,
            Err(_) => {}
        }
    }
}

/// At the end of a process: reports how much was checked.
pub fn summarise() {
    let Some(identities) = identities() else {
        return;
    };
    let is_taken = |identity: &&Identity| identity.edge.load(Relaxed) != 0;
    note("/summary-", |line| {
        line.text("counters ");
        line.number(identities.iter().filter(is_taken).count());
        line.text(" executions ");
        line.number(EXECUTIONS.load(Relaxed));
    });
}

/// Appends a line to this process's file.
fn note(prefix: &str, text: impl FnOnce(&mut sys::Line)) {
    const ROOM: usize = environment::CHECK_ROOM;
    let mut name = sys::Line::new();
    name.text(prefix);
    name.number(sys::own_pid() as usize);
    let mut path = [0; ROOM + 32];
    let len = environment::CHECK.copy_to(&mut path);
    path[len..][..name.bytes().len()].copy_from_slice(name.bytes());
    let Some(fd) = sys::open_to_append(&path) else {
        return complain();
    };
    let mut line = sys::Line::new();
    text(&mut line);
    line.write(fd);
    sys::close(fd);
}

/// Complains once on stderr: silence would look like a clean run.
fn complain() {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Relaxed) {
        let mut line = sys::Line::new();
        line.text("fz: what was checked cannot be written down: ");
        line.text(CHECK_ENV.to_str().unwrap_or_default());
        line.text(" has to name a folder that exists and can be written to");
        line.write(sys::STDERR);
    }
}

/// An image was loaded again, so its return addresses have changed: forgets the identities in its part of the map.
pub fn forget(image: &Image) {
    let Some(identities) = identities() else {
        return;
    };
    let section = image.offset()..image.offset() + (image.stop() - image.start());
    for range in [section, image.records().rows()] {
        for identity in identities.iter().take(range.end).skip(range.start) {
            identity.edge.store(0, Relaxed);
            identity.site.store(0, Relaxed);
        }
    }
}
