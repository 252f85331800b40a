//! One program at one level: compiled, run, and held against what it has to say.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use fz_harness::guards::program::{Program, Which};
use fz_harness::level::{Language, Level};
use fz_harness::limited::{self, End, Run};
use xtask::{env, proc, repo};

/// A machine that is also used for other things.
const LIMIT: Duration = Duration::from_secs(20);

pub struct Trial<'a> {
    pub program: &'a Program,
    pub level: Level,
}

/// What went another way.
pub struct Failure {
    program: String,
    level: Level,
    what: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Failure {
            program,
            level,
            what,
        } = self;
        let level = level.name();
        write!(
            f,
            "{program} at -{level}: {what}\n  cargo xtask test guards {program} --at {level}"
        )
    }
}

/// Writes a program and what it is fed.
pub fn write(program: &Program, dir: &Path) -> Result<()> {
    fs::write(dir.join(program.file()), program.text())?;
    for which in [Which::Bad, Which::Good] {
        fs::write(dir.join(input(program, which)), program.input(which))?;
    }
    Ok(())
}

fn input(program: &Program, which: Which) -> String {
    format!("{}.{}", program.name, which.name())
}

impl Trial<'_> {
    pub fn run(&self, dir: &Path) -> Result<Vec<Failure>> {
        let Trial { program, level } = self;
        let executable = format!("{}.{}", program.name, level.name());
        let mut compiler = self.compiler();
        compiler
            .current_dir(dir)
            .args([&program.file(), "-o", &executable]);
        proc::output(&mut compiler).with_context(|| format!("in {}", repo::shown(dir)))?;
        let mut failures = Vec::new();
        for which in [Which::Bad, Which::Good] {
            let mut command = Command::new(dir.join(&executable));
            env::unsteered(&mut command);
            command.arg(which.name()).env("FZ_GUARD", "report");
            let run = limited::run(&mut command, Some(&dir.join(input(program, which))), LIMIT)?;
            let judged = match which {
                Which::Bad => bad(program, &run),
                Which::Good => good(&run),
            };
            failures.extend(judged.err().map(|what| Failure {
                program: program.name.clone(),
                level: *level,
                what: format!("{}: {what}", which.name()),
            }));
        }
        // What failed stays for whoever looks into it.
        if failures.is_empty() {
            fs::remove_file(dir.join(executable))?;
        }
        Ok(failures)
    }

    fn compiler(&self) -> Command {
        let name = match self.program.language {
            Language::C => "fz-cc",
            Language::Cxx => "fz-cxx",
        };
        let mut command = repo::tool(name);
        command
            .args(["--fz-profile=guards", "--fz-engine=none", "-w"])
            .arg(self.level.flag());
        command
    }
}

/// One report, in which the line and all behind the column are right. How the program ends is its own affair: a
/// division by zero ends it.
fn bad(program: &Program, run: &Run) -> Result<(), String> {
    let stderr = String::from_utf8_lossy(&run.stderr);
    let begin = format!("{}:{}:", program.file(), program.line());
    let expected = &program.case.report;
    let is_expected = |line: &&str| {
        let rest = line.strip_prefix(&begin);
        rest.and_then(|r| r.split_once(": "))
            .is_some_and(|(_, text)| text == expected)
    };
    let (right, others): (Vec<&str>, Vec<&str>) = stderr.lines().partition(is_expected);
    let may_be = |line: &&str| program.case.sizes && line.starts_with(&begin);
    if right.len() == 1 && others.iter().all(may_be) && run.end != End::TimedOut {
        return Ok(());
    }
    Err(format!(
        "it {}\n  not reported once: {begin}…: {expected}\n{}",
        run.end,
        said(&stderr)
    ))
}

/// Nothing is reported.
fn good(run: &Run) -> Result<(), String> {
    let stderr = String::from_utf8_lossy(&run.stderr);
    match stderr.is_empty() && run.end == End::Exited(0) {
        true => Ok(()),
        false => Err(format!("it {}\n{}", run.end, said(&stderr))),
    }
}

fn said(stderr: &str) -> String {
    let lines = stderr.lines().take(5);
    let lines: Vec<String> = lines.map(|l| format!("  reported: {l}")).collect();
    lines.join("\n")
}
