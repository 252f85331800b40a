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

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use fz_abi::distance::{
    CLOSED, ENGINE, FRONTIER, MINIMUM, NOT_REACHED, OPEN, SEEN, SHUT, cases, question,
};

use crate::gates::{self, Images, gate_at};
use crate::{environment, segment::Failure, sys};

static IMAGES: Images = Images::new();

/// Called by each image's constructor, if it has gates. Those of an image that is loaded later than the segment was
/// attached stay closed: its outcomes would have other numbers in each run.
#[unsafe(no_mangle)]
pub extern "C" fn __fz_gates_init(start: usize, stop: usize, patches: usize, patches_stop: usize) {
    if segment::get().is_none() && !fox::is_attached() {
        IMAGES.add(start..stop, patches..patches_stop);
    }
}

/// Whether the engine wants distances.
pub fn is_wanted() -> bool {
    environment::DISTANCES.is_set() || fox::is_wanted()
}

/// How large the map has to be for what the engine keeps of each byte.
pub fn least_map() -> usize {
    match fox::is_wanted() {
        true => IMAGES.gates(),
        false => 0,
    }
}

/// Attaches the segment, if the engine has named one, and opens the gates.
pub fn attach() -> Result<(), Failure> {
    if !is_wanted() {
        return Ok(());
    }
    // The executable's outcomes come first.
    IMAGES.number_from(sys::bounds::gates_start());
    if !IMAGES.can_change() {
        return Err(Failure::Map);
    }
    if fox::is_wanted() {
        fox::attach()?;
    }
    if !environment::DISTANCES.is_set() {
        return Ok(());
    }
    let outcomes = IMAGES.gates();
    segment::attach(&environment::DISTANCES, outcomes)?;
    begin_run();
    Ok(())
}

/// Mode and changes, as they were when the gates were last looked at; at first as they never are.
static FOLLOWED: [AtomicU64; 2] = [const { AtomicU64::new(u64::MAX) }; 2];

/// Opens and closes the gates for the next run.
pub fn begin_run() {
    if fox::is_attached() {
        return fox::begin_run();
    }
    let Some(segment) = segment::get() else {
        return;
    };
    let now = [segment.mode().into(), segment.changes()];
    let is_followed = FOLLOWED.each_ref().map(|word| word.load(Relaxed)) == now;
    if !gates::reopen() || !is_followed {
        follow(segment);
        for (word, now) in FOLLOWED.iter().zip(now) {
            word.store(now, Relaxed);
        }
    }
}

/// Opens and closes all gates as the segment says, and changes the code.
fn follow(segment: segment::Segment) {
    let mode = segment.mode();
    IMAGES.set(|number| {
        let known = segment.gate(number)?.load(Relaxed);
        Some(match mode {
            OPEN => true,
            FRONTIER | ENGINE => known & SHUT == 0,
            _ => false,
        })
    });
}

/// A branch with its first gate at this address came out `way`. `distance` tells how far it was from another outcome;
/// `has`: whether it has an outcome of this number at all.
fn note(
    first_gate: usize,
    outcomes: usize,
    way: u32,
    has: impl Fn(usize) -> bool,
    distance: impl Fn(usize) -> i64,
) {
    let (is_minimum, way) = (way & MINIMUM != 0, (way & !MINIMUM) as usize);
    let (Some(segment), Some(first)) = (segment::get(), IMAGES.number_at(first_gate)) else {
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
            gate_at(first_gate + at).store(0, Relaxed);
        }
        segment.changed();
    } else if !is_minimum || mode == CLOSED {
        // The first time has been noted. The other outcomes keep their gates: they may still come.
        gates::close_for_now(first_gate + way);
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
