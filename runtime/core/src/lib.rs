//! The core of the runtimes that fz links into programs for fuzzers with a map: which images there are, where their
//! counters lie in the map, and how they get there. It knows no protocol: `runtime/protocol` starts it, tells it where
//! the map is, and asks it what to announce.
//!
//! Counters are the shared map. Instrumented code increments bytes of its own image; the core lays the fuzzer's shared
//! memory over those bytes ([`counters`]), so an edge costs no load of a map pointer.
//!
//! Rules of the house: no allocation, no std, no libc except through [`sys`]. A constructor runs before `main`, possibly
//! in a chroot without /proc, under seccomp, as setuid or in a static program; so nothing here may fail loudly unless a
//! fuzzer is listening.
//!
//! Order at start: the constructors of instrumented libraries and of the executable register their counters
//! (priority 2), then the protocol's constructor runs (priority 5).
//!
//! Each module uses those above it only:
//!
//! ```text
//! sys → value → environment, segment → records → image → contexts, slots → map → copy → layout → counters
//!     → check, leftovers → callbacks
//! ```
#![no_std]

mod callbacks;
pub mod check;
mod contexts;
mod copy;
pub mod counters;
pub mod environment;
mod image;
pub mod layout;
pub mod leftovers;
pub mod map;
pub mod phase;
mod records;
pub mod segment;
mod slots;
pub mod sys;
pub mod value;
