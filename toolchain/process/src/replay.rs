//! A program run once over an input, which may hang or crash.

use std::{
    fs::File,
    io,
    os::{
        fd::{AsRawFd, FromRawFd, OwnedFd},
        unix::process::CommandExt,
    },
    process::{Child, ExitStatus, Stdio},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use fz_base::error::Error;

use crate::{command::Command, signals};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Ended(ExitStatus),
    /// It took too long, and was killed.
    TimedOut,
    /// This process was told to end.
    Interrupted,
}

/// Runs a command whose standard input is a file, and whose output nobody reads. `place`: among those that run at a time,
/// of [`crate::MOST`] at most.
pub fn replay(
    place: usize,
    command: &Command,
    environment: &[(String, String)],
    input: File,
    errors: Stdio,
    timeout: Duration,
) -> Result<Fate, Error> {
    signals::catch();
    let mut process = command.process();
    process
        .envs(environment.iter().map(|(k, v)| (k, v)))
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(errors)
        .process_group(0);
    let mut child = process.spawn().map_err(|e| command.spawn_error(&e))?;
    signals::CHILDREN[place].store(child.id() as i32, Ordering::Relaxed);
    // One that came before the handler knew of the child.
    if let Some(signal) = signals::received() {
        // SAFETY: our own child, not yet waited for.
        unsafe { libc::kill(child.id() as i32, signal) };
    }
    let is_over = wait(&child, timeout);
    // What it has started ends with it. The number is its own as long as it was not waited for.
    // SAFETY: the child's own group.
    unsafe { libc::kill(-(child.id() as i32), libc::SIGKILL) };
    let status = child.wait();
    signals::CHILDREN[place].store(0, Ordering::Relaxed);
    let failed = |e| command.spawn_error(&e);
    let (is_over, status) = (is_over.map_err(failed)?, status.map_err(failed)?);
    Ok(match (signals::received().is_some(), is_over) {
        (true, _) => Fate::Interrupted,
        (false, true) => Fate::Ended(status),
        (false, false) => Fate::TimedOut,
    })
}

/// Whether it has ended in time.
fn wait(child: &Child, timeout: Duration) -> io::Result<bool> {
    let until = Instant::now() + timeout;
    // SAFETY: a child that was not waited for; the descriptor is new.
    let handle = unsafe {
        let handle = libc::syscall(libc::SYS_pidfd_open, child.id(), 0);
        match handle {
            ..0 => return Err(io::Error::last_os_error()),
            _ => OwnedFd::from_raw_fd(handle as i32),
        }
    };
    let mut event = libc::pollfd {
        fd: handle.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    loop {
        let left = until.saturating_duration_since(Instant::now());
        // Rounded up: 0 would not wait.
        let left = i32::try_from(left.as_micros().div_ceil(1000)).unwrap_or(i32::MAX);
        // SAFETY: one event, which is ours.
        match unsafe { libc::poll(&mut event, 1, left) } {
            1.. => return Ok(true),
            0 => return Ok(false),
            _ => match io::Error::last_os_error() {
                e if e.kind() == io::ErrorKind::Interrupted => {}
                e => return Err(e),
            },
        }
    }
}
