//! Runs one program: input from a file, everything that it says kept, an end to it after a while.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use xtask::proc;

/// How long each file may be that a program writes: nothing that we run ourselves needs more.
const FILE_BYTES: libc::rlim_t = 256 << 20;
/// The same for whole tests, some of which map traces: files of many gigabytes, which are nearly all holes.
const TEST_FILE_BYTES: libc::rlim_t = 1 << 40;

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    Signalled(i32),
    TimedOut,
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Exited(status) => write!(f, "exits with {status}"),
            End::Signalled(signal) => write!(f, "is ended by signal {signal}"),
            End::TimedOut => write!(f, "does not end"),
        }
    }
}

/// What a run left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub took: Duration,
}

/// Runs `command`, for at most `limit`, in a process group of its own, all of which ends with it.
pub fn run(command: &mut Command, input: Option<&Path>, limit: Duration) -> Result<Run> {
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command
        .stdin(match input {
            Some(path) => File::open(path)?.into(),
            None => Stdio::null(),
        })
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?);
    bound(command, limit, FILE_BYTES);
    let started = Instant::now();
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", proc::rendered(command)))?;
    let status = wait(&mut child, limit)?;
    let took = started.elapsed();
    let end = match status {
        None => End::TimedOut,
        Some(status) => match (status.code(), status.signal()) {
            (Some(code), _) => End::Exited(code),
            (None, signal) => End::Signalled(signal.context("a status is a code or a signal")?),
        },
    };
    Ok(Run {
        end,
        stdout: written(&mut stdout)?,
        stderr: written(&mut stderr)?,
        took,
    })
}

/// Has a command run in a process group of its own, end with this thread, and have no more than it needs for `limit`.
fn bound(command: &mut Command, limit: Duration, file_bytes: libc::rlim_t) {
    let cpu_seconds = 2 * limit.as_secs() + 1;
    command.process_group(0);
    // SAFETY: between fork and exec only prctl and setrlimit are called, which are async-signal-safe.
    unsafe {
        command.pre_exec(move || {
            // In a group of its own, Ctrl-C does not reach it. This thread waits until it has ended.
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            // For what it starts in turn.
            limit_to(libc::RLIMIT_CPU, cpu_seconds);
            limit_to(libc::RLIMIT_CORE, 0);
            limit_to(libc::RLIMIT_FSIZE, file_bytes);
            Ok(())
        });
    }
}

/// The same for a program of tests.
pub fn bound_tests(command: &mut Command, limit: Duration) {
    bound(command, limit, TEST_FILE_BYTES);
}

fn limit_to(resource: libc::__rlimit_resource_t, bytes: libc::rlim_t) {
    let limit = libc::rlimit {
        rlim_cur: bytes,
        rlim_max: bytes,
    };
    // SAFETY: the limit outlives the call. Without it a run only wastes room.
    unsafe {
        libc::setrlimit(resource, &limit);
    }
}

/// The child's status, or `None` if it was ended after `limit`.
fn wait(child: &mut Child, limit: Duration) -> Result<Option<ExitStatus>> {
    let group = child.id() as libc::pid_t;
    // SAFETY: the child has not been waited for, so its number is its own.
    let pidfd = unsafe { libc::syscall(libc::SYS_pidfd_open, group, 0) } as libc::c_int;
    ensure!(
        pidfd >= 0,
        "pidfd_open: {}",
        std::io::Error::last_os_error()
    );
    let deadline = Instant::now() + limit;
    let ended = loop {
        let mut poll = libc::pollfd {
            fd: pidfd,
            events: libc::POLLIN,
            revents: 0,
        };
        let left = deadline.saturating_duration_since(Instant::now());
        // SAFETY: one pollfd, which outlives the call.
        match unsafe { libc::poll(&mut poll, 1, left.as_millis() as libc::c_int) } {
            n if n > 0 => break true,
            _ if left.as_millis() == 0 => break false,
            // Interrupted.
            _ => {}
        }
    };
    // SAFETY: the descriptor is ours. The group lives until the child is waited for, and holds only what it started.
    unsafe {
        libc::close(pidfd);
        libc::kill(-group, libc::SIGKILL);
    }
    let status = child.wait()?;
    Ok(ended.then_some(status))
}

fn written(file: &mut File) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{End, run};

    fn shell(script: &str, limit: Duration) -> super::Run {
        run(Command::new("sh").args(["-c", script]), None, limit).unwrap()
    }

    #[test]
    fn runs_end_in_one_of_three_ways() {
        let second = Duration::from_secs(10);
        let said = shell("echo out; echo err >&2; exit 3", second);
        assert_eq!(
            (said.end, &said.stdout[..], &said.stderr[..]),
            (End::Exited(3), &b"out\n"[..], &b"err\n"[..])
        );
        assert_eq!(shell("kill -ABRT $$", second).end, End::Signalled(6));
        assert_eq!(
            shell("sleep 60", Duration::from_millis(50)).end,
            End::TimedOut
        );
    }
}
