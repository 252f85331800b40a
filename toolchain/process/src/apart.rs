//! A part of this program in a process of its own.

use std::{
    ffi::OsStr,
    io,
    os::unix::process::ExitStatusExt,
    process::{self, ExitStatus},
    sync::atomic::Ordering,
};

use rustix::process::{Pid, WaitOptions, waitpid};

use crate::signals;

/// Runs a function in a copy of this process, which has one thread, with more in its environment. What the function gives is
/// the copy's exit status; it gets the signals that this process gets, and does not outlive it.
pub fn apart(
    environment: &[(&str, &OsStr)],
    inside: impl FnOnce() -> i32,
) -> io::Result<ExitStatus> {
    signals::catch();
    // SAFETY: the copy goes on with the only thread that there is.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            // SAFETY: it sets a number.
            unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
            for (name, value) in environment {
                // SAFETY: no other thread reads the environment.
                unsafe { std::env::set_var(name, value) };
            }
            process::exit(inside())
        }
        child => wait(child),
    }
}

fn wait(child: i32) -> io::Result<ExitStatus> {
    signals::CHILDREN[0].store(child, Ordering::Relaxed);
    if let Some(signal) = signals::received() {
        signals::send(Pid::from_raw(child), signal);
    }
    let ended = loop {
        match waitpid(Pid::from_raw(child), WaitOptions::empty()) {
            Err(rustix::io::Errno::INTR) => {}
            ended => break ended,
        }
    };
    signals::CHILDREN[0].store(0, Ordering::Relaxed);
    let (_, status) = ended?.ok_or_else(|| io::Error::other("nothing has ended"))?;
    Ok(ExitStatus::from_raw(status.as_raw()))
}
