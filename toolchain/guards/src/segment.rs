//! The map of a program that no fuzzer drives: a System V segment, by whose number the program finds it.

use std::io;

use anyhow::{Result, ensure};

pub struct Segment {
    number: i32,
    start: *mut u8,
    size: usize,
}

// SAFETY: plain memory, which its one owner reads and writes.
unsafe impl Send for Segment {}

impl Segment {
    pub fn new(size: usize) -> Result<Segment> {
        // SAFETY: a new segment, attached at a place of the kernel's choice.
        let (number, start) = unsafe {
            let number = libc::shmget(libc::IPC_PRIVATE, size, libc::IPC_CREAT | 0o600);
            let start = match number {
                ..0 => usize::MAX as *mut libc::c_void,
                _ => libc::shmat(number, std::ptr::null(), 0),
            };
            (number, start)
        };
        let why = io::Error::last_os_error();
        if number >= 0 {
            // Linux lets programs attach it all the same, as long as somebody has it: nothing stays behind.
            // SAFETY: our own segment.
            unsafe { libc::shmctl(number, libc::IPC_RMID, std::ptr::null_mut()) };
        }
        ensure!(
            start as isize != -1,
            "no shared memory of {size} bytes: {why} (`ipcs -l` shows the limits)"
        );
        Ok(Segment {
            number,
            start: start.cast(),
            size,
        })
    }

    /// How a program is told of it.
    pub fn name(&self) -> String {
        self.number.to_string()
    }

    pub fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: attached, and so large. Programs that write it are not waited for any longer.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.size) }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: nobody has its bytes any more.
        unsafe { libc::shmdt(self.start.cast()) };
    }
}
