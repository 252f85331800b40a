//! A program run once over an input, which may hang or crash.

use std::{
    fs::File,
    io,
    os::unix::process::CommandExt,
    process::{ExitStatus, Stdio},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use fz_base::error::Error;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open},
};

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
    let process = Pid::from_child(&child);
    if let Some(signal) = signals::received() {
        signals::send(Some(process), signal);
    }
    let is_over = wait(process, timeout);
    // What it has started ends with it. The number is its own as long as it was not waited for.
    let _ = kill_process_group(process, Signal::KILL);
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
fn wait(process: Pid, timeout: Duration) -> io::Result<bool> {
    let until = Instant::now() + timeout;
    let handle = pidfd_open(process, PidfdFlags::empty())?;
    let mut events = [PollFd::new(&handle, PollFlags::IN)];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        // Longer than a clock can say is for ever.
        let left = Timespec::try_from(left).ok();
        match poll(&mut events, left.as_ref()) {
            Ok(ended) => return Ok(ended > 0),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
