//! Functions that begin in assembly: they pass on their return address, and return at once while no log is open.

use core::ptr::null_mut;
use core::sync::atomic::AtomicPtr;

pub(crate) use arch::{caller_of, hook};

#[cfg(target_arch = "x86_64")]
#[path = "entry/x86_64.rs"]
mod arch;

/// The segment for compares while it is open, else null. What [`hook`] defines tests it first.
#[unsafe(no_mangle)]
pub static fz_compare_log: AtomicPtr<u8> = AtomicPtr::new(null_mut());

// A second name, for code instrumented by AFL++'s own passes, which calls no hook while this is null. Our references
// use the first name, which cannot be preempted.
core::arch::global_asm!(
    ".globl __afl_cmp_map",
    ".type __afl_cmp_map, @object",
    ".size __afl_cmp_map, 8",
    ".set __afl_cmp_map, fz_compare_log",
);
