//! A program whose every signal this process sees before it does.

use std::{
    fs::File,
    io,
    os::unix::process::CommandExt,
    process::{Child, Stdio},
};

use fz_base::error::Error;
use rustix::process::setsid;

use crate::{command::Command, forkserver, signals};

/// What the child says: only numbers of errors come back from there, and no program is refused with this one.
const FORBIDDEN: i32 = libc::ENOTTY;

/// Starts it, stopped, and as the calling thread's: this one has to wait for it. In a session of its own, without what it
/// prints on its standard output. `None`: nobody may trace here.
pub fn traced(
    command: &Command,
    environment: &[(String, String)],
    stdin: File,
    errors: Stdio,
    memory: Option<u64>,
) -> Result<Option<Child>, Error> {
    signals::catch();
    let mut process = command.process();
    process
        .envs(environment.iter().map(|(k, v)| (k, v)))
        .stdin(stdin)
        .stdout(Stdio::null())
        .stderr(errors);
    // SAFETY: system calls only, which are async-signal-safe.
    unsafe {
        process.pre_exec(move || {
            setsid()?;
            forkserver::limits(memory)?;
            match libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) {
                0 => Ok(()),
                _ => Err(io::Error::from_raw_os_error(FORBIDDEN)),
            }
        });
    }
    match process.spawn() {
        Ok(child) => Ok(Some(child)),
        Err(error) if error.raw_os_error() == Some(FORBIDDEN) => Ok(None),
        Err(error) => Err(command.spawn_error(&error)),
    }
}
