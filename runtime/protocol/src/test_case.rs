//! Test cases in shared memory, and the variables through which harnesses find them.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering::Relaxed};

use fz_abi::afl::TEST_CASE_HEADER;

use fz_runtime_core::address_of_weak;
use fz_runtime_core::segment::{self, Failure};

use crate::environment;

// `__afl_sharedmem_fuzzing` is weak: a harness defines it as 1, through `__AFL_FUZZ_INIT()` or by itself.
core::arch::global_asm!(
    ".pushsection .bss.__afl_sharedmem_fuzzing, \"aw\", @nobits",
    ".weak __afl_sharedmem_fuzzing",
    ".type __afl_sharedmem_fuzzing, @object",
    ".size __afl_sharedmem_fuzzing, 4",
    ".p2align 2",
    "__afl_sharedmem_fuzzing:",
    ".zero 4",
    ".popsection",
);

static NO_TEST_CASE: AtomicU32 = AtomicU32::new(0);

/// `unsigned int *`, never null.
#[unsafe(no_mangle)]
pub static __afl_fuzz_len: AtomicPtr<u32> = AtomicPtr::new(NO_TEST_CASE.as_ptr());

/// `unsigned char *`, null if test cases come another way.
#[unsafe(no_mangle)]
pub static __afl_fuzz_ptr: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// Attaches the segment. `None` if the harness cannot use it, or the fuzzer has none.
pub fn attach() -> Result<Option<TestCases>, Failure> {
    if !harness_shares() || !environment::TEST_CASES.is_set() {
        return Ok(None);
    }
    segment::attach(&environment::TEST_CASES)
        .map(|segment| Some(TestCases(segment.address.as_ptr())))
}

/// Whether the harness takes test cases from shared memory.
fn harness_shares() -> bool {
    let variable = address_of_weak!("__afl_sharedmem_fuzzing") as *const core::ffi::c_int;
    // SAFETY: ours, or the harness's own.
    unsafe { *variable != 0 }
}

/// Whether this is the address of the test case or of its length.
pub fn has(address: usize) -> bool {
    address == __afl_fuzz_len.load(Relaxed) as usize
        || address == __afl_fuzz_ptr.load(Relaxed) as usize
}

/// An attached segment that the fuzzer has not agreed to use yet.
pub struct TestCases(*mut u8);

impl TestCases {
    /// The fuzzer has agreed: harnesses find test cases there from now on.
    pub fn accept(self) {
        __afl_fuzz_len.store(self.0.cast(), Relaxed);
        // SAFETY: a segment has at least a page.
        __afl_fuzz_ptr.store(unsafe { self.0.add(TEST_CASE_HEADER) }, Relaxed);
    }
}
