//! `--fz-replay=FILE`: what a captured build did, done again, wherever that was.
//!
//! Whoever wrote the program wrote what is compiled and linked here. So it is done behind a wall ([`wall`]): by a copy of this
//! process that reads what the system has and what was carried, writes into a [`room`] of its own, and starts clang and the
//! linker and nothing else. What it made is moved out of the room afterwards.

mod driver;
mod room;
mod unit;
mod wall;

use std::{
    ffi::{OsStr, OsString},
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use fz_base::error::{Error, unwritten};
use fz_process::{Command, SCRATCH_FOLDER};
use serde::{Deserialize, Serialize};

use crate::{invoked::Invoked, plan::Plan};
pub use room::Room;
pub use unit::Unit;
pub use wall::{Inside, is_of_system};

/// What the file says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Replay {
    /// Variables that compilers and linkers read.
    pub environment: Vec<(String, String)>,
    /// `None`: whoever built the program is trusted.
    pub wall: Option<Inside>,
    pub work: Work,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// A source is compiled as a captured build had it.
    Unit(Box<Unit>),
    /// Objects are linked.
    Link,
    /// A program that puts objects together. A missing word is the output's name.
    Tool {
        program: PathBuf,
        words: Vec<Option<String>>,
    },
}

/// The file that a command line names, if it is a replay's.
pub fn named(arguments: &[OsString]) -> Option<&Path> {
    let words = arguments.iter().map(|word| word.as_bytes());
    let mut paths = words.filter_map(|word| word.strip_prefix(b"--fz-replay="));
    paths
        .next_back()
        .map(|path| Path::new(OsStr::from_bytes(path)))
}

impl Replay {
    pub fn read(path: &Path) -> Result<Replay, Error> {
        let text = fz_base::file::read(path, fz_base::file::TEXT)
            .map_err(|e| wrong(path, e.to_string()))?;
        serde_json::from_slice(&text).map_err(|e| wrong(path, e.to_string()))
    }

    /// Puts the wall up, if there is to be one, around the compile or link of a command line.
    pub fn close(&self, room: &Room, invoked: &Invoked) -> Result<(), Error> {
        match &self.wall {
            Some(inside) => inside.close(room, wall::programs(invoked), wall::reads(invoked)),
            None => Ok(()),
        }
    }

    /// The plan by commands that start no others.
    pub fn plan(&self, plan: Plan, scratch: &Path, invoked: &Invoked) -> Result<Plan, Error> {
        match &self.work {
            Work::Unit(unit) => unit.plan(plan, scratch, invoked),
            Work::Link => plan.through(|command| driver::link(&command, scratch)),
            Work::Tool { .. } => Ok(plan),
        }
    }
}

/// Puts objects together. Returns only errors.
pub fn put_together(
    program: &Path,
    words: &[Option<String>],
    wall: Option<&Inside>,
    room: &Room,
) -> Error {
    let output = room.output().as_os_str();
    let word = |word: &Option<String>| word.as_ref().map_or(output.to_owned(), OsString::from);
    let command = Command {
        program: program.to_owned(),
        arguments: words.iter().map(word).collect(),
    };
    let programs = wall::with_loaders(vec![program.to_owned()]);
    let closed = wall.map_or(Ok(()), |inside| inside.close(room, programs, Vec::new()));
    match closed {
        Ok(()) => command.exec(),
        Err(error) => error,
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    wrong(path, unwritten(error, SCRATCH_FOLDER))
}

fn wrong(path: &Path, message: String) -> Error {
    Error::File {
        path: path.to_owned(),
        message,
    }
}
