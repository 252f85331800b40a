//! One program of tests: what libtest and libtest-mimic say of its tests as they run, as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cargo_metadata::Artifact;
use serde::Deserialize;

use super::{How, Outcome, Test, inherit, process};
use xtask::repo;

/// With this in the environment, libtest of a stable release writes JSON. The value names a crate, which there is none of:
/// compilers that tests start stay as they are.
const JSON: (&str, &str) = ("RUSTC_BOOTSTRAP", "libtest");

/// Names the file into which `fz_tests::not_run` writes.
const NOT_RUN: &str = "FZ_TESTS_NOT_RUN";

/// How often a silent program is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// A program of tests.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Program {
    /// The source that it was built from.
    name: String,
    path: PathBuf,
    /// Where cargo starts it.
    folder: PathBuf,
}

/// A line of a program's output.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Event {
    Suite {
        event: String,
    },
    Test {
        event: String,
        name: String,
        stdout: Option<String>,
        message: Option<String>,
    },
    #[serde(other)]
    Other,
}

/// Which tests a start is for.
struct Turn {
    names: Vec<String>,
    are_exact: bool,
    /// One after the other: libtest-mimic says only then which test runs.
    is_alone: bool,
}

/// How a start of a program ended.
#[derive(PartialEq, Eq)]
enum End {
    /// With its tests.
    Through,
    /// With one of them, which is known and has had its turn.
    Known,
    /// With one of them, but it is not known which.
    Unknown,
}

/// A start of a program.
struct Start<'a> {
    program: &'a Program,
    how: &'a How<'a>,
    tests: &'a mut Vec<Test>,
    /// Those that run, and since when.
    running: BTreeMap<String, Instant>,
    /// When it last said something of its tests.
    heard: Instant,
    has_failures: bool,
    /// Whether it had to be ended because of tests that are known.
    is_known: bool,
    /// Whether it has said that it is through.
    is_through: bool,
}

impl Program {
    pub fn of(artifact: Artifact) -> Option<Program> {
        Some(Program {
            name: repo::shown(artifact.target.src_path.as_std_path()),
            path: artifact.executable?.into_std_path_buf(),
            folder: artifact.manifest_path.parent()?.as_std_path().to_owned(),
        })
    }

    /// Runs its tests, with the environment of `cargo`. After a test that took the program with it, or had to be ended, it
    /// is started again for those that are left.
    pub fn run(&self, cargo: &Command, how: &How, tests: &mut Vec<Test>) -> Result<()> {
        let first = tests.len();
        let mut turn = Turn {
            names: how.filter.to_vec(),
            are_exact: false,
            is_alone: false,
        };
        loop {
            let end = self.start(cargo, how, &turn, tests)?;
            let is_enough = how.is_first_enough && tests.iter().any(|t| t.failure().is_some());
            if end == End::Through || is_enough {
                return Ok(());
            }
            let done: BTreeSet<&str> = tests[first..].iter().map(|t| t.name.as_str()).collect();
            let mut left = self.listed(cargo, &turn)?;
            left.retain(|name| !done.contains(name.as_str()));
            if left.is_empty() {
                return Ok(());
            }
            turn = Turn {
                names: left,
                are_exact: true,
                is_alone: turn.is_alone || end == End::Unknown,
            };
        }
    }

    fn command(&self, cargo: &Command, turn: &Turn) -> Command {
        let mut command = Command::new(&self.path);
        inherit(&mut command, cargo);
        command
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .current_dir(&self.folder)
            .args(&turn.names)
            .args(turn.are_exact.then_some("--exact"));
        command
    }

    fn listed(&self, cargo: &Command, turn: &Turn) -> Result<Vec<String>> {
        let out = self.command(cargo, turn).arg("--list").output()?;
        let out = String::from_utf8_lossy(&out.stdout).into_owned();
        let names = out.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(names.map(str::to_owned).collect())
    }

