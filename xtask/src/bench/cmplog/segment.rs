//! The shared segments that a cmplog build attaches: operands, and counters that nobody reads.

use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Result, ensure};

/// Rows, and slots of a row.
pub const ROWS: usize = 65536;
pub const SLOTS: usize = 32;
/// Bytes of a slot, and of a row's header.
pub const SLOT: usize = 72;
pub const HEADER: usize = 2;

const BYTES: usize = ROWS * (HEADER + SLOTS * SLOT);
/// More than any of the programs counts.
const MAP_BYTES: usize = 8 << 20;

pub struct Segment {
    operands: Attached,
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
            operands: Attached::new(BYTES)?,
            counters: Attached::new(MAP_BYTES)?,
        })
    }

    /// Back to zeros.
    pub fn clear(&mut self) {
        let Attached { start, length, .. } = self.operands;
        // SAFETY: the whole segment. Pages that nobody has touched since the last time stay unmade.
        unsafe { libc::madvise(start.cast(), length, libc::MADV_REMOVE) };
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the whole segment, and no program runs.
        unsafe { std::slice::from_raw_parts(self.operands.start, self.operands.length) }
    }

    /// Has `command` find both, and stand at the same addresses each time.
    pub fn attach(&self, command: &mut Command) {
        command
            .env("__AFL_CMPLOG_SHM_ID", self.operands.number.to_string())
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
