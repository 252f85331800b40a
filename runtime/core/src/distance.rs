//! Branch distances (`fz_abi::distance`): images register their gates, and instrumented code reports how its branches
//! came out while these are open.
//!
//! All gates are closed until the engine's segment is attached. What instrumented code calls may be called at any time, by
//! any thread and in signal handlers: it takes no locks and allocates nothing. Two threads that report the same branch at
//! once may leave the distance of either.

mod bytes;
mod entry;
mod fox;
mod numbers;
mod segment;

use core::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use fz_abi::distance::{
    CLOSED, ENGINE, FRONTIER, MINIMUM, NOT_REACHED, OPEN, SEEN, SHUT, cases, question,
};

use crate::{environment, patches::Patches, segment::Failure, sys};

/// More than any program loads; the gates of further images stay closed.
const MOST: usize = 1024;

/// The gates of an image: start and stop, the number of its first outcome, and the bounds of its patches.
struct Image {
    start: AtomicUsize,
    stop: AtomicUsize,
    first: AtomicUsize,
    patches: [AtomicUsize; 2],
}

static IMAGES: [Image; MOST] = [const {
    Image {
        start: AtomicUsize::new(0),
        stop: AtomicUsize::new(0),
        first: AtomicUsize::new(0),
        patches: [const { AtomicUsize::new(0) }; 2],
    }
}; MOST];
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn images() -> &'static [Image] {
    &IMAGES[..COUNT.load(Relaxed).min(MOST)]
}

/// Called by each image's constructor, if it has gates. Those of an image that is loaded later than the segment was
/// attached stay closed: its outcomes would have other numbers in each run.
#[unsafe(no_mangle)]
pub extern "C" fn __fz_gates_init(start: usize, stop: usize, patches: usize, patches_stop: usize) {
    let is_known = || images().iter().any(|i| i.start.load(Relaxed) == start);
    let is_attached = segment::get().is_some() || fox::is_attached();
    if is_attached || start >= stop || is_known() {
        return;
    }
    if let Some(image) = IMAGES.get(COUNT.load(Relaxed)) {
        image.start.store(start, Relaxed);
        image.stop.store(stop, Relaxed);
        image.patches[0].store(patches, Relaxed);
        image.patches[1].store(patches_stop, Relaxed);
        COUNT.fetch_add(1, Relaxed);
    }
}

/// Whether the engine wants distances.
pub fn is_wanted() -> bool {
    environment::DISTANCES.is_set() || fox::is_wanted()
}

/// How large the map has to be for what the engine keeps of each byte.
pub fn least_map() -> usize {
    match fox::is_wanted() {
        true => images().iter().map(Image::len).sum(),
        false => 0,
    }
}

/// Attaches the segment, if the engine has named one, and opens the gates.
pub fn attach() -> Result<(), Failure> {
    if !is_wanted() {
        return Ok(());
    }
    number_outcomes();
    if !images().iter().all(|image| image.patches().can_change()) {
        return Err(Failure::Map);
    }
    if fox::is_wanted() {
        fox::attach()?;
    }
    if !environment::DISTANCES.is_set() {
        return Ok(());
    }
    let outcomes = images().iter().map(Image::len).sum();
    segment::attach(&environment::DISTANCES, outcomes)?;
    begin_run();
    Ok(())
}

/// The executable's outcomes come first.
fn number_outcomes() {
    let own = sys::bounds::gates_start();
    let mut next = 0;
    for is_own in [true, false] {
        for image in images() {
            if (image.start.load(Relaxed) == own) == is_own {
                image.first.store(next, Relaxed);
                next += image.len();
            }
        }
    }
}

impl Image {
    fn len(&self) -> usize {
        self.stop.load(Relaxed) - self.start.load(Relaxed)
    }

    fn patches(&self) -> Patches {
        let [start, stop] = self.patches.each_ref().map(|bound| bound.load(Relaxed));
        // SAFETY: what the image's constructor has said; such images are never unloaded.
        unsafe { Patches::between(start, stop) }
    }
}

