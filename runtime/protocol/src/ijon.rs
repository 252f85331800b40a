//! IJON: annotations by a harness's author of what is worth reaching (`IJON_SET(x)`, `IJON_MAX(x)` and the like).
//!
//! The map has two areas after the counters. Fuzzers read the bytes of the first as edge counters: a value is hashed to
//! one of them. Every fuzzer can use that. The second has 64-bit slots; afl-fuzz keeps inputs that raise one. Only
//! fuzzers with the new handshake know it. The target clears the slots itself.
//!
//! IJON's state does not change edge counters: a new state is a byte of its own in the first area.

use core::ffi::c_char;
use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use fz_abi::afl::ijon::{MAX_SLOTS, SET_SIZE, USED};

use fz_runtime_core::{address_of_weak, map, sys};

use crate::entry::caller_of;
use crate::environment;

static SET: AtomicPtr<u8> = AtomicPtr::new(null_mut());
static MAX: AtomicPtr<[AtomicU64; MAX_SLOTS]> = AtomicPtr::new(null_mut());
static STATE: AtomicU32 = AtomicU32::new(0);

/// The most bytes of strings that are compared.
const LONGEST: usize = 1024;

/// Whether a harness uses the macros, and the fuzzer has not turned them off.
pub fn is_used() -> bool {
    const { assert!(sys::bounds::is_same("__fz_ijon", USED)) };
    address_of_weak!("__fz_ijon") != 0 && !environment::REFUSES_IJON.is_set()
}

/// Size of both areas, which begin at a multiple of [`fz_abi::map::AREA_ALIGN`] and end where the map does.
pub fn size(has_slots: bool) -> usize {
    match has_slots {
        false => SET_SIZE,
        true => SET_SIZE + MAX_SLOTS * size_of::<u64>(),
    }
}

/// Uses the areas, whatever they contain.
pub fn attach(areas: NonNull<u8>, has_slots: bool) {
    let areas = areas.as_ptr();
    if has_slots {
        MAX.store(areas.wrapping_add(SET_SIZE).cast(), Relaxed);
    }
    SET.store(areas, Relaxed);
    restart();
}

/// A test case begins.
pub fn restart() {
    STATE.store(0, Relaxed);
    if let Some(slots) = slots() {
        slots.iter().for_each(|slot| slot.store(0, Relaxed));
    }
}

fn slots() -> Option<&'static [AtomicU64; MAX_SLOTS]> {
    // SAFETY: null, or attached for good and aligned.
    unsafe { MAX.load(Relaxed).as_ref() }
}

/// The byte that a value is hashed to.
fn byte(value: u32) -> Option<*mut u8> {
    let set = SET.load(Relaxed);
    let is_there = !set.is_null() && !map::is_paused();
    is_there.then(|| set.wrapping_add(value as usize % SET_SIZE))
}

