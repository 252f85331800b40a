//! What fuzzers say of a run.

use std::fs;
use std::path::Path;

use xtask::afl::Stats;

/// What libFuzzer says that it has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    pub edges: u64,
    pub features: u64,
}

/// The last that a libFuzzer log says of coverage.
pub fn coverage(log: &str) -> Option<Coverage> {
    let last = log.lines().rfind(|l| l.contains(" cov: "))?;
    Some(Coverage {
        edges: behind(last, " cov:")?,
        features: behind(last, " ft:")?,
    })
}

pub fn libfuzzer_executions(log: &str) -> Option<u64> {
    behind(log, "stat::number_of_executed_units:")
}

pub fn honggfuzz_executions(log: &str) -> Option<u64> {
    behind(log, "Summary iterations:")
}

pub fn libafl_executions(log: &str) -> Option<u64> {
    behind(log, "executions:")
}

/// A number of the statistics that an afl-fuzz has left in its instance's folder.
pub fn afl(instance: &Path, key: &str) -> Option<u64> {
    let text = fs::read_to_string(instance.join("fuzzer_stats")).ok()?;
    Stats::parse(&text).text(key).parse().ok()
}

/// The number behind the last `mark`.
fn behind(text: &str, mark: &str) -> Option<u64> {
    let rest = text[text.rfind(mark)? + mark.len()..].trim_start();
    rest.split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn libfuzzer_tells_at_the_end_what_counts() {
        let log = "#32\tINITED cov: 781 ft: 1503 corp: 3/29Kb exec/s: 0 rss: 39Mb\n\
                   #12903\tREDUCE cov: 1379 ft: 3680 corp: 491/2049Kb lim: 12394 exec/s: 444\n\
                   Done 12906 runs in 30 second(s)\n\
                   stat::number_of_executed_units: 12906\n\
                   stat::average_exec_per_sec:     445\n";
        let seen = Coverage {
            edges: 1379,
            features: 3680,
        };
        assert_eq!(coverage(log), Some(seen));
        assert_eq!(libfuzzer_executions(log), Some(12906));
        assert_eq!(coverage("==7== ERROR: libFuzzer: deadly signal\n"), None);
    }

    #[test]
    fn honggfuzz_and_libafl_have_a_last_line() {
        let hongg = "Terminating thread no. #0, left: 0\n\
                     Summary iterations:68489 time:30 speed:2282 crashes_count:0 guard_nb:14287\n";
        assert_eq!(honggfuzz_executions(hongg), Some(68489));
        let libafl = "fz-libafl: 15 s, executions: 100 (7/s), corpus: 2, objectives: 0\n\
                      fz-libafl: 30 s, executions: 250 (8/s), corpus: 3, objectives: 0\n";
        assert_eq!(libafl_executions(libafl), Some(250));
        assert_eq!(libafl_executions("executions: none\n"), None);
        assert_eq!(honggfuzz_executions(""), None);
    }

    #[test]
    fn afl_fuzz_leaves_statistics() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(afl(dir.path(), "execs_done"), None);
        let stats =
            "execs_done        : 11762\nedges_found       : 2561\nstability         : 99.69%\n";
        fs::write(dir.path().join("fuzzer_stats"), stats).unwrap();
        let stat = |key| afl(dir.path(), key);
        assert_eq!(
            (
                stat("execs_done"),
                stat("edges_found"),
                stat("saved_crashes")
            ),
            (Some(11762), Some(2561), None)
        );
    }
}