/// The gates that have been closed in this run, because the first time was noted.
static CLOSED_NOW: [AtomicUsize; 4096] = [const { AtomicUsize::new(0) }; 4096];
static CLOSED_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Mode and changes, as they were when the gates were last looked at; at first as they never are.
static FOLLOWED: [AtomicU64; 2] = [const { AtomicU64::new(u64::MAX) }; 2];

/// Opens and closes the gates for the next run.
pub fn begin_run() {
    fox::begin_run();
    let Some(segment) = segment::get() else {
        return;
    };
    let now = [segment.mode().into(), segment.changes()];
    let is_followed = FOLLOWED.each_ref().map(|word| word.load(Relaxed)) == now;
    let closed = CLOSED_COUNT.swap(0, Relaxed);
    match CLOSED_NOW.get(..closed) {
        Some(closed) if is_followed => {
            for gate in closed {
                gate_at(gate.load(Relaxed)).store(1, Relaxed);
            }
        }
        _ => {
            follow(segment);
            for (word, now) in FOLLOWED.iter().zip(now) {
                word.store(now, Relaxed);
            }
        }
    }
}

/// Opens and closes all gates as the segment says, and changes the code.
fn follow(segment: segment::Segment) {
    let mode = segment.mode();
    for image in images() {
        let (start, first) = (image.start.load(Relaxed), image.first.load(Relaxed));
        for at in 0..image.len() {
            let Some(known) = segment.gate(first + at) else {
                break;
            };
            let is_open = match mode {
                OPEN => true,
                FRONTIER | ENGINE => known.load(Relaxed) & SHUT == 0,
                _ => false,
            };
            let gate = gate_at(start + at);
            // A page that is not written stays shared with the fork server.
            if gate.load(Relaxed) != u8::from(is_open) {
                gate.store(is_open.into(), Relaxed);
            }
        }
        image.patches().follow_gates();
    }
}

/// Closes a gate until the next run.
fn close_now(gate: usize) {
    gate_at(gate).store(0, Relaxed);
    let at = match sys::has_one_thread() {
        true => {
            let at = CLOSED_COUNT.load(Relaxed);
            CLOSED_COUNT.store(at + 1, Relaxed);
            at
        }
        false => CLOSED_COUNT.fetch_add(1, Relaxed),
    };
    if let Some(entry) = CLOSED_NOW.get(at) {
        entry.store(gate, Relaxed);
    }
}

/// A gate of the program.
fn gate_at(address: usize) -> &'static AtomicU8 {
    // SAFETY: a byte of a registered section of an image that is never unloaded.
    unsafe { &*(address as *const AtomicU8) }
}

/// The number of the outcome with a gate at this address.
fn outcome_at(gate: usize) -> Option<usize> {
    let has =
        |image: &&Image| (image.start.load(Relaxed)..image.stop.load(Relaxed)).contains(&gate);
    let image = images().iter().find(has)?;
    Some(image.first.load(Relaxed) + (gate - image.start.load(Relaxed)))
}

