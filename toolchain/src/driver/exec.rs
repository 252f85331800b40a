//! The only place that starts processes.

mod beside;
mod forkserver;
mod replay;

use std::{
    ffi::OsStr,
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{self, Child, ExitStatus, Stdio},
    sync::atomic::{AtomicBool, AtomicI32, Ordering},
};

use super::plan::{Command, Plan};
use crate::{env, error::Error};

pub use beside::{Ended, Job, MOST, Output, run_beside};
pub use forkserver::{Ends, serve};
pub use replay::{Fate, replay};

/// Runs the plan and ends this process as its last command ended, by exit code or by signal. Returns only errors.
///
/// A single command replaces this process, so that signals, jobserver and descriptors need no care.
pub fn run(plan: &Plan) -> Error {
    if let [command] = &plan.commands[..] {
        let error = process_of(command).exec();
        return spawn_error(command, &error);
    }
    match run_all(plan) {
        Ok(status) => end_like(status),
        Err(error) => error,
    }
}

/// The same, with something to do where all commands have succeeded.
pub fn run_then(plan: &Plan, then: impl FnOnce() -> Result<(), Error>) -> Error {
    match run_all(plan) {
        Ok(status) if !status.success() => end_like(status),
        Ok(status) => match then() {
            Ok(()) => end_like(status),
            Err(error) => error,
        },
        Err(error) => error,
    }
}

/// How the last command ended.
fn run_all(plan: &Plan) -> Result<ExitStatus, Error> {
    let mut last = ExitStatus::default();
    for command in &plan.commands {
        // Descriptors without close-on-exec, make's jobserver among them, are inherited.
        let ended = process_of(command)
            .spawn()
            .and_then(|mut child| forward_signals(&mut child));
        last = ended.map_err(|error| spawn_error(command, &error))?;
        if !last.success() {
            break;
        }
    }
    Ok(last)
}

/// Runs a command for what it prints.
pub fn output(program: &Path, arguments: &[&OsStr]) -> std::io::Result<process::Output> {
    #[expect(clippy::disallowed_methods, reason = "the one spawner")]
    process::Command::new(program)
        .args(arguments)
        .env(env::INSIDE.name, "1")
        .stdin(Stdio::null())
        .output()
}

#[expect(clippy::disallowed_methods, reason = "the one spawner")]
fn process_of(command: &Command) -> process::Command {
    let mut process = process::Command::new(&command.program);
    process.args(&command.arguments);
    process
}

fn spawn_error(command: &Command, error: &std::io::Error) -> Error {
    Error::Spawn {
        program: command.program.display().to_string(),
        message: error.to_string(),
    }
}

/// Whom signals are passed on to; 0 is nobody.
static CHILDREN: [AtomicI32; MOST] = [const { AtomicI32::new(0) }; MOST];
/// Whether one was.
static SIGNALLED: AtomicBool = AtomicBool::new(false);

extern "C" fn pass_on(signal: libc::c_int) {
    SIGNALLED.store(true, Ordering::Relaxed);
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
    SIGNALLED.load(Ordering::Relaxed)
}

fn catch_signals() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
        let handler = pass_on as extern "C" fn(libc::c_int);
        // SAFETY: the handler calls async-signal-safe functions only.
        unsafe { libc::signal(signal, handler as libc::sighandler_t) };
    }
}

fn forward_signals(child: &mut Child) -> std::io::Result<ExitStatus> {
    CHILDREN[0].store(child.id() as i32, Ordering::Relaxed);
    catch_signals();
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
