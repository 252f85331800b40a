//! The only place that starts processes.

mod beside;
mod forkserver;
mod replay;
mod traced;
mod units;
mod usage;

use std::{
    ffi::OsStr,
    io,
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{self, Child, ExitStatus, Stdio},
    sync::atomic::{AtomicI32, Ordering},
};

use tempfile::TempDir;

use super::plan::{self, Command, Plan, Step};
use crate::{env, error::Error};

pub use beside::{Ended, Job, MOST, Output, Watch, run_beside};
pub use forkserver::{Ends, serve};
pub use replay::{Fate, replay};
pub use traced::traced;
pub use units::Bench;
pub use usage::{Meter, Usage};

/// A folder for files of this process. What runs with it ends by [`run_on`], which removes it, also when a signal comes.
pub fn scratch() -> Result<TempDir, Error> {
    catch_signals();
    let folder = tempfile::Builder::new().prefix("fz-").tempdir();
    folder.map_err(|e| Error::File {
        path: std::env::temp_dir(),
        message: format!("no folder can be made in it: {e}; TMPDIR names another"),
    })
}

/// Runs the plan and ends this process as its last command ended, by exit code or by signal. Returns only errors.
///
/// A single command replaces this process, so that signals, jobserver and descriptors need no care.
pub fn run(plan: &Plan) -> Error {
    if let [Step::Run(command)] = &plan.steps[..] {
        let error = process_of(command).exec();
        return spawn_error(command, &error);
    }
    run_then(plan, || Ok(()))
}

/// The same, with something to do where all commands have succeeded.
pub fn run_then(plan: &Plan, then: impl FnOnce() -> Result<(), Error>) -> Error {
    let no_bench = |_: &plan::Unit| unreachable!("a plan with units runs on a bench");
    let ended = run_all(plan, no_bench);
    end_after(ended, then)
}

/// The same for a plan whose commands leave something for each other.
pub fn run_on(bench: Bench, plan: &Plan, then: impl FnOnce() -> Result<(), Error>) -> Error {
    let ended = run_all(plan, |unit| bench.compile(unit));
    // This process ends without destructors.
    drop(bench);
    end_after(ended, then)
}

fn end_after(ended: Result<ExitStatus, Error>, then: impl FnOnce() -> Result<(), Error>) -> Error {
    match ended {
        Ok(status) if !status.success() => end_like(status),
        Ok(status) => match then() {
            Ok(()) => end_like(status),
            Err(error) => error,
        },
        Err(error) => error,
    }
}

/// How the first that failed ended. Behind a source that does not compile others are compiled, as clang does it, and
/// nothing is linked.
fn run_all(
    plan: &Plan,
    compile: impl Fn(&plan::Unit) -> Result<ExitStatus, Error>,
) -> Result<ExitStatus, Error> {
    let mut failed = None;
    for step in &plan.steps {
        let status = match step {
            Step::Run(_) if failed.is_some() => continue,
            // Descriptors without close-on-exec, make's jobserver among them, are inherited.
            Step::Run(command) => process_of(command)
                .spawn()
                .and_then(|mut child| forward_signals(&mut child))
                .map_err(|error| spawn_error(command, &error))?,
            Step::Unit(unit) => compile(unit)?,
        };
        if let Some(signal) = signalled() {
            return Ok(ExitStatus::from_raw(signal));
        }
        if !status.success() {
            failed.get_or_insert(status);
        }
    }
    Ok(failed.unwrap_or_default())
}

/// Runs a command, and waits for its end.
pub fn status(command: &Command) -> Result<ExitStatus, Error> {
    let mut process = process_of(command);
    let ended = process
        .spawn()
        .and_then(|mut child| forward_signals(&mut child));
    ended.map_err(|e| spawn_error(command, &e))
}

/// Runs a command for what it prints.
pub fn output(program: &Path, arguments: &[&OsStr]) -> io::Result<process::Output> {
    #[expect(clippy::disallowed_methods, reason = "the one spawner")]
    process::Command::new(program)
        .args(arguments)
        .env(env::INSIDE.name, "1")
        .stdin(Stdio::null())
        .output()
}

/// The same in a folder, as a build would run it there, with more in the environment.
pub fn output_in(
    folder: &Path,
    program: &Path,
    arguments: &[&OsStr],
    environment: &[(&str, &OsStr)],
) -> io::Result<process::Output> {
    #[expect(clippy::disallowed_methods, reason = "the one spawner")]
    process::Command::new(program)
        .current_dir(folder)
        .args(arguments)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
}

#[expect(clippy::disallowed_methods, reason = "the one spawner")]
fn process_of(command: &Command) -> process::Command {
    let mut process = process::Command::new(&command.program);
    process.args(&command.arguments);
    process
}

fn checked(result: i32) -> io::Result<i32> {
    match result {
        0.. => Ok(result),
        _ => Err(io::Error::last_os_error()),
    }
}

fn spawn_error(command: &Command, error: &io::Error) -> Error {
    Error::Spawn {
        program: command.program.display().to_string(),
        message: error.to_string(),
    }
}

/// Whom signals are passed on to; 0 is nobody.
static CHILDREN: [AtomicI32; MOST] = [const { AtomicI32::new(0) }; MOST];
/// Which one came last; 0 is none.
static SIGNALLED: AtomicI32 = AtomicI32::new(0);

extern "C" fn pass_on(signal: libc::c_int) {
    SIGNALLED.store(signal, Ordering::Relaxed);
    for child in &CHILDREN {
        let child = child.load(Ordering::Relaxed);
        if child > 0 {
            // SAFETY: kill is async-signal-safe.
            unsafe { libc::kill(child, signal) };
        }
    }
}

/// Whether this process was told to end, once [`catch_signals`] has been called.
pub fn is_interrupted() -> bool {
    signalled().is_some()
}

fn signalled() -> Option<i32> {
    let signal = SIGNALLED.load(Ordering::Relaxed);
    (signal != 0).then_some(signal)
}

fn catch_signals() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
        let handler = pass_on as extern "C" fn(libc::c_int);
        // SAFETY: the handler calls async-signal-safe functions only.
        unsafe { libc::signal(signal, handler as libc::sighandler_t) };
    }
}

fn forward_signals(child: &mut Child) -> io::Result<ExitStatus> {
    while_forwarding(child, |_| ())
}

/// Waits for a child, behind something that takes as long as it lives.
fn while_forwarding(child: &mut Child, doing: impl FnOnce(&mut Child)) -> io::Result<ExitStatus> {
    CHILDREN[0].store(child.id() as i32, Ordering::Relaxed);
    catch_signals();
    // One that came before there was a child to pass it on to.
    if let Some(signal) = signalled() {
        // SAFETY: our own child, not yet waited for.
        unsafe { libc::kill(child.id() as i32, signal) };
    }
    doing(child);
    let status = child.wait();
    CHILDREN[0].store(0, Ordering::Relaxed);
    status
}

fn end_like(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal() {
        // SAFETY: the default action of the signal that killed the command ends this process the same way.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
    process::exit(status.code().unwrap_or(1))
}
