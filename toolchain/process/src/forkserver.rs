//! A program as the fork server of this process: it answers on two descriptors, and forks itself for each input.

use std::{
    fs::File,
    io,
    mem::ManuallyDrop,
    os::{
        fd::{FromRawFd, OwnedFd, RawFd},
        unix::process::CommandExt,
    },
    process::{Child, Stdio},
};

use fz_abi::afl::{CONTROL_FD, STATUS_FD};
use fz_base::error::Error;
use rustix::{
    fs::{Mode, OFlags, open},
    io::{dup2, fcntl_dupfd_cloexec, write},
    process::{Resource, Rlimit, setrlimit, setsid},
};

use crate::{command::Command, signals};

/// What the program finds at its ends.
pub struct Ends {
    pub control: OwnedFd,
    pub status: OwnedFd,
    pub stdin: File,
    /// What it may have of memory, in bytes.
    pub memory: Option<u64>,
}

/// Starts it, in a session of its own: what it does to its process group does not reach this process.
pub fn serve(
    command: &Command,
    environment: &[(String, String)],
    ends: Ends,
) -> Result<Child, Error> {
    signals::catch();
    let mut process = command.process();
    process
        .envs(environment.iter().map(|(k, v)| (k, v)))
        .stdin(ends.stdin)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let Ends {
        control,
        status,
        memory,
        ..
    } = ends;
    let prepare = move || {
        // Each may have the number that the other is to get: the copies are beyond both, and the program does not get them.
        let [control, status] =
            [&control, &status].map(|fd| fcntl_dupfd_cloexec(fd, STATUS_FD + 1));
        put(control?, CONTROL_FD)?;
        put(status?, STATUS_FD)?;
        setsid()?;
        limits(memory)
    };
    // SAFETY: system calls only, which are async-signal-safe.
    unsafe { process.pre_exec(prepare) };
    process.spawn().map_err(|e| command.spawn_error(&e))
}

/// For a child that is not yet the program: no dumps, so much memory, and the first to go where that runs out.
pub fn limits(memory: Option<u64>) -> io::Result<()> {
    limit(Resource::Core, 0)?;
    if let Some(memory) = memory {
        limit(Resource::As, memory)?;
    }
    die_first();
    Ok(())
}

/// Has a descriptor under the number of the protocol, too, where the program finds it.
fn put(descriptor: OwnedFd, number: RawFd) -> io::Result<()> {
    // SAFETY: whatever the number was is replaced, and what has it now stays open.
    let mut place = ManuallyDrop::new(unsafe { OwnedFd::from_raw_fd(number) });
    Ok(dup2(descriptor, &mut place)?)
}

fn limit(what: Resource, most: u64) -> io::Result<()> {
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    Ok(setrlimit(what, limit)?)
}

/// Where memory runs out the kernel is to end the program, not who watches it. Nothing is lost where that is refused.
fn die_first() {
    if let Ok(file) = open(c"/proc/self/oom_score_adj", OFlags::WRONLY, Mode::empty()) {
        let _ = write(file, b"1000");
    }
}
