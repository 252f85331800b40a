//! The AFL protocol, in both of its forms, and the names by which fuzzer and target know each other.

use crate::exporters::{AFL, count, symbols};

/// Global symbols of the AFL runtime. All others are local to it. Executables export these to the
/// libraries that they load (`--export-dynamic-symbol`).
pub const EXPORTS: [&str; count(AFL)] = symbols(AFL);

/// The target reads commands here …
pub const CONTROL_FD: i32 = 198;
/// … and writes its answers here.
pub const STATUS_FD: i32 = 199;

/// Environment variables, set by the fuzzer unless said otherwise. They stand in the runtime with
/// their NUL, for fuzzers look for [`env::SHM_ID`] with it in the executable.
pub mod env {
    use core::ffi::CStr;

    /// The map: a SysV id in decimal, or the name of a POSIX segment (it starts with a slash).
    /// An executable with this string counts as instrumented.
    pub const SHM_ID: &CStr = c"__AFL_SHM_ID";
    /// The segment for test cases, in the same two forms.
    pub const SHM_FUZZ_ID: &CStr = c"__AFL_SHM_FUZZ_ID";
    /// The size of that segment. Only fuzzers that speak the new protocol set it.
    pub const SHM_FUZZ_MAP_SIZE: &CStr = c"__AFL_SHM_FUZZ_MAP_SIZE";
    /// The segment for the operands of compares, in the same two forms. Only the target of `-c` gets it.
    pub const CMPLOG_SHM_ID: &CStr = c"__AFL_CMPLOG_SHM_ID";
    /// Where in the map's segment [`super::sync`]'s word is: the number of bytes before it, in decimal. Only for programs
    /// with [`super::signature::PERSISTENT`], and only fuzzers from 5.0 on say it.
    pub const SYNC: &CStr = c"AFL_CHILD_SYNC_SHM";
    /// The map belongs to another program: nothing may be counted into it. So the fuzzer starts the programs of `-w`.
    pub const ONLY_SERVER: &CStr = c"AFL_LLVM_ONLY_FSRV";
    /// The fuzzer has found [`super::signature::PERSISTENT`].
    pub const PERSISTENT: &CStr = c"__AFL_PERSISTENT";
    /// Set by `fz cov collect` besides: passes are to be alone ([`super::passes`]).
    pub const ALONE: &CStr = c"__FZ_PASSES_ALONE";
    /// Set by `fz cov collect` besides: what ran is told also of test cases that the program takes back.
    pub const WHOLE: &CStr = c"__FZ_WHOLE";
    /// The fuzzer has found [`super::signature::DEFERRED`].
    pub const DEFERRED: &CStr = c"__AFL_DEFER_FORKSRV";
    /// Do without IJON: the fuzzer looks at it elsewhere.
    pub const NO_IJON: &CStr = c"AFL_NO_IJON";
    /// Set by people: print the map's size and exit.
    pub const DUMP_MAP_SIZE: &CStr = c"AFL_DUMP_MAP_SIZE";
}

/// How `fz cov collect` runs many inputs in one process, each as if it were alone: what was counted on the way to the loop
/// stays in the map, and a pass that leaves something behind for the next one is the last. The first byte of the map says
/// more about the run.
pub mod passes {
    /// Asked for: stop where the loop begins, before the first pass.
    pub const PAUSE: u8 = 2;
    /// Asked for where it has stopped: leave the loop.
    pub const LEAVE: u8 = 3;
    /// Answered: what was counted before is not to count.
    pub const DISCARDED: u8 = 4;
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
    /// The target logs compares in the one layout that fuzzers with this handshake know.
    pub const COMPARES: u32 = 0x0200_0000;
    /// The largest map size that fits into the word: `(size - 1) << 1` in the bits of `0x00ff_fffe`.
    pub const MAX_MAP_SIZE: usize = 8 * 1024 * 1024;
    pub const ERROR: u32 = 0xf800_008f;
    pub const ERROR_SHIFT: u32 = 8;
}

/// The first AFL's handshake, which its descendants still have: a word, whatever it is, and no answer.
pub mod classic {
    pub const HELLO: u32 = 0;
    /// The one size of a map.
    pub const MAP_SIZE: usize = 64 * 1024;
}

/// The new handshake, version 1.
pub mod new {
    pub const HELLO: u32 = 0x4146_4c01;
    pub const MAP_SIZE: u32 = 0x1;
    pub const SHARED_TEST_CASES: u32 = 0x2;
    /// Passes of a persistent child end and begin by [`super::sync`]'s word, not by signals.
    pub const SYNC: u32 = 0x4;
    pub const AUTODICT: u32 = 0x800;
    /// The map ends with [`super::ijon`]'s areas.
    pub const IJON: u32 = 0x0400_0000;
    pub const ERROR: u32 = 0xeffe_0000;
}

/// A word of 32 bits, behind the counters in the map's segment, by which fuzzer and persistent child take turns without
/// the server in between. Whoever waits for a change of it waits in the kernel (`futex`), shared between processes.
pub mod sync {
    /// There is no child, or it is on its way to the end of its first pass.
    pub const IDLE: u32 = 0;
    /// The fuzzer says: the next test case is there.
    pub const RUN: u32 = 1;
    /// The child says: the pass has ended.
    pub const DONE: u32 = 2;
    /// The server says that the child has ended; or the fuzzer that it had better end.
    pub const EXITED: u32 = 3;
}

/// What is behind the counters of programs that use IJON.
pub mod ijon {
    /// Bytes that count as edges do.
    pub const SET_SIZE: usize = 65536;
    /// Behind them, only with [`super::new::IJON`]: numbers of 64 bits, of which the largest are kept.
    pub const MAX_SLOTS: usize = 512;
    /// A symbol, weak, that is there where a harness uses the macros.
    pub const USED: &str = "__fz_ijon";
}

/// Error codes, the same in both handshakes.
pub mod error {
    pub const SHM_OPEN: u32 = 4;
    pub const SHMAT: u32 = 8;
    pub const MMAP: u32 = 16;
    /// The target does not know the layout of the fuzzer's segment for compares.
    pub const OLD_CMPLOG: u32 = 32;
}

/// Tokens of a dictionary that a target offers, at most. AFL++ sorts all of them anew with each one that it takes, and
/// takes those beyond the first few hundred by chance; and longer messages than a pipe holds would wait for it.
pub const MOST_TOKENS: usize = 1024;
/// Bytes before the data of a test-case segment: its length, u32.
pub const TEST_CASE_HEADER: usize = 4;
/// What the AFL++ macros read at most when no fuzzer provides a segment.
pub const MAX_TEST_CASE: usize = 1024 * 1024;
