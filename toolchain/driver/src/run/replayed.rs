//! A captured build done again: by a copy of this process in a room of its own, from which the result is moved out.

use std::{
    ffi::OsStr, iter::once, os::unix::process::ExitStatusExt, path::Path, process::ExitCode,
};

use fz_base::{error::Error, tell, terminal};
use fz_process::{SCRATCH_FOLDER, apart, end_like};

use super::compiled;
use crate::{
    compile::CommandLine,
    replay::{Replay, Room, Work, put_together},
};

/// Ends what starts a program behind the wall.
const STARTED: i32 = rustix::process::Signal::SYS.as_raw();

/// Ends this process as the last command ended. Returns only errors.
pub fn run(name: &str, line: CommandLine, replay: &Replay) -> Result<ExitCode, Error> {
    let CommandLine { cxx, arguments } = line;
    let (room, arguments) = Room::make(arguments)?;
    let line = CommandLine { cxx, arguments };
    let temporary = room.temporary();
    let variables = replay.environment.iter();
    let variables = variables.map(|(name, value)| (name.as_str(), OsStr::new(value)));
    let variables: Vec<(&str, &OsStr)> = variables
        .chain([(SCRATCH_FOLDER, temporary.as_os_str())])
        .collect();
    let inside = || {
        let error = match &replay.work {
            Work::Tool { program, words } => {
                put_together(program, words, replay.wall.as_ref(), &room)
            }
            Work::Unit(_) | Work::Link => match compiled(name, line, Some((replay, &room))) {
                Ok(_) => return 0,
                Err(error) => error,
            },
        };
        terminal::fail(name, once(&error as _));
        1
    };
    let status = apart(&variables, inside).map_err(|e| Error::spawn(Path::new(name), e))?;
    if status.success() {
        room.give()?;
    }
    if status.signal() == Some(STARTED) {
        tell!("{name}: a compiler or linker has tried to start a program, and was ended");
    }
    // This process ends without destructors.
    drop(room);
    end_like(status)
}
