//! Functions whose first instructions have to be chosen: they look at their return address, and cost nothing while nobody
//! listens.

use core::ptr::null_mut;
use core::sync::atomic::AtomicPtr;

pub(crate) use arch::{caller_of, hook};

#[cfg(target_arch = "x86_64")]
#[path = "entry/x86_64.rs"]
mod arch;

/// The segment for compares while somebody listens, else null: [`hook`] looks at it first of all.
#[unsafe(no_mangle)]
pub static fz_compare_log: AtomicPtr<u8> = AtomicPtr::new(null_mut());

// A second name: AFL++'s passes read it, to call no hook while it is null. Our own references must not lead to somebody
// else's.
core::arch::global_asm!(
    ".globl __afl_cmp_map",
    ".type __afl_cmp_map, @object",
    ".size __afl_cmp_map, 8",
    ".set __afl_cmp_map, fz_compare_log",
);
