//! Whether a fuzzer has got anywhere with a harness.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::engines::hunt::{self, Exercise};
use fz_harness::limited::{self, End};
use fz_harness::said::{self, Coverage};
use xtask::{proc, repo};

/// Nobody who gets anywhere executes less in half a minute; mostly it is a thousand times as much.
const EXECUTIONS: u64 = 1000;
/// For all inputs of one run.
const REPLAY: Duration = Duration::from_secs(300);

pub struct Outcome {
    pub run: Exercise,
    /// What the seeds reach, and what they and the run's inputs do, as the same build sees it under libFuzzer.
    pub before: Coverage,
    pub after: Coverage,
}

impl Outcome {
    /// What the table says of it, or what is wrong. The fuzzer was given `time`.
    pub fn judged(&self, time: Duration) -> Result<String> {
        let run = &self.run;
        let log = || hunt::tail(&run.log);
        if let Some(crash) = &run.crash {
            anyhow::bail!("a crash, of {}: {}", repo::shown(crash), log());
        }
        ensure!(
            run.took >= time.mul_f64(0.9),
            "ended after {}: {}",
            proc::seconds(run.took),
            log()
        );
        ensure!(
            run.executions >= EXECUTIONS,
            "{} executions: {}",
            run.executions,
            log()
        );
        let Coverage { edges, features } = self.after;
        ensure!(
            features > self.before.features,
            "{} executions reached no more than the seeds do: {}",
            run.executions,
            log()
        );
        let speed = run.executions as f64 / run.took.as_secs_f64();
        let before = self.before.edges;
        Ok(format!("{speed:.0}/s, {before} to {edges}"))
    }
}

/// What the inputs in `folders` reach, by a harness that is linked for libFuzzer.
pub fn replay(program: &Path, folders: &[&Path]) -> Result<Coverage> {
    let mut command = Command::new(program);
    command.args(["-runs=0", "-seed=1"]).args(folders);
    let run = limited::run(&mut command, None, REPLAY)?;
    let text = String::from_utf8_lossy(&run.stderr);
    ensure!(
        run.end == End::Exited(0),
        "{} {}: {text}",
        proc::rendered(&command),
        run.end
    );
    said::coverage(&text).with_context(|| format!("libFuzzer says no coverage: {text}"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::Outcome;
    use crate::engines::hunt::Exercise;
    use fz_harness::said::Coverage;

    const TIME: Duration = Duration::from_secs(30);

    fn good() -> Outcome {
        let seen = |edges, features| Coverage { edges, features };
        Outcome {
            run: Exercise {
                took: TIME,
                executions: 60_000,
                crash: None,
                queue: PathBuf::new(),
                log: PathBuf::new(),
            },
            before: seen(10, 20),
            after: seen(12, 25),
        }
    }

    fn complaint(spoil: impl FnOnce(&mut Outcome)) -> String {
        let mut outcome = good();
        spoil(&mut outcome);
        outcome.judged(TIME).unwrap_err().to_string()
    }

    #[test]
    fn each_fault_is_named() {
        assert_eq!(good().judged(TIME).unwrap(), "2000/s, 10 to 12");
        let crash = complaint(|o| o.run.crash = Some("crash-1".into()));
        assert!(crash.contains("crash-1"));
        let short = complaint(|o| o.run.took = TIME / 2);
        assert!(short.contains("ended after 15.0 s"));
        let slow = complaint(|o| o.run.executions = 2);
        assert!(slow.contains("2 executions"));
        let blind = complaint(|o| o.after = o.before);
        assert!(blind.contains("no more than the seeds"));
    }
}
