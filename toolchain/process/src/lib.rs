//! Processes: the only crate that starts any. Commands are data ([`Command`]); signals that come to this process reach
//! the ones that it has started.

mod apart;
mod beside;
mod command;
mod each;
mod forkserver;
pub mod permitted;
pub mod progress;
mod replay;
mod segment;
mod signals;
mod traced;
mod usage;
pub mod wall;

use std::{fs::File, io, path::Path};

use fz_base::{error::Error, scratch::Scratch};

pub use apart::apart;
pub use beside::{Ended, Job, Output, Watch, run_beside};
pub use command::{Command, end_like, output, output_in};
pub use each::each;
pub use forkserver::{Ends, serve};
pub use replay::{Fate, replay};
pub use segment::Segment;
pub use signals::{MOST, catch as catch_signals, is_interrupted, received as signal_received};
pub use traced::traced;
pub use usage::{Meter, Usage};
pub use wall::Wall;

/// The variable that says where [`scratch`] makes its folders.
pub const SCRATCH_FOLDER: &str = "TMPDIR";

/// Has this process, and those that it starts, read a file from the standard input.
pub fn read_from(path: &Path) -> io::Result<()> {
    rustix::stdio::dup2_stdin(File::open(path)?)?;
    Ok(())
}

/// As many as this process may use at a time.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A folder for files of this process. Drop it before the process ends: a signal is only noted.
pub fn scratch() -> Result<Scratch, Error> {
    signals::catch();
    Scratch::temporary().map_err(|e| Error::File {
        path: std::env::temp_dir(),
        message: format!("no folder can be made in it: {e}; {SCRATCH_FOLDER} names another"),
    })
}
