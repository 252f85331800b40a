//! LibAFL's in-process fuzzer as a library (`runtime/libafl`): one object with a C interface.

use crate::{
    exporters::{LIBAFL, count, symbols},
    functions::sanitizers,
};

/// Its exported symbols. All others are local, so that a program may contain other Rust code.
pub const EXPORTS: [&str; count(LIBAFL)] = symbols(LIBAFL);

/// Those of them, and of the symbols that the object refers to, that are weak: a program may define its own, or lack
/// them.
pub const WEAK: &[&str] = &[
    sanitizers::UBSAN_OPTIONS.name,
    sanitizers::TSAN_OPTIONS.name,
    "__msan_unpoison",
    "__msan_unpoison_param",
    "__sanitizer_set_death_callback",
    "__start_libafl_token",
    "__stop_libafl_token",
];

/// The libraries that a link with it needs besides.
pub const LIBRARIES: &[&str] = &["-lpthread", "-ldl", "-lm", "-lrt", "-lutil"];

/// Relative to an engines' folder: the archive with the object, and the fuzzer for programs with a fork server.
pub const ARCHIVE: &str = "libafl/libfz_libafl.a";
pub const FORK_SERVER_FUZZER: &str = "libafl/fz-libafl";
