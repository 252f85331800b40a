//! The shared segments that a cmplog build attaches: the fuzzer's, which nobody reads, and that of
//! `tests/bench/harness/pairs.c`.

use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Result, ensure};

/// Of AFL++ 4.40c: 65,536 headers, and as many rows of 32 slots. A runtime that finds it opens the gates.
const CMPLOG_BYTES: usize = 65536 * (2 + 32 * 72);
/// More than any of the programs counts.
const MAP_BYTES: usize = 8 << 20;
/// How many pairs were written, and how many there was no room for.
const HEAD: usize = 16;
/// Bytes of a pair.
pub const PAIR: usize = 80;
const MOST: usize = 1 << 21;

pub struct Segment {
    pairs: Attached,
    cmplog: Attached,
    counters: Attached,
}

/// A System V segment; it goes when the last process lets go of it.
struct Attached {
    number: i32,
    start: *mut u8,
    length: usize,
}

impl Attached {
    fn new(length: usize) -> Result<Attached> {
        // SAFETY: a new segment, attached at a place of the kernel's choice.
        let (number, start) = unsafe {
            let number = libc::shmget(libc::IPC_PRIVATE, length, libc::IPC_CREAT | 0o600);
            let start = libc::shmat(number, std::ptr::null(), 0);
            // Linux lets others attach all the same.
            libc::shmctl(number, libc::IPC_RMID, std::ptr::null_mut());
            (number, start)
        };
        ensure!(
            number >= 0 && start as isize != -1,
            "no shared segment of {length} bytes: {}",
            std::io::Error::last_os_error()
        );
        Ok(Attached {
            number,
            start: start.cast(),
            length,
        })
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        // SAFETY: attached in `new`.
        unsafe { libc::shmdt(self.start.cast()) };
    }
}

impl Segment {
    pub fn new() -> Result<Segment> {
        Ok(Segment {
            pairs: Attached::new(HEAD + MOST * PAIR)?,
            cmplog: Attached::new(CMPLOG_BYTES)?,
            counters: Attached::new(MAP_BYTES)?,
        })
    }

    /// Back to zeros.
    pub fn clear(&mut self) {
        let Attached { start, length, .. } = self.pairs;
        // SAFETY: the whole segment. Pages that nobody has touched since the last time stay unmade.
        unsafe { libc::madvise(start.cast(), length, libc::MADV_REMOVE) };
    }

    /// The pairs, and how many were lost.
    pub fn pairs(&self) -> (&[u8], usize) {
        // SAFETY: the whole segment, and no program runs.
        let bytes = unsafe { std::slice::from_raw_parts(self.pairs.start, self.pairs.length) };
        let (head, pairs) = bytes.split_at(HEAD);
        let [count, lost] = [0, 8].map(|at| {
            let word = head[at..at + 8].try_into().expect("eight bytes");
            u64::from_le_bytes(word) as usize
        });
        (&pairs[..count.min(MOST) * PAIR], lost)
    }

    /// Has `command` find them, and stand at the same addresses each time.
    pub fn attach(&self, command: &mut Command) {
        command
            .env("FZ_PAIRS_SHM", self.pairs.number.to_string())
            .env("__AFL_CMPLOG_SHM_ID", self.cmplog.number.to_string())
            .env("__AFL_SHM_ID", self.counters.number.to_string())
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