#[unsafe(no_mangle)]
pub extern "C" fn ijon_set(place: u32, value: u32) {
    if let Some(byte) = byte(place ^ value) {
        // SAFETY: in the area.
        unsafe { byte.write_volatile(1) };
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn ijon_inc(place: u32, value: u32) {
    if let Some(byte) = byte(place ^ value) {
        // SAFETY: in the area.
        unsafe { byte.write_volatile(byte.read_volatile().wrapping_add(1)) };
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn ijon_max(place: u32, value: u64) {
    if let Some(slots) = slots()
        && !map::is_paused()
    {
        let slot = ijon_simple_hash(u64::from(place)) as usize % MAX_SLOTS;
        slots[slot].fetch_max(value, Relaxed);
    }
}

/// A value at or above the limit becomes the largest of all, so that AFL++ leaves the slot alone.
#[unsafe(no_mangle)]
pub extern "C" fn ijon_max_until(place: u32, value: u64, limit: u64) {
    ijon_max(place, if value < limit { value } else { u64::MAX });
}

#[unsafe(no_mangle)]
pub extern "C" fn ijon_min(place: u32, value: u64) {
    ijon_max(place, !value);
}

#[unsafe(no_mangle)]
pub extern "C" fn ijon_xor_state(value: u32) {
    let state = (STATE.load(Relaxed) ^ value) % SET_SIZE as u32;
    STATE.store(state, Relaxed);
    if state != 0 {
        ijon_set(ijon_hashint(SET_SIZE as u32, state), 0);
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn ijon_reset_state() {
    STATE.store(0, Relaxed);
}

#[unsafe(no_mangle)]
pub extern "C" fn ijon_simple_hash(value: u64) -> u64 {
    value.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Spreads the lower 16 bits: each moves to twice its position.
fn spread(bits: u32) -> u32 {
    let pairs = (bits & 0xff00) << 8 | bits & 0xff;
    let nibbles = (pairs << 4 | pairs) & 0x0f0f_0f0f;
    let twos = (nibbles << 2 | nibbles) & 0x3333_3333;
    (twos << 1 | twos) & 0x5555_5555
}

/// No two pairs of numbers below 65,536 collide.
#[unsafe(no_mangle)]
pub extern "C" fn ijon_hashint(old: u32, value: u32) -> u32 {
    // Interleaves the bits of both, then applies MurmurHash3's finalizer, which is a bijection.
    let interleaved = spread(old) | spread(value) << 1;
    let high = (old >> 16).rotate_left(7) ^ (value >> 16).rotate_left(19);
    let mut hash: u32 = interleaved ^ high;
    for multiplier in [0x85eb_ca6b_u32, 0xc2b2_ae35] {
        hash ^= hash >> 16;
        hash = hash.wrapping_mul(multiplier);
        hash ^= hash >> 13;
    }
    hash ^ hash >> 16
}

/// # Safety
/// `text` is a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ijon_hashstr(old: u32, text: *const c_char) -> u32 {
    // SAFETY: up to its NUL the string is there.
    unsafe {
        let len = (0..)
            .take_while(|&at| text.add(at).read_volatile() != 0)
            .count();
        ijon_hashmem(old, text, len)
    }
}

/// # Safety
/// `bytes` is readable for the given length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ijon_hashmem(old: u32, bytes: *const c_char, len: usize) -> u32 {
    (0..len).fold(ijon_hashint(old, len as u32), |hash, at| {
        // SAFETY: the caller says so.
        ijon_hashint(hash, unsafe { bytes.add(at).read_volatile() } as u32)
    })
}

/// A hash of `caller`, the return address of the harness's function. It is the same in every process if the function is
/// in the same image as this runtime.
#[unsafe(no_mangle)]
pub extern "C" fn __fz_ijon_stack(caller: usize) -> u32 {
    let own = __fz_ijon_stack as *const () as usize;
    let hash = ijon_simple_hash(caller.wrapping_sub(own) as u64);
    (hash >> 32) as u32
}

/// `void *`: the return address of the function that uses a macro, for the macro's arguments. (Threads that use macros
/// at the same time may see each other's.)
#[unsafe(no_mangle)]
pub static __fz_ijon_caller: AtomicUsize = AtomicUsize::new(0);

#[unsafe(no_mangle)]
pub extern "C" fn __fz_ijon_noted_stack() -> u32 {
    __fz_ijon_stack(__fz_ijon_caller.load(Relaxed))
}

caller_of!(ijon_hashstack, __fz_ijon_stack);

/// The length of the common prefix of two strings.
///
/// # Safety
/// Both are strings, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ijon_strdist(a: *const c_char, b: *const c_char) -> u32 {
    if a.is_null() || b.is_null() {
        return 0;
    }
    // SAFETY: both are read as long as they are the same and have not ended.
    let goes_on = |&at: &usize| unsafe {
        let (a, b) = (a.add(at).read_volatile(), b.add(at).read_volatile());
        a == b && a != 0
    };
    (0..LONGEST).take_while(goes_on).count() as u32
}

/// The length of the common prefix of two byte ranges.
///
/// # Safety
/// Both are readable for the given length, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ijon_memdist(a: *const c_char, b: *const c_char, len: usize) -> u32 {
    if a.is_null() || b.is_null() {
        return 0;
    }
    // SAFETY: the caller says so.
    let goes_on = |&at: &usize| unsafe { a.add(at).read_volatile() == b.add(at).read_volatile() };
    (0..len.min(LONGEST)).take_while(goes_on).count() as u32
}

fz_abi::implements! {
    ijon::STACK: __fz_ijon_stack(_);
    ijon::NOTED_STACK: __fz_ijon_noted_stack();
    ijon::HASH_INT: ijon_hashint(_, _);
    ijon::HASH_MEM: ijon_hashmem(_, _, _);
    ijon::HASH_STACK: ijon_hashstack();
    ijon::HASH_STR: ijon_hashstr(_, _);
    ijon::INC: ijon_inc(_, _);
    ijon::MAX: ijon_max(_, _);
    ijon::MAX_UNTIL: ijon_max_until(_, _, _);
    ijon::MEM_DIST: ijon_memdist(_, _, _);
    ijon::MIN: ijon_min(_, _);
    ijon::RESET_STATE: ijon_reset_state();
    ijon::SET: ijon_set(_, _);
    ijon::SIMPLE_HASH: ijon_simple_hash(_);
    ijon::STR_DIST: ijon_strdist(_, _);
    ijon::XOR_STATE: ijon_xor_state(_);
}
