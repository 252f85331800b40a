//! SanitizerCoverage's callbacks for compares, logged as AFL++ does: a row per call site, with the last operands.

use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use libafl::observers::cmp::AflppCmpLogHeader;
use libafl_targets::cmps::{
    AflppCmpLogFnOperands, AflppCmpLogMap, AflppCmpLogOperands, CMPLOG_MAP_RTN_H, CMPLOG_RTN_LEN,
};
use libafl_targets::{CMPLOG_MAP_H, CMPLOG_MAP_W};

use crate::gate;

/// The kind of row in a header, beside the hit count (6 bits) and the size in bytes minus one (5 bits).
const ROUTINE: u16 = 1 << 11;
const HITS: u16 = 0x3f;
const SHAPE: u32 = 6;
/// The attribute of a compare for equality.
const EQUAL: u16 = 1 << 12;
/// Marks an operand's length as known.
const KNOWN: u8 = 0x80;

static LOG: AtomicPtr<AflppCmpLogMap> = AtomicPtr::new(std::ptr::null_mut());

/// Logs into this map from now on, while the gate is open.
pub fn log_to(map: &'static mut AflppCmpLogMap) {
    LOG.store(map, Relaxed);
}

/// The next slot in the row of `site`, which has `slots` of them.
fn slot(
    map: &mut AflppCmpLogMap,
    site: usize,
    kind: u16,
    size: usize,
    slots: usize,
) -> (usize, usize) {
    let row = ((site >> 4) ^ (site << 8)) & (CMPLOG_MAP_W - 1);
    let old = map.headers()[row].raw_value();
    let same = old & HITS != 0 && old & ROUTINE == kind & ROUTINE;
    let hits = if same { old & HITS } else { 0 };
    let old_shape = if same { (old >> SHAPE) & 0x1f } else { 0 };
    let shape = (size as u16 - 1).max(old_shape);
    // A full hit count continues in its upper half, so that every slot stays in use.
    let next = if hits == HITS { HITS / 2 + 1 } else { hits + 1 };
    map.headers_mut()[row] = AflppCmpLogHeader::new_with_raw_value(kind | (shape << SHAPE) | next);
    (row, usize::from(hits) % slots)
}

fn log() -> Option<&'static mut AflppCmpLogMap> {
    if !gate::is_open() {
        return None;
    }
    // SAFETY: null, or what `log_to` was given for good.
    unsafe { LOG.load(Relaxed).as_mut() }
}

fn instruction(site: usize, size: usize, a: u64, b: u64, attribute: u16) {
    let Some(map) = log() else { return };
    let (row, at) = slot(map, site, attribute, size, CMPLOG_MAP_H);
    map.values_mut().operands_mut()[row][at] = AflppCmpLogOperands::new(a, b);
}

/// # Safety
/// Both operands are readable for `size` bytes.
unsafe fn routine(site: *const c_void, a: *const u8, b: *const u8, size: usize) {
    let size = size.min(CMPLOG_RTN_LEN);
    let Some(map) = log().filter(|_| size > 0) else {
        return;
    };
    let (row, at) = slot(map, site as usize, ROUTINE, size, CMPLOG_MAP_RTN_H);
    // Not by comparing or searching slices: a sanitizer would report those compares.
    // SAFETY: this function's caller says so.
    let operand = |from: *const u8| unsafe { std::slice::from_raw_parts(from, size) };
    let mut logged = [0; size_of::<AflppCmpLogFnOperands>()];
    logged[..size].copy_from_slice(operand(a));
    logged[CMPLOG_RTN_LEN..CMPLOG_RTN_LEN + size].copy_from_slice(operand(b));
    logged[2 * CMPLOG_RTN_LEN..][..2].fill(KNOWN | size as u8);
    // SAFETY: the record is bytes, in this order.
    let logged: AflppCmpLogFnOperands = unsafe { std::mem::transmute(logged) };
    let rows =
        map.values_mut() as *mut _ as *mut [[AflppCmpLogFnOperands; CMPLOG_MAP_H]; CMPLOG_MAP_W];
    // SAFETY: rows of functions have the same size as rows of instructions.
    unsafe { (*rows)[row][at] = logged };
}

/// The length of a C string, at most `most`.
///
/// # Safety
/// `text` is a C string, or readable for `most` bytes.
unsafe fn length(text: *const u8, most: usize) -> usize {
    // SAFETY: the caller says so.
    (0..most)
        .find(|&at| unsafe { *text.add(at) } == 0)
        .unwrap_or(most)
}

/// # Safety
/// Both are C strings, or readable for `most` bytes.
unsafe fn strings(site: *const c_void, a: *const c_char, b: *const c_char, most: usize) {
    if !gate::is_open() {
        return;
    }
    let most = most.min(CMPLOG_RTN_LEN);
    // SAFETY: the caller says so; the shorter length is within both.
    unsafe {
        let (a, b) = (a.cast::<u8>(), b.cast::<u8>());
        routine(site, a, b, length(a, most).min(length(b, most)));
    }
}

/// A callback with two operands; `$log` gets the callback's return address as its third argument.
macro_rules! operands {
    ($($name:ident $log:ident $type:ty;)*) => {$(
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        extern "C" fn $name(a: $type, b: $type) {
            std::arch::naked_asm!("mov rdx, [rsp]", "jmp {}", sym $log)
        }
    )*};
}

