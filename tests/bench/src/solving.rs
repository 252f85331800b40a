//! One run of afl-fuzz, until its first crash or a number of executions.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fmt, fs};

use anyhow::{Context, Result, bail};

use serde_json::{Value, json};
use xtask::table::grouped;
use xtask::{env, proc, repo};

pub struct Campaign<'a> {
    /// Which afl-fuzz.
    pub fuzzer: PathBuf,
    pub program: &'a Path,
    /// What afl-fuzz and the program find in their environment.
    pub environment: &'a [(&'static str, &'static str)],
    /// What afl-fuzz is told besides.
    pub arguments: Vec<OsString>,
    /// Whether an input is a solution. Not everything that makes a build crash is.
    pub solves: &'a (dyn Fn(&Path) -> Result<bool> + Sync),
    pub seeds: &'a Path,
    /// A folder that exists while the campaign runs.
    pub out: PathBuf,
    /// What changes inputs instead of afl-fuzz's own mutators.
    pub mutator: Option<&'a Path>,
    pub executions: u64,
    pub random: u64,
    /// A fuzzer and its program on one core wait less for each other.
    pub core: usize,
}

/// How a campaign ended, with the executions until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Solved(u64),
    /// The build crashes, but not where it should.
    Wrong(u64),
    Unsolved,
}

impl Outcome {
    pub fn solved(self) -> Option<u64> {
        match self {
            Outcome::Solved(executions) => Some(executions),
            Outcome::Wrong(_) | Outcome::Unsolved => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Solved(executions) => write!(f, "{} executions", grouped(*executions)),
            Outcome::Wrong(executions) => {
                write!(f, "wrong after {} executions", grouped(*executions))
            }
            Outcome::Unsolved => f.write_str("not solved"),
        }
    }
}

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Solved(executions) => json!(executions),
            Outcome::Wrong(executions) => json!({"wrong": executions}),
            Outcome::Unsolved => Value::Null,
        }
    }
}

/// The middle one of the trials, if it solved the program.
pub fn median(outcomes: &[Outcome]) -> Option<u64> {
    let mut executions: Vec<u64> = outcomes
        .iter()
        .map(|o| o.solved().unwrap_or(u64::MAX))
        .collect();
    executions.sort_unstable();
    let middle = executions.get(executions.len().checked_sub(1)? / 2)?;
    (*middle != u64::MAX).then_some(*middle)
}

impl Campaign<'_> {
    pub fn run(&self) -> Result<Outcome> {
        repo::clear(&self.out)?;
        let mut command = self.command();
        let done = command
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot start {}", proc::rendered(&command)))?;
        let session = self.out.join("default");
        if !done.status.success() || !session.join("fuzzer_stats").exists() {
            let text = String::from_utf8_lossy(&done.stdout);
            let lines: Vec<&str> = text.lines().collect();
            bail!(
                "afl-fuzz ended with {}: {}\n  {}",
                done.status,
                proc::rendered(&command),
                lines[lines.len().saturating_sub(25)..].join("\n  ")
            );
        }
        let outcome = self.outcome(&session.join("crashes"))?;
        fs::remove_dir_all(&self.out)?;
        Ok(outcome)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.fuzzer);
        env::unsteered(&mut command);
        command
            .arg("-i")
            .arg(self.seeds)
            .arg("-o")
            .arg(&self.out)
            .args(["-s", &self.random.to_string()])
            .args(["-E", &self.executions.to_string()])
            .args(["-b", &self.core.to_string()])
            .args(["-t", "1000+"])
            .args(&self.arguments)
            .arg("--")
            .arg(self.program)
            .envs(self.environment.iter().copied());
        for name in [
            "AFL_BENCH_UNTIL_CRASH",
            // Feedback alone: no words from the build, no bytes cut off the seed.
            "AFL_NO_AUTODICT",
            "AFL_DISABLE_TRIM",
            "AFL_CAL_FAST",
            // A machine that is also used for other things.
            "AFL_NO_UI",
            "AFL_TRY_AFFINITY",
            "AFL_SKIP_CPUFREQ",
            "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
        ] {
            command.env(name, "1");
        }
        if let Some(mutator) = self.mutator {
            command
                .env("AFL_CUSTOM_MUTATOR_LIBRARY", mutator)
                .env("AFL_CUSTOM_MUTATOR_ONLY", "1");
        }
        command
    }

    fn outcome(&self, crashes: &Path) -> Result<Outcome> {
        let mut first: Option<(u64, PathBuf)> = None;
        for entry in
            fs::read_dir(crashes).with_context(|| format!("no {}", repo::shown(crashes)))?
        {
            let path = entry?.path();
            let name = path.file_name().expect("a file has a name");
            if let Some(executions) = executions(&name.to_string_lossy())
                && first.as_ref().is_none_or(|(least, _)| executions < *least)
            {
                first = Some((executions, path));
            }
        }
        // afl-fuzz ends a stage before it looks at its limit.
        let Some((executions, input)) = first.filter(|(n, _)| *n <= self.executions) else {
            return Ok(Outcome::Unsolved);
        };
        Ok(match (self.solves)(&input)? {
            true => Outcome::Solved(executions),
            false => Outcome::Wrong(executions),
        })
    }
}

/// `id:000000,sig:06,src:000012,time:3500,execs:170740,op:…`
fn executions(crash: &str) -> Option<u64> {
    let field = |field: &str| field.strip_prefix("execs:")?.parse().ok();
    crash.split(',').find_map(field)
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Solved, Unsolved, Wrong};
    use super::{executions, median};

    #[test]
    fn the_middle_counts_what_was_not_solved() {
        assert_eq!(median(&[Solved(9), Unsolved, Solved(1)]), Some(9));
        assert_eq!(median(&[Solved(9), Unsolved, Wrong(1)]), None);
        assert_eq!(median(&[Solved(4), Solved(2)]), Some(2));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn names_of_crashes_tell_executions() {
        let name = "id:000000,sig:06,src:000012,time:3500,execs:170740,op:walk,pos:0";
        assert_eq!(executions(name), Some(170740));
        assert_eq!(executions("README.txt"), None);
    }
}