    /// Starts it for some of its tests.
    fn start(&self, cargo: &Command, how: &How, turn: &Turn, tests: &mut Vec<Test>) -> Result<End> {
        let not_run = tempfile::NamedTempFile::new()?;
        let mut command = self.command(cargo, turn);
        command
            .args(["-Z", "unstable-options", "--format", "json"])
            .args(turn.is_alone.then_some("--test-threads=1"))
            .env(JSON.0, JSON.1)
            .env(NOT_RUN, not_run.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        (how.prepare)(&mut command, how.limit);
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {}", self.path.display()))?;
        let lines = lines(child.stdout.take().expect("stdout is piped"));
        let mut start = Start {
            program: self,
            how,
            tests,
            running: BTreeMap::new(),
            heard: Instant::now(),
            has_failures: false,
            is_known: false,
            is_through: false,
        };
        let mut status = None;
        let mut is_endless = false;
        while !is_endless {
            match lines.recv_timeout(LOOK_EVERY) {
                Ok(line) => start.hear(&line, not_run.path())?,
                // What it has started may keep its output open.
                Err(_) if status.is_some() => break,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(LOOK_EVERY / 20),
            }
            let is_enough = start.has_failures && how.is_first_enough;
            is_endless = is_enough || start.hangs();
            status = child.try_wait()?;
        }
        if is_endless {
            process::end(child.id());
        } else {
            process::end_group(child.id());
        }
        let how = match is_endless {
            true => "was ended, because it said nothing".to_owned(),
            false => format!("ended with {}", child.wait()?),
        };
        let is_success = child.wait()?.success();
        Ok(start.end(&how, is_success, turn.is_alone))
    }
}

/// What a program writes, as it comes.
fn lines(stdout: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    // It ends with the output, or when nobody listens any more.
    thread::spawn(move || {
        let mut lines = BufReader::new(stdout);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            if sender.send(text).is_err() {
                break;
            }
            line.clear();
        }
    });
    receiver
}

impl Start<'_> {
    /// Takes a line in. What tests print past libtest is passed on.
    fn hear(&mut self, line: &str, not_run: &Path) -> Result<()> {
        let at = line.find("{ \"type\": ").unwrap_or(line.len());
        let (printed, said) = line.split_at(at);
        let event = serde_json::from_str(said);
        if self.how.is_shown {
            print!("{}", if event.is_ok() { printed } else { line });
        }
        match event {
            Ok(Event::Suite { event }) => self.is_through = event != "started",
            Ok(Event::Test {
                event,
                name,
                stdout,
                message,
            }) => {
                let said = [stdout, message.clone()].into_iter().flatten();
                let outcome = match event.as_str() {
                    "started" => {
                        self.running.insert(name, Instant::now());
                        return Ok(());
                    }
                    "ok" => match reasons(not_run, &name)? {
                        none if none.is_empty() => Outcome::Passed,
                        why => Outcome::Skipped(why),
                    },
                    "ignored" => Outcome::Skipped(vec![message.unwrap_or_default()]),
                    "failed" => Outcome::Failed(said.collect()),
                    // It is slow.
                    _ => return Ok(()),
                };
                self.ended(name, outcome);
            }
            Ok(Event::Other) | Err(_) => return Ok(()),
        }
        self.heard = Instant::now();
        Ok(())
    }

    fn ended(&mut self, name: String, outcome: Outcome) {
        let since = self.running.remove(&name);
        let test = Test {
            program: self.program.name.clone(),
            name,
            outcome,
            took: since.map(|since| since.elapsed()),
        };
        self.has_failures |= test.failure().is_some();
        if self.how.is_shown {
            test.print();
        }
        self.tests.push(test);
    }

    /// Whether a test runs for too long, or the program says nothing for as long.
    fn hangs(&mut self) -> bool {
        let limit = self.how.limit;
        let is_silent = self.running.is_empty() && self.heard.elapsed() > limit;
        let hung = self.running.iter().filter(|(_, t)| t.elapsed() > limit);
        let hung: Vec<String> = hung.map(|(name, _)| name.clone()).collect();
        let limit = humantime::format_duration(limit);
        for name in &hung {
            let why = format!("it was ended, because it had not ended for {limit}");
            self.ended(name.clone(), Outcome::Hung(why));
            self.is_known = true;
        }
        is_silent || self.is_known
    }

    /// Takes in how the program has ended, and finds whose fault it was.
    fn end(&mut self, how: &str, is_success: bool, is_alone: bool) -> End {
        let why = Outcome::Failed(format!("the program {how}"));
        if self.is_through {
            if !is_success && !self.has_failures {
                self.ended("main".to_owned(), why);
            }
            return End::Through;
        }
        if self.is_known {
            return End::Known;
        }
        // Of several tests it may be any.
        match self.running.len() {
            1 => {
                let name = self.running.keys().next().cloned();
                self.ended(name.expect("there is one"), why);
                End::Known
            }
            _ if is_alone => {
                self.ended("main".to_owned(), why);
                End::Through
            }
            _ => End::Unknown,
        }
    }
}

