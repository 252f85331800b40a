//! LibAFL's in-process fuzzer as a library (`runtime/libafl`): one object behind a C entry.

use crate::{
    exporters::{LIBAFL, count, symbols},
    functions::sanitizers,
};

/// What the object shows; everything else in it is local, so that a program may bring other Rust code.
pub const EXPORTS: [&str; count(LIBAFL)] = symbols(LIBAFL);

/// Of these and of what the object refers to, what is weak: a program may have its own, or lack them.
pub const WEAK: &[&str] = &[
    sanitizers::UBSAN_OPTIONS.name,
    sanitizers::TSAN_OPTIONS.name,
    "__msan_unpoison",
    "__msan_unpoison_param",
    "__sanitizer_set_death_callback",
    "__start_libafl_token",
    "__stop_libafl_token",
];

/// What a link with it needs besides.
pub const LIBRARIES: &[&str] = &["-lpthread", "-ldl", "-lm", "-lrt", "-lutil"];

/// Below an engines' folder: the archive that holds the object, and the fuzzer for programs with a fork server.
pub const ARCHIVE: &str = "libafl/libfz_libafl.a";
pub const FORK_SERVER_FUZZER: &str = "libafl/fz-libafl";
