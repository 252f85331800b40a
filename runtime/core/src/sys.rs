//! The operating system, and everything that is used of libc.
//!
//! System calls are made directly, because a program may define its own `read` or `close`, or have them interposed.
//! Only what cannot be had otherwise comes from libc: `fork` (it runs handlers), `getauxval`, `environ`, and
//! `dl_iterate_phdr` if there is a dynamic linker; and what the compiler itself calls: `memcpy`, `strlen` and the like.

pub use arch::{Disposition, exports_are_ours};
pub use files::*;
pub use images::*;
pub use line::*;
pub use memory::*;
pub use process::*;

#[cfg(target_arch = "x86_64")]
#[path = "sys/x86_64.rs"]
mod arch;
mod files;
mod images;
mod line;
mod memory;
mod process;
