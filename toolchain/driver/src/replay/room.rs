//! A folder in which a stranger's build is done, beside where its result belongs.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, Permissions},
    io::{self, Read},
    os::unix::{
        ffi::OsStrExt,
        fs::{MetadataExt, PermissionsExt},
    },
    path::{Path, PathBuf},
};

use fz_base::{error::Error, scratch::Scratch};
use fz_commandline::{flags::Meaning, parse};

use super::{unwritable, wrong};

pub struct Room {
    folder: Scratch,
    /// What is made, and where it belongs.
    made: Option<(PathBuf, PathBuf)>,
}

impl Room {
    /// A room for what a command line makes, and the command line with a name in it that lies in the room.
    pub fn make(mut arguments: Vec<OsString>) -> Result<(Room, Vec<OsString>), Error> {
        let words: Vec<String> = arguments
            .iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        let parsed = parse::parse(&words, &|_| None);
        let mut outputs = parsed
            .iter()
            .filter(|argument| argument.meaning() == Some(Meaning::Output));
        let output = outputs.next_back();
        // Which word has it, behind how many letters.
        let place = output
            .filter(|argument| is_file(argument.value()))
            .map(|argument| match argument.rest.len() {
                0 => (argument.at, argument.text.len() - argument.value().len()),
                behind => (argument.at + behind, 0),
            });
        let target = place.map(|(at, start)| {
            let target = PathBuf::from(OsStr::from_bytes(&arguments[at].as_bytes()[start..]));
            std::path::absolute(&target).unwrap_or(target)
        });
        let beside = target.as_deref().and_then(Path::parent);
        let temporary = std::env::temp_dir();
        let beside = beside.unwrap_or(&temporary);
        let folder = Scratch::in_folder(beside).map_err(|e| unwritable(beside, &e))?;
        let room = Room {
            made: target.map(|target| {
                let name = target.file_name().unwrap_or(OsStr::new("output"));
                (folder.path().join("out").join(name), target)
            }),
            folder,
        };
        for folder in [room.folder.path().join("out"), room.temporary()] {
            fs::create_dir(&folder).map_err(|e| unwritable(&folder, &e))?;
        }
        if let (Some((at, start)), Some((made, _))) = (place, &room.made) {
            let mut word = OsStr::from_bytes(&arguments[at].as_bytes()[..start]).to_owned();
            word.push(made);
            arguments[at] = word;
        }
        Ok((room, arguments))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// For files on the way.
    pub fn temporary(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }

    /// Where the result is made.
    pub fn output(&self) -> &Path {
        let made = self.made.as_ref();
        made.map_or(self.folder.path(), |(made, _)| made)
    }

    /// Moves the result to where it belongs. What was made is looked at as what it is: a plain file that has no other name.
    pub fn give(&self) -> Result<(), Error> {
        let Some((made, target)) = &self.made else {
            return Ok(());
        };
        let refused = |e: io::Error| wrong(target, e.to_string());
        let found = fs::symlink_metadata(made).map_err(refused)?;
        if !found.is_file() || found.nlink() != 1 {
            return Err(wrong(
                target,
                "what was made is not a plain file".to_owned(),
            ));
        }
        let mode = match is_run(made).map_err(refused)? {
            true => 0o777,
            false => 0o666,
        };
        fs::set_permissions(made, Permissions::from_mode(mode & !mask())).map_err(refused)?;
        fs::rename(made, target).map_err(|e| unwritable(target, &e))
    }
}

/// Whether an output's name is one of a file, or of a place where one can be made.
fn is_file(name: &str) -> bool {
    name != "-" && fs::metadata(name).map_or(true, |found| found.is_file())
}

/// Programs and shared libraries can be run, as linkers leave them: their kind stands behind the first bytes of the file.
fn is_run(made: &Path) -> io::Result<bool> {
    let mut first = [0; 18];
    let read = File::open(made)?.read(&mut first)?;
    let is_elf = read == first.len() && first.starts_with(&object::elf::ELFMAG);
    let kind = u16::from_le_bytes([first[16], first[17]]);
    Ok(is_elf && [object::elf::ET_EXEC.0, object::elf::ET_DYN.0].contains(&kind))
}

/// The user's mask, which can only be read by setting it.
fn mask() -> u32 {
    let mask = rustix::process::umask(rustix::fs::Mode::empty());
    rustix::process::umask(mask);
    mask.bits()
}
