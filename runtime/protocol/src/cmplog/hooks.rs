//! What the hooks log. Their entries ([`hook`]) pass on all argument words, followed by the return address, which
//! identifies the site. Arguments are whole words; the upper bits of narrow ones are undefined.

use super::layout::{LONGEST, Text};
use super::memory::{self, Found};
use super::{key, log};
use crate::entry::hook;

/// The attribute of compares whose predicate is unknown …
const UNKNOWN: u8 = fz_abi::compares::cmplog::NE;
/// … and of the cases of a switch.
const CASE: u8 = fz_abi::compares::cmplog::EQ;
/// Marks the length of a string.
const STRING: u8 = 0x80;

hook!(__cmplog_ins_hook2, 3, instruction2);
hook!(__cmplog_ins_hook4, 3, instruction4);
hook!(__cmplog_ins_hook8, 3, instruction8);
hook!(__cmplog_ins_hook16, 5, instruction16);
hook!(__cmplog_ins_hookN, 6, instruction_n);

hook!(__cmplog_rtn_hook, 2, pointers);
hook!(__cmplog_rtn_hook_n, 3, memory);
hook!(__cmplog_rtn_hook_str, 2, strings);
hook!(__cmplog_rtn_hook_strn, 3, bounded_strings);
hook!(__cmplog_rtn_gcc_stdstring_cstring, 2, libstdcxx_text);
hook!(__cmplog_rtn_gcc_stdstring_stdstring, 2, libstdcxx_strings);
hook!(__cmplog_rtn_llvm_stdstring_cstring, 2, libcxx_text);
hook!(__cmplog_rtn_llvm_stdstring_stdstring, 2, libcxx_strings);

hook!(__sanitizer_cov_trace_cmp2, 2, trace2);
hook!(__sanitizer_cov_trace_cmp4, 2, trace4);
hook!(__sanitizer_cov_trace_cmp8, 2, trace8);
hook!(__sanitizer_cov_trace_const_cmp2, 2, trace2);
hook!(__sanitizer_cov_trace_const_cmp4, 2, trace4);
hook!(__sanitizer_cov_trace_const_cmp8, 2, trace8);
hook!(__sanitizer_cov_trace_switch, 2, switch);

hook!(__sanitizer_weak_hook_memcmp, 4, watched_memory);
hook!(__sanitizer_weak_hook_memmem, 5, watched_search);
hook!(__sanitizer_weak_hook_strcasecmp, 3, watched_strings);
hook!(__sanitizer_weak_hook_strcasestr, 3, watched_strings);
hook!(__sanitizer_weak_hook_strcmp, 3, watched_strings);
hook!(
    __sanitizer_weak_hook_strncasecmp,
    4,
    watched_bounded_strings
);
hook!(__sanitizer_weak_hook_strncmp, 4, watched_bounded_strings);
hook!(__sanitizer_weak_hook_strstr, 3, watched_strings);

/// Single bytes are not logged, as in AFL++: trying all values of a byte is cheaper than searching the input for it.
#[unsafe(no_mangle)]
pub extern "C" fn __cmplog_ins_hook1() {}
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_trace_cmp1() {}
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_trace_const_cmp1() {}

extern "C" fn instruction2(a: u64, b: u64, attribute: u64, site: usize) {
    unequal(
        [a as u16, b as u16].map(u128::from),
        2,
        attribute as u8,
        site,
    );
}

extern "C" fn instruction4(a: u64, b: u64, attribute: u64, site: usize) {
    unequal(
        [a as u32, b as u32].map(u128::from),
        4,
        attribute as u8,
        site,
    );
}

extern "C" fn instruction8(a: u64, b: u64, attribute: u64, site: usize) {
    unequal([a, b].map(u128::from), 8, attribute as u8, site);
}

extern "C" fn instruction16(
    a_low: u64,
    a_high: u64,
    b_low: u64,
    b_high: u64,
    attribute: u64,
    site: usize,
) {
    let values = [wide(a_low, a_high), wide(b_low, b_high)];
    instruction(values, 16, attribute as u8, site);
}

/// `shape` is the number of bytes minus 1.
extern "C" fn instruction_n(
    a_low: u64,
    a_high: u64,
    b_low: u64,
    b_high: u64,
    attribute: u64,
    shape: u64,
    site: usize,
) {
    let bytes = usize::from(shape as u8) + 1;
    if bytes <= size_of::<u128>() {
        let values = [wide(a_low, a_high), wide(b_low, b_high)];
        unequal(values, bytes, attribute as u8, site);
    }
}

fn wide(low: u64, high: u64) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

extern "C" fn trace2(a: u64, b: u64, site: usize) {
    instruction2(a, b, u64::from(UNKNOWN), site);
}

