//! The shared segments that a cmplog build attaches: the fuzzer's, which nobody reads, and that of
//! `tests/bench/harness/pairs.c`.

use std::os::unix::process::CommandExt;
use std::process::Command;

use fz_harness::fuzzer::Segment;

/// Of AFL++ 4.40c: 65,536 headers, and as many rows of 32 slots. A runtime that finds it opens the gates.
const CMPLOG_BYTES: usize = 65536 * (2 + 32 * 72);
/// More than any of the programs counts.
const MAP_BYTES: usize = 8 << 20;
/// How many pairs were written, and how many there was no room for.
const HEAD: usize = 16;
/// Bytes of a pair.
pub const PAIR: usize = 80;
const MOST: usize = 1 << 21;

/// All three.
pub struct Segments {
    pairs: Segment,
    cmplog: Segment,
    counters: Segment,
}

impl Segments {
    pub fn new() -> Segments {
        Segments {
            pairs: Segment::new(HEAD + MOST * PAIR, false),
            cmplog: Segment::new(CMPLOG_BYTES, false),
            counters: Segment::new(MAP_BYTES, false),
        }
    }

    /// Back to zeros.
    pub fn clear(&mut self) {
        let bytes = self.pairs.bytes_mut();
        // SAFETY: the whole segment. Pages that nobody has touched since the last time stay unmade.
        unsafe { libc::madvise(bytes.as_mut_ptr().cast(), bytes.len(), libc::MADV_REMOVE) };
    }

    /// The pairs, and how many were lost.
    pub fn pairs(&self) -> (&[u8], usize) {
        let (head, pairs) = self.pairs.bytes().split_at(HEAD);
        let [count, lost] = [0, 8].map(|at| {
            let word = head[at..at + 8].try_into().expect("eight bytes");
            u64::from_le_bytes(word) as usize
        });
        (&pairs[..count.min(MOST) * PAIR], lost)
    }

    /// Has `command` find them, and stand at the same addresses each time.
    pub fn attach(&self, command: &mut Command) {
        command
            .env("FZ_PAIRS_SHM", &self.pairs.name)
            .env("__AFL_CMPLOG_SHM_ID", &self.cmplog.name)
            .env("__AFL_SHM_ID", &self.counters.name)
            .env("AFL_MAP_SIZE", MAP_BYTES.to_string());
        // SAFETY: personality is async-signal-safe.
        unsafe {
            command.pre_exec(|| {
                libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
                Ok(())
            });
        }
    }
}
