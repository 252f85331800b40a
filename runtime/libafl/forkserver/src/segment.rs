//! SysV shared memory that a target attaches by its id.

use std::io;

use libafl_bolts::Error;

use crate::env;

pub struct Segment {
    number: i32,
    start: *mut u8,
    length: usize,
}

impl Segment {
    pub fn new(length: usize) -> Result<Segment, Error> {
        let failed = || {
            let why = io::Error::last_os_error();
            Error::unknown(format!("no shared segment of {length} bytes: {why}"))
        };
        // SAFETY: a new segment, attached at a place of the kernel's choice.
        unsafe {
            let number = libc::shmget(libc::IPC_PRIVATE, length, libc::IPC_CREAT | 0o600);
            if number < 0 {
                return Err(failed());
            }
            let start = libc::shmat(number, std::ptr::null(), 0);
            // Linux lets others attach it until the last process has detached, so nothing is left over, however this
            // process ends.
            libc::shmctl(number, libc::IPC_RMID, std::ptr::null_mut());
            if start as isize == -1 {
                return Err(failed());
            }
            Ok(Segment {
                number,
                start: start.cast(),
                length,
            })
        }
    }

    /// Passes its id to programs started from now on.
    pub fn announce(&self, variable: &str) {
        env::set(variable, &self.number.to_string());
    }

    /// Its bytes, which stay until the process ends.
    pub fn leak(self) -> (*mut u8, usize) {
        (self.start, self.length)
    }
}
