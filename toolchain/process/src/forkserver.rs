//! A program as the fork server of this process: it answers on two descriptors, and forks itself for each input.

use std::{
    fs::File,
    io,
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::process::CommandExt,
    },
    process::{Child, Stdio},
};

use fz_abi::afl::{CONTROL_FD, STATUS_FD};
use fz_base::error::Error;

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
    let (control, status) = (ends.control.as_raw_fd(), ends.status.as_raw_fd());
    let memory = ends.memory;
    // SAFETY: system calls only, which are async-signal-safe.
    unsafe {
        process.pre_exec(move || {
            // Each may have the number that the other is to get.
            let [control, status] = [above(control)?, above(status)?];
            checked(libc::dup2(control, CONTROL_FD))?;
            checked(libc::dup2(status, STATUS_FD))?;
            checked(libc::setsid())?;
            limits(memory)
        });
    }
    process.spawn().map_err(|e| command.spawn_error(&e))
}

/// For a child that is not yet the program: no dumps, so much memory, and the first to go where that runs out.
pub unsafe fn limits(memory: Option<u64>) -> io::Result<()> {
    // SAFETY: system calls only.
    unsafe {
        limit(libc::RLIMIT_CORE, 0)?;
        if let Some(memory) = memory {
            limit(libc::RLIMIT_AS, memory)?;
        }
        die_first();
    }
    Ok(())
}

/// A copy of a descriptor beyond those of the protocol, that the program does not get.
unsafe fn above(descriptor: i32) -> io::Result<i32> {
    // SAFETY: the caller's descriptor.
    checked(unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, STATUS_FD + 1) })
}

unsafe fn limit(what: libc::__rlimit_resource_t, most: u64) -> io::Result<()> {
    let limit = libc::rlimit {
        rlim_cur: most,
        rlim_max: most,
    };
    // SAFETY: a valid struct.
    checked(unsafe { libc::setrlimit(what, &limit) }).map(drop)
}

/// Where memory runs out the kernel is to end the program, not who watches it. Nothing is lost where that is refused.
unsafe fn die_first() {
    // SAFETY: constant strings.
    unsafe {
        let file = libc::open(c"/proc/self/oom_score_adj".as_ptr(), libc::O_WRONLY);
        if file >= 0 {
            libc::write(file, c"1000".as_ptr().cast(), 4);
            libc::close(file);
        }
    }
}

/// A system call's result, or why it failed.
pub(crate) fn checked(result: i32) -> io::Result<i32> {
    match result {
        0.. => Ok(result),
        _ => Err(io::Error::last_os_error()),
    }
}