/// Why a test has not run, or not all of it, by what it has written.
fn reasons(not_run: &Path, test: &str) -> Result<Vec<String>> {
    let written = fs::read_to_string(not_run)?;
    let lines = written.lines().filter_map(|line| line.split_once('\t'));
    let of_test = lines.filter(|(name, _)| *name == test);
    Ok(of_test.map(|(_, why)| why.to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;
    use std::time::Duration;

    use xtask::proc;

    use super::{How, Outcome, Program};

    /// What becomes of the tests of a script, in which `starts NAME` and `ends NAME EVENT` say what a program says.
    fn ran(script: &str) -> Vec<(String, Outcome)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        let script = format!(
            r#"#!/bin/sh
            starts() {{ echo '{{ "type": "test", "event": "started", "name": "'$1'" }}'; }}
            ends() {{ echo '{{ "type": "test", "name": "'$1'", "event": "'$2'", "stdout": "said" }}'; }}
            through() {{ echo '{{ "type": "suite", "event": "ok" }}'; exit; }}
            case "$*" in *--list*) printf '%s: test\n' a b c; exit;; esac
            {script}"#
        );
        let text = folder.path().join("text");
        fs::write(&text, script).unwrap();
        // Not by us: while another test starts something, that has the file open for writing, and no program can be one.
        let mut install = Command::new("install");
        proc::output(install.args(["-m", "700"]).args([&text, &path])).unwrap();
        let program = Program {
            name: "a script".to_owned(),
            path,
            folder: folder.path().to_owned(),
        };
        let how = How {
            limit: Duration::from_secs(2),
            is_shown: false,
            ..How::shown(&[])
        };
        let mut tests = Vec::new();
        program
            .run(&Command::new("cargo"), &how, &mut tests)
            .unwrap();
        tests.into_iter().map(|t| (t.name, t.outcome)).collect()
    }

    fn failed(name: &str, said: &str) -> (String, Outcome) {
        (name.to_owned(), Outcome::Failed(said.to_owned()))
    }

    fn passed(name: &str) -> (String, Outcome) {
        (name.to_owned(), Outcome::Passed)
    }

    #[test]
    fn tests_pass_fail_and_say_that_they_cannot_run() {
        let told = ran(r#"starts a; starts b; printf 'a line of its own'; ends a ok
            printf 'b\tno tool\n' >> "$FZ_TESTS_NOT_RUN"; ends b ok; starts c; ends c failed; through"#);
        let skipped = Outcome::Skipped(vec!["no tool".to_owned()]);
        let expected = [passed("a"), ("b".to_owned(), skipped), failed("c", "said")];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_test_that_does_not_end_is_ended_and_the_others_run() {
        let told = ran(
            "case \"$*\" in *'c --exact'*) starts c; ends c ok; through;; esac
            starts a; ends a ok; starts b; sh -c 'sleep 1000; :'; through",
        );
        let why = "it was ended, because it had not ended for 2s";
        let hung = ("b".to_owned(), Outcome::Hung(why.to_owned()));
        assert_eq!(told, [passed("a"), hung, passed("c")]);
    }

    #[test]
    fn of_tests_that_end_their_program_the_right_one_is_found() {
        let told = ran("case \"$*\" in
            'c --exact'*) starts c; ends c ok; through;;
            'a b c --exact'*--test-threads=1) starts a; ends a ok; starts b; kill -ABRT $$;;
            esac
            starts a; starts b; kill -ABRT $$");
        let [a, b, c]: [_; 3] = told.try_into().unwrap();
        assert_eq!([a, c], [passed("a"), passed("c")]);
        // Where nothing is dumped, it does not say that it was.
        assert!(matches!(b.1, Outcome::Failed(why) if why.contains("SIGABRT")));
    }

    #[test]
    fn a_program_that_says_nothing_has_failed() {
        let told = ran("exit 3");
        assert_eq!(
            told,
            [failed("main", "the program ended with exit status: 3")]
        );
    }
}
