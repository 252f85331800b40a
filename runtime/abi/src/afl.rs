//! The AFL protocol, with both of AFL++'s handshakes, and the names by which fuzzer and target recognise each other.

use crate::exporters::{AFL, count, symbols};

/// Global symbols of the AFL runtime; all others are local. Executables export these to the libraries that they load
/// (`--export-dynamic-symbol`).
pub const EXPORTS: [&str; count(AFL)] = symbols(AFL);

/// The target reads commands here …
pub const CONTROL_FD: i32 = 198;
/// … and writes its answers here.
pub const STATUS_FD: i32 = 199;

/// Environment variables, set by the fuzzer unless stated otherwise. The runtime contains them with their NUL, because
/// fuzzers search the executable for [`env::SHM_ID`] including it.
pub mod env {
    use core::ffi::CStr;

    /// The map: a SysV id in decimal, or the name of a POSIX shared memory object (which starts with a slash). Fuzzers
    /// take an executable that contains this string for instrumented.
    pub const SHM_ID: &CStr = c"__AFL_SHM_ID";
    /// The shared memory for test cases, in the same two forms.
    pub const SHM_FUZZ_ID: &CStr = c"__AFL_SHM_FUZZ_ID";
    /// The size of that shared memory. Only fuzzers with the new handshake set it.
    pub const SHM_FUZZ_MAP_SIZE: &CStr = c"__AFL_SHM_FUZZ_MAP_SIZE";
    /// The shared memory for operands of compares (cmplog), in the same two forms. Only the target of `-c` gets it.
    pub const CMPLOG_SHM_ID: &CStr = c"__AFL_CMPLOG_SHM_ID";
    /// The offset of [`super::sync`]'s word in the map's shared memory, in decimal. Set for programs with
    /// [`super::signature::PERSISTENT`] only, by AFL++ 5.0 and later.
    pub const SYNC: &CStr = c"AFL_CHILD_SYNC_SHM";
    /// The map belongs to another program, so nothing may be counted into it. afl-fuzz starts the programs of `-w` this
    /// way.
    pub const ONLY_SERVER: &CStr = c"AFL_LLVM_ONLY_FSRV";
    /// The fuzzer has found [`super::signature::PERSISTENT`].
    pub const PERSISTENT: &CStr = c"__AFL_PERSISTENT";
    /// Set by `fz cov collect`: iterations of a persistent loop must be independent ([`super::passes`]).
    pub const ALONE: &CStr = c"__FZ_PASSES_ALONE";
    /// Set by `fz cov collect`: test cases that the program discards are counted too.
    pub const WHOLE: &CStr = c"__FZ_WHOLE";
    /// The fuzzer has found [`super::signature::DEFERRED`].
    pub const DEFERRED: &CStr = c"__AFL_DEFER_FORKSRV";
    /// Run without IJON: the fuzzer evaluates it in another program.
    pub const NO_IJON: &CStr = c"AFL_NO_IJON";
    /// Set by people: print the map's size and exit.
    pub const DUMP_MAP_SIZE: &CStr = c"AFL_DUMP_MAP_SIZE";
}

/// How `fz cov collect` runs many inputs in one process, each as if it were alone. What was counted on the way to the
/// loop stays in the map, and an iteration that leaves state for the next one is the last. The map's first byte carries
/// these requests and answers.
pub mod passes {
    /// Request: stop at the loop, before the first iteration.
    pub const PAUSE: u8 = 2;
    /// Request to the stopped program: leave the loop.
    pub const LEAVE: u8 = 3;
    /// Answer: what was counted before is not to count.
    pub const DISCARDED: u8 = 4;
}

/// Strings by which a fuzzer recognises the features of an executable's harness. They must not occur in the runtime
/// itself.
pub mod signature {
    pub const PERSISTENT: &str = "##SIG_AFL_PERSISTENT##";
    pub const DEFERRED: &str = "##SIG_AFL_DEFER_FORKSRV##";
}

/// The old handshake: one 32-bit word of flags.
pub mod old {
    pub const ENABLED: u32 = 0x8000_0001;
    pub const MAP_SIZE: u32 = 0x4000_0000;
    pub const SHARED_TEST_CASES: u32 = 0x0100_0000;
    pub const AUTODICT: u32 = 0x1000_0000;
    /// The target logs compares in the only layout that fuzzers with this handshake know.
    pub const COMPARES: u32 = 0x0200_0000;
    /// The largest map size that fits into the word: `(size - 1) << 1` in the bits of `0x00ff_fffe`.
    pub const MAX_MAP_SIZE: usize = 8 * 1024 * 1024;
    pub const ERROR: u32 = 0xf800_008f;
    pub const ERROR_SHIFT: u32 = 8;
}

/// The handshake of the first AFL, which its descendants still have: a word of any value, without an answer.
pub mod classic {
    pub const HELLO: u32 = 0;
    /// The fixed size of a map.
    pub const MAP_SIZE: usize = 64 * 1024;
}

/// The new handshake, version 1.
pub mod new {
    pub const HELLO: u32 = 0x4146_4c01;
    pub const MAP_SIZE: u32 = 0x1;
    pub const SHARED_TEST_CASES: u32 = 0x2;
    /// Iterations of a persistent child end and begin by [`super::sync`]'s word, not by signals.
    pub const SYNC: u32 = 0x4;
    pub const AUTODICT: u32 = 0x800;
    /// The map ends with [`super::ijon`]'s areas.
    pub const IJON: u32 = 0x0400_0000;
    pub const ERROR: u32 = 0xeffe_0000;
}

/// A 32-bit word after the counters in the map's shared memory, by which fuzzer and persistent child take turns without
/// the fork server. Both wait for it to change in a `futex` shared between processes.
pub mod sync {
    /// There is no child, or its first iteration has not ended.
    pub const IDLE: u32 = 0;
    /// From the fuzzer: the next test case is there.
    pub const RUN: u32 = 1;
    /// From the child: the iteration has ended.
    pub const DONE: u32 = 2;
    /// From the fork server: the child has ended. From the fuzzer: the child should end.
    pub const EXITED: u32 = 3;
}

/// The areas after the counters in programs that use IJON.
pub mod ijon {
    /// Bytes that fuzzers read as they read edge counters.
    pub const SET_SIZE: usize = 65536;
    /// After them, only with [`super::new::IJON`]: 64-bit slots; inputs that raise one are kept.
    pub const MAX_SLOTS: usize = 512;
    /// A weak symbol, defined if a harness uses the macros.
    pub const USED: &str = "__fz_ijon";
}

/// Error codes, the same in both handshakes.
pub mod error {
    pub const SHM_OPEN: u32 = 4;
    pub const SHMAT: u32 = 8;
    pub const MMAP: u32 = 16;
    /// The target does not know the layout of the fuzzer's shared memory for compares.
    pub const OLD_CMPLOG: u32 = 32;
}

/// The most dictionary tokens that a target offers. AFL++ re-sorts its list for each token, and picks at random beyond
/// the first few hundred; and a message larger than a pipe's buffer would block.
pub const MOST_TOKENS: usize = 1024;
/// Bytes before the data in the shared memory for test cases: its length as `u32`.
pub const TEST_CASE_HEADER: usize = 4;
/// The most that the AFL++ macros read if the fuzzer provides no shared memory.
pub const MAX_TEST_CASE: usize = 1024 * 1024;
