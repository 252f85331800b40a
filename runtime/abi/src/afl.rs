//! The AFL protocol, in both of its forms, and the names by which fuzzer and target know each other.

/// Global symbols of the AFL runtime. All others are local to it. Executables export these to the
/// libraries that they load (`--export-dynamic-symbol`).
pub const EXPORTS: [&str; 8] = [
    crate::callbacks::COUNTERS_INIT,
    crate::callbacks::PCS_INIT,
    "__afl_connected",
    "__afl_fuzz_len",
    "__afl_fuzz_ptr",
    "__afl_manual_init",
    "__afl_persistent_loop",
    "__afl_sharedmem_fuzzing",
];

/// The target reads commands here …
pub const CONTROL_FD: i32 = 198;
/// … and writes its answers here.
pub const STATUS_FD: i32 = 199;

/// Environment variables, set by the fuzzer unless said otherwise.
pub mod env {
    /// The map: a SysV id in decimal, or the name of a POSIX segment (it starts with a slash).
    /// Fuzzers also look for this string in the executable to tell whether it is instrumented.
    pub const SHM_ID: &str = "__AFL_SHM_ID";
    /// The segment for test cases, in the same two forms.
    pub const SHM_FUZZ_ID: &str = "__AFL_SHM_FUZZ_ID";
    /// The size of that segment. Only fuzzers that speak the new protocol set it.
    pub const SHM_FUZZ_MAP_SIZE: &str = "__AFL_SHM_FUZZ_MAP_SIZE";
    /// The fuzzer has found [`super::signature::PERSISTENT`].
    pub const PERSISTENT: &str = "__AFL_PERSISTENT";
    /// The fuzzer has found [`super::signature::DEFERRED`].
    pub const DEFERRED: &str = "__AFL_DEFER_FORKSRV";
    /// Set by people: print the map's size and exit.
    pub const DUMP_MAP_SIZE: &str = "AFL_DUMP_MAP_SIZE";
}

/// Strings by which a fuzzer recognises what an executable's harness does. They must not occur in
/// the runtime itself.
pub mod signature {
    pub const PERSISTENT: &str = "##SIG_AFL_PERSISTENT##";
    pub const DEFERRED: &str = "##SIG_AFL_DEFER_FORKSRV##";
}

/// The old handshake: one word with flags.
pub mod old {
    pub const ENABLED: u32 = 0x8000_0001;
    pub const MAP_SIZE: u32 = 0x4000_0000;
    pub const SHARED_TEST_CASES: u32 = 0x0100_0000;
    pub const AUTODICT: u32 = 0x1000_0000;
    /// The largest map size that fits into the word: `(size - 1) << 1` in the bits of `0x00ff_fffe`.
    pub const MAX_MAP_SIZE: usize = 8 * 1024 * 1024;
    pub const ERROR: u32 = 0xf800_008f;
    pub const ERROR_SHIFT: u32 = 8;
}

/// The new handshake, version 1.
pub mod new {
    pub const HELLO: u32 = 0x4146_4c01;
    pub const MAP_SIZE: u32 = 0x1;
    pub const SHARED_TEST_CASES: u32 = 0x2;
    pub const AUTODICT: u32 = 0x800;
    pub const ERROR: u32 = 0xeffe_0000;
}

/// Error codes, the same in both handshakes.
pub mod error {
    pub const MAP_ADDRESS: u32 = 2;
    pub const SHM_OPEN: u32 = 4;
    pub const SHMAT: u32 = 8;
    pub const MMAP: u32 = 16;
}

/// Bytes before the data of a test-case segment: its length, u32.
pub const TEST_CASE_HEADER: usize = 4;
/// What the AFL++ macros read at most when no fuzzer provides a segment.
pub const MAX_TEST_CASE: usize = 1024 * 1024;
