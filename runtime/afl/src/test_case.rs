//! Test cases in shared memory, and the variables through which harnesses find them.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering::Relaxed};

use fz_abi::afl::TEST_CASE_HEADER;

use crate::{environment, segment, sys};

static NO_TEST_CASE: AtomicU32 = AtomicU32::new(0);

/// `unsigned int *`, never null.
#[unsafe(no_mangle)]
pub static __afl_fuzz_len: AtomicPtr<u32> = AtomicPtr::new(NO_TEST_CASE.as_ptr());

/// `unsigned char *`, null if test cases come another way.
#[unsafe(no_mangle)]
pub static __afl_fuzz_ptr: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// Attaches the segment, if the harness can use it and the fuzzer has one. Whether it is there, or
/// the protocol's code for what went wrong.
pub fn attach() -> Result<Option<TestCases>, u32> {
    if !sys::harness_shares_test_cases() || !environment::TEST_CASES.is_set() {
        return Ok(None);
    }
    segment::attach(&environment::TEST_CASES)
        .map(|segment| Some(TestCases(segment.address.as_ptr())))
}

/// Whether it is where test cases are found.
pub fn has(address: usize) -> bool {
    address == __afl_fuzz_len.load(Relaxed) as usize
        || address == __afl_fuzz_ptr.load(Relaxed) as usize
}

/// An attached segment that the fuzzer has not yet agreed to use.
pub struct TestCases(*mut u8);

impl TestCases {
    pub fn accept(self) {
        __afl_fuzz_len.store(self.0.cast(), Relaxed);
        // SAFETY: a segment has at least a page.
        __afl_fuzz_ptr.store(unsafe { self.0.add(TEST_CASE_HEADER) }, Relaxed);
    }
}
