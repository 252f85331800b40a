//! Runs tests: has cargo build the programs that hold them, starts each, and hears from it which tests start and how they
//! end. A test that does not end is ended, and so is one that takes its program with it; the others have their turn.

mod junit;
mod process;
mod program;

use std::io::BufReader;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use cargo_metadata::Message;

use program::Program;
use xtask::proc;

pub use junit::write as write_junit;

/// How long a test may run. The longest tests take a few minutes.
const LIMIT: Duration = Duration::from_secs(15 * 60);

/// A test that has had its turn.
pub struct Test {
    /// The file that its program was built from.
    pub program: String,
    pub name: String,
    pub outcome: Outcome,
    /// libtest-mimic says of tests that run side by side only how they end.
    pub took: Option<Duration>,
}

/// What became of a test.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    /// What it printed.
    Failed(String),
    /// It did not end.
    Hung(String),
    /// It cannot run here, or not all of it, for these reasons.
    Skipped(Vec<String>),
}

impl Test {
    /// What a test that did not do what it should has said.
    pub fn failure(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Failed(said) | Outcome::Hung(said) => Some(said),
            Outcome::Passed | Outcome::Skipped(_) => None,
        }
    }

    fn print(&self) {
        let result = match &self.outcome {
            Outcome::Passed => "ok",
            Outcome::Skipped(_) => "skipped",
            Outcome::Failed(_) => "FAILED",
            Outcome::Hung(_) => "HANGS",
        };
        let took = self.took.map(|took| format!(" ({})", proc::seconds(took)));
        let took = took.unwrap_or_default();
        println!("{result} {} {}{took}", self.program, self.name);
        match &self.outcome {
            Outcome::Passed => {}
            Outcome::Skipped(why) => println!("  {}", why.join("\n  ")),
            Outcome::Failed(said) | Outcome::Hung(said) => println!("{}", said.trim_end()),
        }
    }
}

/// How tests are run.
pub struct How<'a> {
    /// Only those whose names contain one of these; all if there are none.
    pub filter: &'a [String],
    /// How long each test may run.
    pub limit: Duration,
    /// What is done to the command that starts a program.
    pub prepare: fn(&mut Command, Duration),
    /// Whether tests are printed as they end.
    pub is_shown: bool,
    /// Whether the first failure is enough.
    pub is_first_enough: bool,
}

impl<'a> How<'a> {
    pub fn shown(filter: &'a [String]) -> How<'a> {
        How {
            filter,
            limit: LIMIT,
            prepare: |_, _| {},
            is_shown: true,
            is_first_enough: false,
        }
    }
}

/// Runs the tests that `cargo test …` would run, but those in documentation.
pub fn run(cargo: &mut Command, how: &How) -> Result<Vec<Test>> {
    let mut tests = Vec::new();
    for program in built(cargo)? {
        program.run(cargo, how, &mut tests)?;
        if how.is_first_enough && tests.iter().any(|test| test.failure().is_some()) {
            break;
        }
    }
    Ok(tests)
}

/// Has cargo build the programs.
fn built(cargo: &mut Command) -> Result<Vec<Program>> {
    let mut build = Command::new(cargo.get_program());
    build.args(cargo.get_args());
    build.args(["--no-run", "--message-format", "json-render-diagnostics"]);
    inherit(&mut build, cargo);
    if let Some(folder) = cargo.get_current_dir() {
        build.current_dir(folder);
    }
    let mut child = build
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", proc::rendered(&build)))?;
    let stdout = child.stdout.take().expect("stdout is piped");
    let mut programs = Vec::new();
    for message in Message::parse_stream(BufReader::new(stdout)) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.profile.test
        {
            programs.extend(Program::of(artifact));
        }
    }
    if !child.wait()?.success() {
        bail!("{} failed", proc::rendered(&build));
    }
    programs.sort();
    Ok(programs)
}

/// Gives a command the environment that another was given.
fn inherit(command: &mut Command, other: &Command) {
    for (name, value) in other.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}