extern "C" fn trace4(a: u64, b: u64, site: usize) {
    instruction4(a, b, u64::from(UNKNOWN), site);
}

extern "C" fn trace8(a: u64, b: u64, site: usize) {
    instruction8(a, b, u64::from(UNKNOWN), site);
}

/// Each case is a site of its own. The table begins with their number and the value's width in bits.
unsafe extern "C" fn switch(value: u64, cases: *const u64, site: usize) {
    // SAFETY: the caller passes such a table.
    let (count, bits) = unsafe { (*cases as usize, *cases.add(1)) };
    let bytes = (bits as usize).div_ceil(8).next_power_of_two().clamp(2, 8);
    for index in 0..count {
        // SAFETY: the table has that many.
        let case = unsafe { *cases.add(2 + index) };
        let values = [value, case].map(u128::from);
        instruction(values, bytes, CASE, site.wrapping_add(index));
    }
}

/// Logs the operands unless they are equal: then there is nothing to solve.
fn unequal(values: [u128; 2], bytes: usize, attribute: u8, site: usize) {
    if values[0] != values[1] {
        instruction(values, bytes, attribute, site);
    }
}

fn instruction(values: [u128; 2], bytes: usize, attribute: u8, site: usize) {
    if let Some(log) = log() {
        // SAFETY: the log's own layout.
        unsafe {
            log.layout
                .instruction(log.address, key(site), values, bytes, attribute);
        }
    }
}

/// Any call with two pointers: logs as much as can be read of both.
extern "C" fn pointers(a: usize, b: usize, site: usize) {
    memory(a, b, LONGEST, site);
}

extern "C" fn memory(a: usize, b: usize, n: usize, site: usize) {
    let found = memory::read_both([a, b], n);
    let len = found[0].len.min(found[1].len);
    routine(&found, [len; 2], 0, site);
}

extern "C" fn strings(a: usize, b: usize, site: usize) {
    let found = memory::read_both([a, b], LONGEST);
    routine(
        &found,
        found.each_ref().map(Found::string_len),
        STRING,
        site,
    );
}

extern "C" fn bounded_strings(a: usize, b: usize, n: usize, site: usize) {
    let found = memory::read_both([a, b], LONGEST);
    let longer = found[0].string_len().max(found[1].string_len());
    // The shorter one may be a larger input, truncated.
    routine(&found, [longer.min(n); 2], STRING, site);
}

extern "C" fn libstdcxx_text(string: usize, text: usize, site: usize) {
    if let Some(string) = memory::libstdcxx_text(string) {
        strings(string, text, site);
    }
}

extern "C" fn libstdcxx_strings(a: usize, b: usize, site: usize) {
    if let Some(text) = memory::libstdcxx_text(b) {
        libstdcxx_text(a, text, site);
    }
}

extern "C" fn libcxx_text(string: usize, text: usize, site: usize) {
    if let Some(string) = memory::libcxx_text(string) {
        strings(string, text, site);
    }
}

extern "C" fn libcxx_strings(a: usize, b: usize, site: usize) {
    if let Some(text) = memory::libcxx_text(b) {
        libcxx_text(a, text, site);
    }
}

// A sanitizer's interceptors pass their own caller as `pc`. Instrumented code calls the hooks itself, and `site`
// identifies it. The sum of both identifies the site in either case.

extern "C" fn watched_memory(pc: usize, a: usize, b: usize, n: usize, site: usize) {
    memory(a, b, n, site.wrapping_add(pc));
}

extern "C" fn watched_search(
    pc: usize,
    a: usize,
    a_len: usize,
    b: usize,
    b_len: usize,
    site: usize,
) {
    memory(a, b, a_len.min(b_len), site.wrapping_add(pc));
}

extern "C" fn watched_strings(pc: usize, a: usize, b: usize, site: usize) {
    strings(a, b, site.wrapping_add(pc));
}

extern "C" fn watched_bounded_strings(pc: usize, a: usize, b: usize, n: usize, site: usize) {
    bounded_strings(a, b, n, site.wrapping_add(pc));
}

/// Logs two texts of these lengths. Fuzzers ignore texts of a single byte.
fn routine(found: &[Found; 2], lens: [usize; 2], mark: u8, site: usize) {
    let Some(log) = log() else {
        return;
    };
    let lens = lens.map(|len| len.min(log.layout.longest()));
    let bytes = lens[0].max(lens[1]);
    if bytes < 2 || found.iter().any(|found| found.len == 0) {
        return;
    }
    let text = |which: usize| Text {
        bytes: &found[which].bytes,
        len: lens[which] as u8 | mark,
        place: found[which].place,
    };
    // SAFETY: the log's own layout.
    unsafe {
        log.layout
            .routine(log.address, key(site), [text(0), text(1)], bytes);
    }
}
