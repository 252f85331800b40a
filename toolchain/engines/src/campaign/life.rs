//! Whether the process that wrote a folder lives.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::Path,
    time::{Duration, SystemTime},
};

use serde::Serialize;

/// What is known of a fuzzer's process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "life", content = "why")]
pub enum Life {
    Running,
    /// Alive, and held by Ctrl-Z or a debugger.
    Stopped,
    /// It ended as it should.
    Ended,
    /// It is gone, and did not write its last figures.
    Died,
    /// Nobody here can tell, for this reason.
    Unknown(String),
}

impl Life {
    pub fn is_alive(&self) -> bool {
        matches!(self, Life::Running | Life::Stopped)
    }

    pub fn word(&self) -> &'static str {
        match self {
            Life::Running => "running",
            Life::Stopped => "stopped",
            Life::Ended => "ended",
            Life::Died => "died",
            Life::Unknown(_) => "unknown",
        }
    }
}

/// A process of this machine, as far as this user may look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its short name, as the kernel has it.
    pub name: String,
    pub is_stopped: bool,
    pub began: SystemTime,
}

/// `None`: there is none of that number, or it has ended and nobody has asked how.
pub fn process(pid: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let about = fs::read_to_string("/proc/stat").ok()?;
    let booted = about.lines().find_map(|l| l.strip_prefix("btime "))?;
    parse(&stat, booted.trim().parse().ok()?)
}

/// Ticks of the kernel's clock in a second, as it shows them to processes.
const TICKS: u64 = 100;

fn parse(stat: &str, booted: u64) -> Option<Process> {
    // A name may hold blanks and brackets.
    let (name, rest) = (stat.find('(')?, stat.rfind(')')?);
    let fields: Vec<&str> = stat.get(rest + 1..)?.split_whitespace().collect();
    let state = *fields.first()?;
    if matches!(state, "Z" | "X" | "x") {
        return None;
    }
    let ticks: u64 = fields.get(19)?.parse().ok()?;
    let since_boot = Duration::from_millis(ticks * (1000 / TICKS));
    Some(Process {
        name: stat.get(name + 1..rest)?.to_owned(),
        is_stopped: matches!(state, "T" | "t"),
        began: SystemTime::UNIX_EPOCH + Duration::from_secs(booted) + since_boot,
    })
}

/// What an instance wrote when.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Its figures.
    pub figures: SystemTime,
    /// Anything else that it writes while it runs.
    pub other: Option<SystemTime>,
}

/// Clocks of files and of figures differ by so much at most.
const SLACK: Duration = Duration::from_secs(3);
/// A fuzzer that runs writes something within that time.
pub const FRESH: Duration = Duration::from_secs(20);

/// Of an instance whose figures name a process.
pub fn of(
    pid: u32,
    fuzzer: &str,
    process: Option<&Process>,
    written: Written,
    now: SystemTime,
) -> Life {
    if let Some(process) = process {
        let is_named = process.name.starts_with(fuzzer);
        // A number that was given out again belongs to what began later.
        let is_it = is_named && process.began <= written.figures + SLACK;
        match (is_it, process.is_stopped) {
            (true, false) => return Life::Running,
            (true, true) => return Life::Stopped,
            (false, _) => {}
        }
    }
    let went_on = written
        .other
        .is_some_and(|other| other > written.figures + SLACK);
    let last = written
        .other
        .map_or(written.figures, |other| other.max(written.figures));
    // One of the future is new.
    let age = now.duration_since(last).unwrap_or_default();
    match (went_on, age <= FRESH) {
        (true, true) => Life::Unknown(format!(
            "files were written {} s ago, but its process {pid} is not seen here: it runs in another container or on \
             another machine, or has just been killed",
            age.as_secs()
        )),
        (true, false) => Life::Died,
        (false, _) => Life::Ended,
    }
}

/// Whether a process of this machine holds a lock on a file, as `fz fuzz` does while it runs. It is looked at and not
/// tried, which could get in the way of one that starts.
pub fn is_locked(file: &Path) -> bool {
    let Ok(about) = fs::metadata(file) else {
        return false;
    };
    let locks = fs::read_to_string("/proc/locks").unwrap_or_default();
    let (major, minor) = (
        rustix::fs::major(about.dev()),
        rustix::fs::minor(about.dev()),
    );
    has_lock(&locks, major, minor, about.ino())
}

fn has_lock(locks: &str, major: u32, minor: u32, inode: u64) -> bool {
    let wanted = format!("{major:02x}:{minor:02x}:{inode}");
    locks.lines().any(|line| {
        let mut words = line.split_whitespace().skip(1);
        words.next() == Some("FLOCK") && words.any(|word| word == wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn a_process_is_what_its_number_its_name_and_its_start_say() {
        let fuzzer = |began, name: &str| Process {
            name: name.to_owned(),
            is_stopped: false,
            began: at(began),
        };
        let life = |process: Option<Process>, other, now| {
            let written = Written {
                figures: at(1000),
                other: Some(at(other)),
            };
            of(7, "afl-fuzz", process.as_ref(), written, at(now)).word()
        };
        assert_eq!(life(Some(fuzzer(900, "afl-fuzz")), 1000, 9000), "running");
        let stopped = Process {
            is_stopped: true,
            ..fuzzer(900, "afl-fuzz")
        };
        assert_eq!(life(Some(stopped), 1000, 9000), "stopped");
        // Given out again: to another program, or to a fuzzer that began later.
        assert_eq!(life(Some(fuzzer(900, "bash")), 1001, 9000), "ended");
        assert_eq!(life(Some(fuzzer(2000, "afl-fuzz")), 1040, 9000), "died");
        assert_eq!(life(None, 1002, 1004), "ended");
        assert_eq!(life(None, 1040, 9000), "died");
        assert_eq!(life(None, 1040, 1050), "unknown");
    }

    #[test]
    fn this_process_is_seen_and_a_name_may_hold_anything() {
        let own = process(std::process::id()).unwrap();
        let age = SystemTime::now().duration_since(own.began).unwrap();
        assert!(age < Duration::from_secs(3600), "{own:?}");
        let stat = format!("5 (a) Z (b) S {}500 0", "0 ".repeat(18));
        let process = parse(&stat, 100).unwrap();
        assert_eq!((process.name.as_str(), process.began), ("a) Z (b", at(105)));
        assert_eq!(parse(&stat.replace(") S", ") Z"), 100), None);
        assert_eq!(parse("5 (", 100), None);
    }

    #[test]
    fn a_lock_is_seen_without_taking_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(!is_locked(file.path()));
        file.as_file().lock().unwrap();
        assert!(is_locked(file.path()));
        let locks = "1: POSIX  ADVISORY  WRITE 5 08:01:77 0 EOF\n2: FLOCK  ADVISORY  WRITE 5 08:01:78 0 EOF\n";
        assert!(has_lock(locks, 8, 1, 78) && !has_lock(locks, 8, 1, 77));
    }
}
