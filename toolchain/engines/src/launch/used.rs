//! What a run has taken, in a file of its folder: engines do not tell of processor time.

use std::{fs, path::Path};

use fz_base::{error::Error, file};
use fz_process::Usage;
use serde::{Deserialize, Serialize};

use super::{folder, outcome::Outcome};

pub const FILE: &str = "fz-used.json";

/// Of all parts of a run that was resumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Used {
    pub wall_ms: u64,
    pub cpu_ms: u64,
    pub executions: Option<u64>,
    /// The peak of the largest process, in bytes.
    pub memory: u64,
}

impl Used {
    /// What is known of a run; `None`: there is no such file.
    pub fn read(out: &Path) -> Option<Used> {
        serde_json::from_slice(&file::read(&out.join(FILE), file::NOTE).ok()?).ok()
    }

    /// With a further part of the run. `counts_all`: its executions are those of the whole run.
    fn and(self, usage: &Usage, outcome: &Outcome, counts_all: bool) -> Used {
        let before = self.executions.filter(|_| !counts_all);
        Used {
            wall_ms: self.wall_ms + usage.wall.as_millis() as u64,
            cpu_ms: self.cpu_ms + usage.cpu.as_millis() as u64,
            executions: match (before, outcome.executions) {
                (Some(before), Some(now)) => Some(before + now),
                (before, now) => now.or(before).or(self.executions),
            },
            memory: self.memory.max(usage.memory),
        }
    }
}

/// Writes down what a part of a run has taken.
pub fn add(out: &Path, usage: &Usage, outcome: &Outcome, counts_all: bool) -> Result<(), Error> {
    let path = out.join(FILE);
    let all = Used::read(out)
        .unwrap_or_default()
        .and(usage, outcome, counts_all);
    let text = serde_json::to_vec(&all).expect("numbers have a form in JSON");
    fs::write(&path, text).map_err(|e| folder::failed(&path, &e))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn parts_of_a_run_add_up() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path();
        assert_eq!(Used::read(out), None);
        let part = |seconds, memory, executions, counts_all| {
            let usage = Usage {
                wall: Duration::from_secs(seconds),
                cpu: Duration::from_secs(2 * seconds),
                memory,
            };
            let outcome = Outcome {
                executions,
                ..Outcome::default()
            };
            add(out, &usage, &outcome, counts_all).unwrap();
            Used::read(out).unwrap()
        };
        part(3, 100, Some(10), false);
        let all = Used {
            wall_ms: 7000,
            cpu_ms: 14000,
            executions: Some(15),
            memory: 100,
        };
        assert_eq!(part(4, 70, Some(5), false), all);
        assert_eq!(part(0, 0, Some(40), true).executions, Some(40));
        assert_eq!(part(0, 0, None, true).executions, Some(40));
    }
}
