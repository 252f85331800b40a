//! A wall around this process and all that it starts, for compilers and linkers that work on what strangers wrote.
//!
//! Two parts of the kernel make it. Landlock says which files are seen, written and run; seccomp says which system calls
//! there are, because landlock knows nothing of sockets, modes and owners of files, or of processes. A list of programs
//! that may run would not be enough: the dynamic loader is among them, and it starts any file that can be read. So a
//! command that is started behind the wall is the only one that its process ever becomes ([`only`]).

mod calls;
mod files;
mod only;

use std::{
    io,
    path::PathBuf,
    process,
    sync::atomic::{AtomicBool, Ordering},
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What is inside.
#[derive(Clone, Debug, Default)]
pub struct Wall {
    /// Folders that are read and written, and files that are written to.
    pub writes: Vec<PathBuf>,
    /// Folders and files that are read. What is not there is left out.
    pub reads: Vec<PathBuf>,
    /// Programs that are run, with what the kernel needs to run them.
    pub programs: Vec<PathBuf>,
}

static STANDS: AtomicBool = AtomicBool::new(false);

impl Wall {
    /// Puts it around this process, which has one thread. It stands until the process ends.
    pub fn close(&self) -> io::Result<()> {
        files::restrict(self)?;
        limit()?;
        STANDS.store(true, Ordering::Relaxed);
        Ok(())
    }
}

/// No file is larger, and no process has more memory than the machine: sources may ask for any number of zeros.
const LARGEST: u64 = 16 << 30;

fn limit() -> io::Result<()> {
    let memory = rustix::system::sysinfo();
    let memory = memory.totalram.saturating_mul(memory.mem_unit.into());
    for (what, most) in [
        (Resource::Fsize, LARGEST),
        (Resource::As, memory.max(LARGEST)),
        (Resource::Core, 0),
    ] {
        let now = getrlimit(what);
        let least = |limit: Option<u64>| Some(limit.map_or(most, |limit| limit.min(most)));
        let limit = Rlimit {
            current: least(now.current),
            maximum: least(now.maximum),
        };
        setrlimit(what, limit)?;
    }
    Ok(())
}

/// What this machine's kernel lacks for a whole wall; `None`: nothing.
pub fn lacks() -> Option<&'static str> {
    match (files::is_there(), calls::is_there()) {
        (true, true) => None,
        (false, true) => Some("landlock, which keeps compilers from writing files"),
        (true, false) => {
            Some("seccomp, which keeps compilers from the network and from starting programs")
        }
        (false, false) => Some(
            "landlock and seccomp, which keep compilers from writing files, from the network and from starting programs",
        ),
    }
}

/// Has this process start nothing from here on, and do nothing but compute, read and write.
pub fn be_alone() -> io::Result<()> {
    only::close_descriptors()?;
    calls::restrict(None)
}

/// Whether this process is behind one.
pub fn stands() -> bool {
    STANDS.load(Ordering::Relaxed)
}

/// Has a command that is about to be started keep within the wall, if there is one.
pub(crate) fn keep_in(command: &mut process::Command) -> io::Result<()> {
    match stands() {
        true => only::program(command),
        false => Ok(()),
    }
}
