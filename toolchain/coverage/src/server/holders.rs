//! Processes that outlive the run that they belong to.

use std::fs;

use fz_process::Segment;
use rustix::process::{Pid, Signal, kill_process};

/// Kills all other processes that have the segment. They may have left the server's group and session.
pub fn kill(segment: &Segment) {
    const ROUNDS: usize = 8;
    // While some are killed they may start others.
    for _ in 0..ROUNDS {
        if segment.places().is_ok_and(|places| places <= 1) {
            return;
        }
        for process in processes().filter(|p| has(*p, &segment.name())) {
            // It has memory which this process has made for its servers alone.
            if let Some(process) = Pid::from_raw(process) {
                let _ = kill_process(process, Signal::KILL);
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let own = std::process::id() as i32;
    let numbers = entries.filter_map(|e| e.file_name().to_str()?.parse().ok());
    numbers.filter(move |p| *p != own)
}

/// In a list of mappings, segments have their number where files have that of their inode.
fn has(process: i32, segment: &str) -> bool {
    let maps = fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
    maps.lines().any(|line| {
        let mut words = line.split_whitespace().skip(4);
        words.next() == Some(segment) && words.next().is_some_and(|name| name.starts_with("/SYSV"))
    })
}

#[cfg(test)]
mod tests {
    use std::{
        os::unix::process::CommandExt,
        process::Command,
        thread,
        time::{Duration, Instant},
    };

    use super::*;

    /// Between fork and exec a process is a copy of this one; others of its threads end their servers meanwhile.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "starts what it looks at")]
    fn what_is_being_started_is_spared() {
        let segment = Segment::new(4096).unwrap();
        let started = thread::spawn(|| {
            let mut command = Command::new("true");
            // SAFETY: a sleep is async-signal-safe.
            unsafe {
                command.pre_exec(|| {
                    thread::sleep(Duration::from_millis(300));
                    Ok(())
                });
            }
            command.status()
        });
        thread::sleep(Duration::from_millis(100));
        let is_alone = segment.is_left_alone(1, Instant::now()).unwrap();
        kill(&segment);
        let status = started.join().unwrap().unwrap();
        assert!(status.success() && is_alone, "{status} {is_alone}");
    }
}
