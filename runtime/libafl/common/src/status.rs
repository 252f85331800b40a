//! Progress of a run: a line now and then, and one at the end.

use std::time::{Duration, Instant};

/// How often progress is printed, once a run has lasted for some time.
const EVERY: Duration = Duration::from_secs(15);
/// When it is printed first. Then the pauses grow with the run.
const FIRST: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub executions: u64,
    pub corpus: u64,
    pub objectives: u64,
}

pub struct Status {
    started: Instant,
    said: Instant,
}

impl Default for Status {
    fn default() -> Status {
        Status {
            started: Instant::now(),
            said: Instant::now(),
        }
    }
}

impl Status {
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub fn progress(&mut self, counts: Counts) {
        let elapsed = self.elapsed();
        if elapsed >= next(elapsed - self.said.elapsed().min(elapsed)) {
            self.said = Instant::now();
            eprintln!("fz-libafl: {}", line(counts, self.elapsed()));
        }
    }

    /// The last line, on standard output.
    pub fn finish(&self, counts: Counts) {
        println!("fz-libafl: {}", line(counts, self.elapsed()));
    }
}

/// When a line is due after one that was printed then.
fn next(said: Duration) -> Duration {
    said + said.clamp(FIRST, EVERY)
}

fn line(counts: Counts, elapsed: Duration) -> String {
    let Counts {
        executions,
        corpus,
        objectives,
    } = counts;
    let rate = executions as f64 / elapsed.as_secs_f64().max(0.001);
    let seconds = elapsed.as_secs();
    format!(
        "{seconds} s, executions: {executions} ({rate:.0}/s), corpus: {corpus}, objectives: {objectives}"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Counts, line, next};

    #[test]
    fn the_first_lines_come_soon() {
        let seconds = [0, 1, 2, 4, 8, 16, 31, 46];
        for pair in seconds.windows(2) {
            let at = Duration::from_secs;
            assert_eq!(next(at(pair[0])), at(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn the_line_has_all_counts() {
        let counts = Counts {
            executions: 100,
            corpus: 2,
            objectives: 1,
        };
        assert_eq!(
            line(counts, Duration::from_secs(10)),
            "10 s, executions: 100 (10/s), corpus: 2, objectives: 1"
        );
    }
}
