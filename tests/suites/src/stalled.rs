//! Tests that do not end: which ones, from what `cargo test` prints, and an end to them.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

/// How long a test program may run without the end of one of its tests. The longest tests take a few minutes.
pub const LIMIT: Duration = Duration::from_secs(15 * 60);

/// What is known of the test program that runs.
#[derive(Default)]
pub struct Running {
    is_there: bool,
    /// The tests that libtest has called slow and that have not ended.
    slow: BTreeSet<String>,
}

impl Running {
    pub fn add(&mut self, line: &str) {
        if line.starts_with("running ") {
            *self = Running {
                is_there: true,
                slow: BTreeSet::new(),
            };
        } else if line.starts_with("test result: ") {
            *self = Running::default();
        } else if let Some(test) = line.strip_prefix("test ") {
            if let Some((name, _)) = test.split_once(" has been running for over ") {
                self.slow.insert(name.to_string());
            } else if let Some((name, _)) = test.split_once(" ... ") {
                self.slow.remove(name.trim_end());
            }
        }
    }

    /// Whether tests run. While cargo compiles, silence means nothing.
    pub fn is_there(&self) -> bool {
        self.is_there
    }

    /// Forgets the program, which has been ended, and says so.
    pub fn ended(&mut self, limit: Duration) -> String {
        let slow = std::mem::take(self).slow;
        let which = match slow.is_empty() {
            true => "it has not said which tests were running".to_string(),
            false => Vec::from_iter(slow).join(", "),
        };
        let limit = humantime::format_duration(limit);
        format!(
            "a test program was ended, because for {limit} none of its tests had ended: {which}"
        )
    }
}

/// Ends all that a process has started, but not the process.
pub fn end_below(process: i32) {
    for child in children(process) {
        signal(child, libc::SIGSTOP);
        // It is stopped, so it starts no more, and waits for none: their numbers stay theirs.
        end_below(child);
        signal(child, libc::SIGKILL);
    }
}

fn children(process: i32) -> Vec<i32> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let lists = threads.into_iter().flatten().flatten().map(|thread| {
        // A thread may end meanwhile.
        fs::read_to_string(thread.path().join("children")).unwrap_or_default()
    });
    let lists: Vec<String> = lists.collect();
    let numbers = lists.iter().flat_map(|list| list.split_whitespace());
    numbers.filter_map(|n| n.parse().ok()).collect()
}

fn signal(process: i32, signal: i32) {
    // SAFETY: kill has no preconditions; the process is a child of one that is stopped, or of cargo.
    unsafe {
        libc::kill(process, signal);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Running;

    #[test]
    fn slow_tests_are_named_until_they_end() {
        let mut running = Running::default();
        assert!(!running.is_there());
        for line in [
            "running 4 tests",
            "test a ... ok",
            "test b::x has been running for over 60 seconds",
            "test c has been running for over 60 seconds",
            "test d has been running for over 60 seconds",
            "test c   ... FAILED",
        ] {
            running.add(line);
        }
        assert!(running.is_there());
        let said = running.ended(Duration::from_secs(900));
        assert_eq!(
            said,
            "a test program was ended, because for 15m none of its tests had ended: b::x, d"
        );
        assert!(!running.is_there());
        running.add("running 1 test");
        assert!(running.is_there());
        running.add("test result: ok. 1 passed; 0 failed; 0 ignored");
        assert!(!running.is_there());
    }
}