macro_rules! sizes {
    ($($log:ident $type:ty;)*) => {$(
        extern "C" fn $log(a: $type, b: $type, site: usize) {
            instruction(site, size_of::<$type>(), a.into(), b.into(), 0);
        }
    )*};
}

sizes! {
    log1 u8;
    log2 u16;
    log4 u32;
    log8 u64;
}

operands! {
    __sanitizer_cov_trace_cmp1 log1 u8;
    __sanitizer_cov_trace_cmp2 log2 u16;
    __sanitizer_cov_trace_cmp4 log4 u32;
    __sanitizer_cov_trace_cmp8 log8 u64;
    __sanitizer_cov_trace_const_cmp1 log1 u8;
    __sanitizer_cov_trace_const_cmp2 log2 u16;
    __sanitizer_cov_trace_const_cmp4 log4 u32;
    __sanitizer_cov_trace_const_cmp8 log8 u64;
}

#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanitizer_cov_trace_switch(value: u64, cases: *const u64) {
    std::arch::naked_asm!("mov rdx, [rsp]", "jmp {}", sym switch)
}

/// # Safety
/// `cases` holds their number, the value's width in bits, and the cases.
unsafe extern "C" fn switch(value: u64, cases: *const u64, site: usize) {
    if !gate::is_open() {
        return;
    }
    // SAFETY: the caller says so.
    let (count, bits) = unsafe { (*cases as usize, *cases.add(1) as usize) };
    let size = bits.div_ceil(8).next_power_of_two().min(8);
    for at in 0..count {
        // SAFETY: there are `count` cases.
        let case = unsafe { *cases.add(2 + at) };
        instruction(site + at, size, value, case, EQUAL);
    }
}

/// For a program that runs in another process: logs a compare of two numbers of `size` bytes at `site`. `is_case`: the
/// second is a case of a switch.
#[unsafe(no_mangle)]
extern "C" fn fz_libafl_compared(site: usize, size: usize, a: u64, b: u64, is_case: bool) {
    instruction(site, size, a, b, if is_case { EQUAL } else { 0 });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_weak_hook_memcmp(
    site: *const c_void,
    a: *const c_void,
    b: *const c_void,
    size: usize,
    _: c_int,
) {
    // SAFETY: both were compared.
    unsafe { routine(site, a.cast(), b.cast(), size) }
}

macro_rules! string_hooks {
    ($($name:ident $result:ty;)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(site: *const c_void, a: *const c_char, b: *const c_char, _: $result) {
            // SAFETY: both were read as C strings.
            unsafe { strings(site, a, b, usize::MAX) }
        }
    )*};
}

// Searches also log the beginnings: a text that starts with the needle contains it.
string_hooks! {
    __sanitizer_weak_hook_strcmp c_int;
    __sanitizer_weak_hook_strcasecmp c_int;
    __sanitizer_weak_hook_strstr *mut c_char;
    __sanitizer_weak_hook_strcasestr *mut c_char;
}

macro_rules! bounded_hooks {
    ($($name:ident;)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(
            site: *const c_void,
            a: *const c_char,
            b: *const c_char,
            most: usize,
            _: c_int,
        ) {
            // SAFETY: both were read as C strings of at most this length.
            unsafe { strings(site, a, b, most) }
        }
    )*};
}

bounded_hooks! {
    __sanitizer_weak_hook_strncmp;
    __sanitizer_weak_hook_strncasecmp;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_weak_hook_memmem(
    site: *const c_void,
    text: *const c_void,
    size: usize,
    sought: *const c_void,
    sought_size: usize,
    _: *const c_void,
) {
    // SAFETY: both were searched in and for.
    unsafe { routine(site, text.cast(), sought.cast(), size.min(sought_size)) }
}

fz_abi::implements! {
    trace::CMP1: __sanitizer_cov_trace_cmp1(_, _);
    trace::CMP2: __sanitizer_cov_trace_cmp2(_, _);
    trace::CMP4: __sanitizer_cov_trace_cmp4(_, _);
    trace::CMP8: __sanitizer_cov_trace_cmp8(_, _);
    trace::CONST_CMP1: __sanitizer_cov_trace_const_cmp1(_, _);
    trace::CONST_CMP2: __sanitizer_cov_trace_const_cmp2(_, _);
    trace::CONST_CMP4: __sanitizer_cov_trace_const_cmp4(_, _);
    trace::CONST_CMP8: __sanitizer_cov_trace_const_cmp8(_, _);
    trace::SWITCH: __sanitizer_cov_trace_switch(_, _);
    trace::MEMCMP: __sanitizer_weak_hook_memcmp(_, _, _, _, _);
    trace::MEMMEM: __sanitizer_weak_hook_memmem(_, _, _, _, _, _);
    trace::STRCASECMP: __sanitizer_weak_hook_strcasecmp(_, _, _, _);
    trace::STRCASESTR: __sanitizer_weak_hook_strcasestr(_, _, _, _);
    trace::STRCMP: __sanitizer_weak_hook_strcmp(_, _, _, _);
    trace::STRSTR: __sanitizer_weak_hook_strstr(_, _, _, _);
    trace::STRNCASECMP: __sanitizer_weak_hook_strncasecmp(_, _, _, _, _);
    trace::STRNCMP: __sanitizer_weak_hook_strncmp(_, _, _, _, _);
    libafl::COMPARED: fz_libafl_compared(_, _, _, _, _);
}
