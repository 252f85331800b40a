//! The core of the runtimes that fz links into programs for fuzzers with a shared map: which images there are, where in
//! the map their counters are, and how they get there. It knows no protocol: `runtime/protocol` starts it, tells it
//! where the map is, and asks it for the size to announce.
//!
//! Counters are the shared map. Instrumented code increments bytes of its own image; the core maps the fuzzer's shared
//! memory over those bytes ([`counters`]), so that no code has to load a map pointer.
//!
//! Rules: no allocation, no std, no libc except through [`sys`]. The constructor runs before `main`, possibly in a
//! chroot without /proc, under seccomp, setuid or in a static program, so errors are reported only if a fuzzer is
//! listening.
//!
//! Order at start: constructors of instrumented libraries and of the executable register their counters (priority 2),
//! then the protocol's constructor runs (priority 5).
//!
//! Each module uses only those before it:
//!
//! ```text
//! sys → value, hash → environment, segment → distance, records → image → contexts, slots → map → copy → layout
//!     → climb, counters → check, leftovers → callbacks
//! ```
#![no_std]

mod callbacks;
pub mod check;
pub mod climb;
mod contexts;
mod copy;
pub mod counters;
pub mod distance;
pub mod environment;
mod gates;
mod hash;
mod image;
pub mod layout;
pub mod leftovers;
pub mod map;
mod patches;
pub mod phase;
mod records;
mod registers;
pub mod segment;
mod slots;
pub mod sys;
pub mod value;
