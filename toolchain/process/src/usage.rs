//! What processes that this one starts have used, and what those start.

use std::{
    mem,
    time::{Duration, Instant},
};

use rustix::process::{WaitOptions, getpid, set_child_subreaper, wait};

/// For processes to go that were killed and that nobody has waited for.
const PATIENCE: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(10);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub wall: Duration,
    /// Of processors.
    pub cpu: Duration,
    /// The peak of the largest process, in bytes.
    pub memory: u64,
}

/// Counts from where it is made.
pub struct Meter {
    began: Instant,
    before: Duration,
}

impl Meter {
    /// From here on processes whose parents have gone are this one's, so that they are counted as well.
    pub fn start() -> Meter {
        // Where that is refused they are missing from the sum.
        let _ = set_child_subreaper(Some(getpid()));
        Meter {
            began: Instant::now(),
            before: children().0,
        }
    }

    /// Where all that was started has ended. Processes that run on are not counted.
    pub fn end(self) -> Usage {
        let wall = self.began.elapsed();
        let until = Instant::now() + PATIENCE;
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) if Instant::now() < until => std::thread::sleep(TICK),
                _ => break,
            }
        }
        let (cpu, memory) = children();
        Usage {
            wall,
            cpu: cpu.saturating_sub(self.before),
            memory,
        }
    }
}

/// Of all that were waited for: processor time, and the largest one's memory.
fn children() -> (Duration, u64) {
    // rustix has no call for it.
    // SAFETY: a struct of numbers, which the call fills.
    let used = unsafe {
        let mut used: libc::rusage = mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut used);
        used
    };
    let time = |t: libc::timeval| {
        Duration::from_secs(t.tv_sec as u64) + Duration::from_micros(t.tv_usec as u64)
    };
    // In KiB.
    let memory = used.ru_maxrss as u64 * 1024;
    (time(used.ru_utime) + time(used.ru_stime), memory)
}
