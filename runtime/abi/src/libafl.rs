//! LibAFL's in-process fuzzer as a library (`runtime/libafl`): one object behind a C entry.

/// `int (int argc, char **argv, int (*one)(const uint8_t *, size_t))`: fuzzes `one` as the arguments say; the exit
/// status.
pub const ENTRY: &str = "fz_libafl_main";
/// `bool (void)`: whether an input is being traced, so that compares are wanted.
pub const LISTENS: &str = "fz_libafl_listens";
/// `void (bool)`: opens or shuts the gates of this process's images.
pub const LISTEN: &str = "fz_libafl_listen";
/// `void (uintptr_t site, size_t bytes, uint64_t a, uint64_t b, bool is_case)`: what another process has compared.
pub const COMPARED: &str = "fz_libafl_compared";

/// What the object shows; everything else in it is local, so that a program may bring other Rust code.
pub const EXPORTS: &[&str] = &[
    ENTRY,
    LISTENS,
    LISTEN,
    COMPARED,
    crate::compares::INIT,
    crate::callbacks::COUNTERS_INIT,
    "__sanitizer_cov_8bit_counters_cleanup",
    crate::compares::trace::CMP[0],
    crate::compares::trace::CMP[1],
    crate::compares::trace::CMP[2],
    crate::compares::trace::CMP[3],
    crate::compares::trace::CONST_CMP[0],
    crate::compares::trace::CONST_CMP[1],
    crate::compares::trace::CONST_CMP[2],
    crate::compares::trace::CONST_CMP[3],
    crate::compares::trace::SWITCH,
    crate::compares::trace::HOOKS[0],
    crate::compares::trace::HOOKS[1],
    crate::compares::trace::HOOKS[2],
    crate::compares::trace::HOOKS[3],
    crate::compares::trace::HOOKS[4],
    crate::compares::trace::HOOKS[5],
    crate::compares::trace::HOOKS[6],
    crate::compares::trace::HOOKS[7],
    "__ubsan_default_options",
    "__tsan_default_options",
];

/// Of these and of what the object refers to, what is weak: a program may have its own, or lack them.
pub const WEAK: &[&str] = &[
    "__ubsan_default_options",
    "__tsan_default_options",
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