/// A branch with its first gate at this address came out `way`. `distance` tells how far it was from another outcome;
/// `has`: whether it has an outcome of this number at all.
fn note(
    gates: usize,
    outcomes: usize,
    way: u32,
    has: impl Fn(usize) -> bool,
    distance: impl Fn(usize) -> i64,
) {
    let (is_minimum, way) = (way & MINIMUM != 0, (way & !MINIMUM) as usize);
    let (Some(segment), Some(first)) = (segment::get(), outcome_at(gates)) else {
        return;
    };
    if first + outcomes > segment.room() {
        return;
    }
    // SAFETY: the segment has room for these.
    let (known, distances) = unsafe { segment.branch(first, outcomes) };
    if distances.iter().all(|d| d.load(Relaxed) == NOT_REACHED) {
        segment.touch(first);
    }
    for (at, to) in distances.iter().enumerate() {
        let before = to.load(Relaxed);
        if at == way {
            to.store(0, Relaxed);
        } else if before == NOT_REACHED {
            to.store(distance(at), Relaxed);
        } else if is_minimum && before > 0 {
            to.store(before.min(distance(at)), Relaxed);
        }
    }
    let mode = segment.mode();
    if known[way].load(Relaxed) & SEEN == 0 {
        known[way].fetch_or(SEEN, Relaxed);
    }
    let all_seen = || {
        let mut outcomes = known.iter().enumerate();
        outcomes.all(|(at, gate)| gate.load(Relaxed) & SEEN != 0 || !has(at))
    };
    if mode == FRONTIER && all_seen() {
        for (at, gate) in known.iter().enumerate() {
            gate.fetch_or(SHUT, Relaxed);
            gate_at(gates + at).store(0, Relaxed);
        }
        segment.changed();
    } else if !is_minimum || mode == CLOSED {
        // The first time has been noted. The other outcomes keep their gates: they may still come.
        close_now(gates + way);
    }
}

/// Of integers, pointers and floating-point numbers of up to 64 bits.
extern "C" fn integers(question: u32, a: u64, b: u64) -> i64 {
    numbers::narrow(question, a, b)
}

/// Of those of up to 128 bits.
extern "C" fn wide(question: u32, a: u128, b: u128) -> i64 {
    numbers::wide(question, a, b)
}

/// Of strings and memory.
///
/// # Safety
/// The program has compared them in this way.
unsafe extern "C" fn compared(question: u32, a: *const u8, b: *const u8, n: usize) -> i64 {
    // SAFETY: the caller says so.
    unsafe { bytes::compared(question, a, b, n) }
}

/// Of finding b in a.
///
/// # Safety
/// The program has searched for it in this way.
unsafe extern "C" fn found(
    question: u32,
    a: *const u8,
    a_size: usize,
    b: *const u8,
    b_size: usize,
) -> i64 {
    // SAFETY: the caller says so.
    unsafe { bytes::found(question, [a, b], [a_size, b_size]) }
}

/// That both conditions hold.
extern "C" fn both(a: i64, b: i64) -> i64 {
    match (a > 0, b > 0) {
        (false, false) => a.max(b),
        _ => a.max(0).saturating_add(b.max(0)),
    }
}

/// A branch came out.
extern "C" fn branch(gates: usize, way: u32, distance: i64) {
    let holds = way & !MINIMUM == 0;
    let other = match (holds, distance) {
        (false, 1..) => distance,
        (true, ..0) => distance.saturating_neg(),
        _ => 1,
    };
    note(gates, 2, way, |_| true, |_| other);
}

/// A switch came out.
///
/// # Safety
/// `table` is laid out as `fz_abi::distance::cases` says.
unsafe extern "C" fn switch(gates: usize, way: u32, value: u64, table: *const u64) {
    // SAFETY: the caller says so.
    let (head, cases) = unsafe {
        let head = core::slice::from_raw_parts(table, cases::FIRST);
        let cases =
            core::slice::from_raw_parts(table.add(cases::FIRST), head[cases::COUNT] as usize);
        (head, cases)
    };
    let width = head[cases::WIDTH];
    let has_default = width & cases::NO_DEFAULT == 0;
    let width = (width & !cases::NO_DEFAULT) as u32;
    let distance = |outcome: usize| match outcome.checked_sub(1) {
        // At least 1: the value is no other case.
        Some(case) => numbers::apart(width, value, cases[case]).max(1),
        None => numbers::to_default(width, value, cases),
    };
    let has = |outcome: usize| outcome > 0 || has_default;
    note(gates, cases.len() + 1, way, has, distance);
}

/// The predicate of a question.
fn predicate(question: u32) -> u32 {
    question & question::PREDICATE
}

/// The width of the operands, or how they are compared.
fn width(question: u32) -> u32 {
    question >> question::WIDTH_SHIFT & 0xff
}

fz_abi::implements! {
    images::GATES_INIT: __fz_gates_init(_, _, _, _);
}
