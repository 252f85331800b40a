//! Shared memory of System V's kind, by the number that the program finds in its environment: AFL's protocol asks for it,
//! and rustix has no calls for it.

use std::{
    io,
    ptr::NonNull,
    time::{Duration, Instant},
};

use crate::signals;

/// Gone from the system as soon as nobody has it any more, however this process ends.
pub struct Segment {
    id: i32,
    address: NonNull<u8>,
    size: usize,
}

// SAFETY: memory of its own; who has the struct has the memory.
unsafe impl Send for Segment {}

impl Segment {
    pub fn new(size: usize) -> io::Result<Segment> {
        // SAFETY: plain calls, whose results are looked at.
        unsafe {
            let id = libc::shmget(libc::IPC_PRIVATE, size, libc::IPC_CREAT | 0o600);
            if id < 0 {
                return Err(io::Error::last_os_error());
            }
            let address = libc::shmat(id, std::ptr::null(), 0);
            let error = io::Error::last_os_error();
            // Linux lets others have it by its number all the same.
            libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut());
            let address = NonNull::new(address.cast()).filter(|_| address as isize != -1);
            let Some(address) = address else {
                return Err(error);
            };
            let segment = Segment { id, address, size };
            // Who has it is of the program. Processes that this one starts have it, too, until they are something else.
            match libc::madvise(address.as_ptr().cast(), size, libc::MADV_DONTFORK) {
                0 => Ok(segment),
                _ => Err(io::Error::last_os_error()),
            }
        }
    }

    /// How a program is told of it.
    pub fn name(&self) -> String {
        self.id.to_string()
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: it is there as long as self is; the program's run is over.
        unsafe { std::slice::from_raw_parts(self.address.as_ptr(), self.size) }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.address.as_ptr(), self.size) }
    }

    pub fn clear(&mut self) {
        self.bytes_mut().fill(0);
    }

    /// At how many places, in all processes, it is laid.
    pub fn places(&self) -> io::Result<u64> {
        // SAFETY: a plain struct that the call fills.
        unsafe {
            let mut about: libc::shmid_ds = std::mem::zeroed();
            match libc::shmctl(self.id, libc::IPC_STAT, &mut about) {
                0.. => Ok(about.shm_nattch),
                _ => Err(io::Error::last_os_error()),
            }
        }
    }

    /// Waits until it is laid at `idle` places only. Whether that came in time.
    pub fn is_left_alone(&self, idle: u64, until: Instant) -> io::Result<bool> {
        const TICK: Duration = Duration::from_millis(1);
        loop {
            if self.places()? <= idle {
                return Ok(true);
            }
            if Instant::now() >= until || signals::is_interrupted() {
                return Ok(false);
            }
            std::thread::sleep(TICK);
        }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: ours, and nobody borrows it any more.
        unsafe { libc::shmdt(self.address.as_ptr().cast()) };
    }
}
