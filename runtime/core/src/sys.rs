//! The operating system, and all there is of libc.
//!
//! System calls are made directly: a program may define its own `read` or `close`, or have them
//! interposed. From libc come only what cannot be had otherwise: `fork` (it has handlers to run),
//! `getauxval`, `environ`, and `dl_iterate_phdr` where there is a dynamic linker. (And what the compiler
//! calls by itself: `memcpy`, `strlen` and their like.)

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
