//! What processes have used of processors: the user and system time of everything below them, from `/proc`.
//!
//! A fork server waits for what it starts, and so knows the time of all that has ended; what is running is counted as it
//! stands. Only a process whose parent is killed before it is lost: that is the one input during which an instance ends.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::time::Duration;

use anyhow::{Context, Result};

/// A line of `/proc/PID/stat`.
#[derive(Debug, PartialEq, Eq)]
struct Process {
    parent: u32,
    /// Its own time and that of those it has waited for, in ticks.
    ticks: u64,
}

/// What these processes, their descendants, and all that these have waited for have used until now.
pub fn used(roots: &[u32]) -> Result<Duration> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir("/proc").context("cannot read /proc")? {
        let entry = entry?;
        let Some(pid) = entry.file_name().to_str().and_then(|n| n.parse().ok()) else {
            continue;
        };
        // It may end meanwhile.
        let text = match fs::read_to_string(entry.path().join("stat")) {
            Ok(text) => text,
            Err(e) if e.kind() == ErrorKind::NotFound => continue,
            Err(e) if e.raw_os_error() == Some(libc::ESRCH) => continue,
            Err(e) => return Err(e).context("cannot read a process's times"),
        };
        let process = parse(&text).with_context(|| format!("/proc/{pid}/stat says {text}"))?;
        all.insert(pid, process);
    }
    // SAFETY: sysconf has no preconditions.
    let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    Ok(Duration::from_secs_f64(
        below(&all, roots) as f64 / per_second as f64,
    ))
}

/// The ticks of `roots` and of all their descendants.
fn below(all: &BTreeMap<u32, Process>, roots: &[u32]) -> u64 {
    let is_below = |pid: &u32| {
        let ancestors = std::iter::successors(Some(*pid), |pid| all.get(pid).map(|p| p.parent));
        // A number that is given anew while all are read must not lead round in a circle.
        ancestors.take(all.len()).any(|pid| roots.contains(&pid))
    };
    let counted = all.iter().filter(|(pid, _)| is_below(pid));
    counted.map(|(_, process)| process.ticks).sum()
}

/// The name, in parentheses, may contain anything.
fn parse(stat: &str) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    // Behind the name stands field 3 of proc(5); utime, stime, cutime and cstime are 14 to 17.
    let times = fields.get(11..15)?;
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        ticks: times
            .iter()
            .map(|t| t.parse::<u64>().ok())
            .sum::<Option<u64>>()?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::{Process, below, parse, used};

    #[test]
    fn names_do_not_confuse() {
        let stat = "42 (a) R 7 (b)) S 7 42 42 0 -1 4194304 1 2 3 4 10 20 300 4000 20 0 1 0 99 0 0";
        let process = Process {
            parent: 7,
            ticks: 4330,
        };
        assert_eq!(parse(stat), Some(process));
        assert_eq!(parse("42 (a) S"), None);
    }

    #[test]
    fn only_descendants_count() {
        let process = |parent, ticks| Process { parent, ticks };
        let all = BTreeMap::from([
            (1, process(0, 1)),
            (2, process(1, 10)),
            (3, process(2, 100)),
            (4, process(1, 1000)),
            (5, process(3, 10000)),
        ]);
        assert_eq!(below(&all, &[2]), 10110);
        assert_eq!(below(&all, &[2, 3, 4]), 11110);
        assert_eq!(below(&all, &[9]), 0);
    }

    #[test]
    fn what_children_have_used_counts_also_when_they_have_ended() {
        let busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        let script = format!("sh -c '{busy}'; echo; read line");
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while used(&[child.id()]).unwrap() < Duration::from_millis(50) {
            assert!(started.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}
