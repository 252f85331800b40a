//! What this machine lets a process do. It is tried: settings, capabilities, containers and filters all have a say.

use std::{fs::File, io, process::Stdio};

use fz_base::error::Error;
use rustix::process::{Pid, WaitOptions, waitpid};

use crate::{command::Command, segment::Segment, traced::traced};

/// Whether a program can be run under ptrace.
pub fn tracing() -> Result<bool, Error> {
    // It exists wherever a compiler does, and ends by itself if it is not stopped.
    let command = Command {
        program: "true".into(),
        arguments: Vec::new(),
    };
    let nothing = File::open("/dev/null").map_err(|e| Error::file("/dev/null", e))?;
    let Some(mut child) = traced(&command, &[], nothing, Stdio::null(), None)? else {
        return Ok(false);
    };
    let failed = |e: io::Error| Error::spawn("true", e);
    child.kill().map_err(failed)?;
    // It was stopped before it was killed, and both are told of.
    let process = Some(Pid::from_child(&child));
    while let Ok(Some((_, status))) = waitpid(process, WaitOptions::empty()) {
        if status.exited() || status.signaled() {
            break;
        }
    }
    Ok(true)
}

/// Whether a System V segment of that many bytes can be made and attached.
pub fn shared_memory(bytes: usize) -> io::Result<()> {
    Segment::new(bytes).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracing_leaves_no_process_behind() {
        // Either answer: containers may forbid it.
        tracing().unwrap();
        let left = waitpid(None, WaitOptions::NOHANG);
        assert!(!matches!(left, Ok(Some(_))), "{left:?} was left");
    }

    #[test]
    fn segments_are_made_and_refused() {
        shared_memory(4096).unwrap();
        assert!(shared_memory(usize::MAX / 2).is_err());
    }
}
