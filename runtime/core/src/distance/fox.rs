//! What FOX's afl-fuzz reads ([`fz_abi::fox`]).

use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

use fz_abi::fox::{MOST_LENGTH, integer_slots, kind, table, text_slots};
use fz_abi::sites::{PREDICATE_EQ, PREDICATE_NE};

use super::{IMAGES, bytes, predicate, question, width};
use crate::environment::FOX;
use crate::gates;
use crate::registers::keeping;
use crate::segment::{self, Failure};

/// The segments: distances, covered, hit.
static SEGMENTS: [AtomicPtr<u8>; 3] = [const { AtomicPtr::new(core::ptr::null_mut()) }; 3];
/// For how many elements there is room; 0: no engine reads them.
static ROOM: AtomicUsize = AtomicUsize::new(0);

/// Whether the engine is FOX.
pub fn is_wanted() -> bool {
    FOX.iter().all(|name| name.is_set())
}

/// Whether the segments are attached.
pub fn is_attached() -> bool {
    ROOM.load(Relaxed) != 0
}

/// Attaches the segments, and opens the gates.
pub fn attach() -> Result<(), Failure> {
    let mut room = usize::MAX;
    for (name, (to, size)) in FOX.iter().zip(SEGMENTS.iter().zip([8, 1, 1])) {
        let found = segment::attach(name)?;
        to.store(found.address.as_ptr(), Relaxed);
        room = room.min(found.size / size);
    }
    ROOM.store(room, Relaxed);
    IMAGES.set(|_| Some(true));
    Ok(())
}

/// Opens all gates again. The engine has cleared what it reads.
pub fn begin_run() {
    if !gates::reopen() {
        IMAGES.set(|_| Some(true));
    }
}

/// The number of a branch that is told now, and no second time in this run.
fn shut(gate: usize) -> Option<usize> {
    if !is_attached() {
        return None;
    }
    gates::close_for_now(gate);
    IMAGES.number_at(gate)
}

/// Elements of the segment of distances.
struct Elements(*mut u8);

/// The elements of a number, unless the engine wants nothing of it or they are written.
fn claim(number: usize, slots: usize) -> Option<Elements> {
    if number + slots > ROOM.load(Relaxed) {
        return None;
    }
    let [distances, covered, hit] = SEGMENTS.each_ref().map(|s| s.load(Relaxed));
    // SAFETY: within the room of the segments, which are never unmapped.
    unsafe {
        if covered.add(number).read_volatile() != 0 || hit.add(number).read_volatile() != 0 {
            return None;
        }
        hit.add(number).write_volatile(1);
        Some(Elements(distances.add(8 * number)))
    }
}

impl Elements {
    fn write(&self, distance: i64) {
        // SAFETY: the element was claimed.
        unsafe { self.0.cast::<i64>().write_volatile(distance) }
    }

    /// Writes the difference of a byte; each element has room for four.
    fn write_part(&self, at: usize, difference: i16) {
        // SAFETY: within the elements that were claimed.
        unsafe { self.0.cast::<i16>().add(at).write_volatile(difference) }
    }

    fn write_bytes(&self, bits: u32, a: u64, b: u64) {
        if bits == 64 && (a as i64).checked_sub(b as i64).is_none() {
            return;
        }
        if bits == 8 {
            return self.write_part(0, i16::from(a as i8) - i16::from(b as i8));
        }
        for at in 0..bits as usize / 8 {
            let byte = |value: u64| i16::from((value >> (8 * at)) as u8);
            self.write_part(at, byte(a) - byte(b));
        }
    }
}

/// The difference of integers; `None` if it overflows.
fn difference(bits: u32, is_signed: bool, a: u64, b: u64) -> Option<i64> {
    if !is_signed {
        return (a as i64).checked_sub(b as i64);
    }
    let unused = 64 - bits.clamp(1, 64);
    let [a, b] = [a, b].map(|value| i128::from((value << unused) as i64 >> unused));
    let most = 1i128 << (bits - 1);
    let difference = a - b;
    (-most..most)
        .contains(&difference)
        .then_some(difference as i64)
}

/// Integers are compared.
extern "C" fn numbers(gate: usize, question: u32, a: u64, b: u64) {
    let bits = width(question);
    let Some(elements) = shut(gate).and_then(|number| claim(number, integer_slots(bits))) else {
        return;
    };
    if matches!(predicate(question), PREDICATE_EQ | PREDICATE_NE) {
        return elements.write_bytes(bits, a, b);
    }
    let is_signed = question & question::SIGNED != 0;
    if let Some(difference) = difference(bits, is_signed, a, b) {
        elements.write(difference);
    }
}

/// A switch decides.
///
/// # Safety
/// `cases` is laid out as `fz_abi::fox::table` says.
unsafe extern "C" fn switch(gate: usize, value: u64, cases: *const u64) {
    let Some(first) = shut(gate) else {
        return;
    };
    // SAFETY: the caller says so.
    let (bits, cases) = unsafe {
        let count = cases.add(table::COUNT).read() as usize;
        let values = core::slice::from_raw_parts(cases.add(table::FIRST), count);
        (cases.add(table::WIDTH).read() as u32, values)
    };
    let slots = integer_slots(bits);
    for (at, case) in cases.iter().enumerate() {
        if let Some(elements) = claim(first + at * slots, slots) {
            elements.write_bytes(bits, value, *case);
        }
    }
}

/// A string or memory has been compared with a constant of `length` bytes, at most `most` bytes of it.
///
/// # Safety
/// The program has compared them in this way.
unsafe extern "C" fn text(
    gate: usize,
    how: u32,
    constant: *const u8,
    variable: *const u8,
    length: usize,
    most: usize,
) {
    let number = shut(gate);
    let Some(elements) = number.and_then(|number| claim(number, text_slots(length))) else {
        return;
    };
    if variable.is_null() {
        return;
    }
    // SAFETY: the program has read these bytes.
    let wanted = |at: usize| i16::from(unsafe { bytes::byte(constant, at) });
    if how == kind::MEMCMP {
        for at in 0..length {
            // SAFETY: as above.
            let there = i16::from(unsafe { bytes::byte(variable, at) });
            elements.write_part(at, wanted(at) - there);
        }
        return;
    }
    // What the function does not look at may be on a page that is not there.
    let is_there = |at: usize| at < most || !bytes::begins_page(variable, at);
    // SAFETY: not behind its NUL, nor on another page than what the function has looked at.
    let is_in_string = |at: &usize| is_there(*at) && unsafe { bytes::byte(variable, *at) } != 0;
    let size = (0..MOST_LENGTH.max(length))
        .take_while(is_in_string)
        .count();
    for at in 0..length {
        let there = match at < size {
            // SAFETY: it was read before.
            true => i16::from(unsafe { bytes::byte(variable, at) }),
            false => 0,
        };
        elements.write_part(at, wanted(at) - there);
    }
    elements.write_part(length, size.min(MOST_LENGTH) as i16);
}

keeping! {
    __fz_fox_numbers(usize, u32, u64, u64) = numbers, "rax";
    __fz_fox_switch(usize, u64, *const u64) = switch, "rax";
    __fz_fox_text(usize, u32, *const u8, *const u8, usize, usize) = text, "rax";
}

fz_abi::implements! {
    fox::NUMBERS: __fz_fox_numbers(_, _, _, _);
    fox::SWITCH: __fz_fox_switch(_, _, _);
    fox::TEXT: __fz_fox_text(_, _, _, _, _, _);
}
