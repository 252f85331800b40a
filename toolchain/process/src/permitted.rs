//! What this machine lets a process do. It is tried: settings, capabilities, containers and filters all have a say.

use std::{fs::File, io, process::Stdio};

use fz_base::error::Error;

use crate::{command::Command, traced::traced};

/// Whether a program can be run under ptrace.
pub fn tracing() -> Result<bool, Error> {
    // It exists wherever a compiler does, and ends by itself if it is not stopped.
    let command = Command {
        program: "true".into(),
        arguments: Vec::new(),
    };
    let nothing = File::open("/dev/null").map_err(|e| Error::File {
        path: "/dev/null".into(),
        message: e.to_string(),
    })?;
    let Some(mut child) = traced(&command, &[], nothing, Stdio::null(), None)? else {
        return Ok(false);
    };
    let failed = |e: io::Error| Error::Spawn {
        program: "true".to_owned(),
        message: e.to_string(),
    };
    child.kill().map_err(failed)?;
    // It was stopped before it was killed, and both are told of.
    let mut status = 0;
    loop {
        // SAFETY: a child of ours that nobody else waits for, and a number of ours to write to.
        let told = unsafe { libc::waitpid(child.id() as i32, &mut status, libc::__WALL) };
        if told < 0 || libc::WIFEXITED(status) || libc::WIFSIGNALED(status) {
            return Ok(true);
        }
    }
}

/// Whether a System V segment of that many bytes can be made and attached.
pub fn shared_memory(bytes: usize) -> io::Result<()> {
    // SAFETY: numbers; the segment is this function's own, is never written, and goes with the last process that has it.
    unsafe {
        let id = libc::shmget(libc::IPC_PRIVATE, bytes, libc::IPC_CREAT | 0o600);
        if id < 0 {
            return Err(io::Error::last_os_error());
        }
        let at = libc::shmat(id, std::ptr::null(), 0);
        let attached = match at as isize {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        };
        libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut());
        if attached.is_ok() {
            libc::shmdt(at);
        }
        attached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracing_leaves_no_process_behind() {
        // Either answer: containers may forbid it.
        tracing().unwrap();
        // SAFETY: a number of ours to write to.
        let left = unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG | libc::__WALL) };
        assert!(left <= 0, "process {left} was left");
    }

    #[test]
    fn segments_are_made_and_refused() {
        shared_memory(4096).unwrap();
        assert!(shared_memory(usize::MAX / 2).is_err());
    }
}
