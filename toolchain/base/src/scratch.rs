//! Folders for what is made on the way. They go with what holds them; what a killed process has left goes when the next one
//! makes a folder in the same place.
//!
//! A folder is removed only if it is provably a dead process's: a file in it names the folder itself, by device and inode, and
//! was written under a lock that its maker held as long as it lived. Age and process numbers prove nothing, names neither; a
//! folder that was copied or unpacked names another.

use std::{
    collections::HashSet,
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::Mutex,
};

use rustix::{fs::OFlags, process::geteuid};
use tempfile::TempDir;

/// The file that its maker holds locked.
const OWNER: &str = "fz-owner";

/// What begins the names of folders beside results, and of those in the folder for temporary files.
const BESIDE: &str = ".fz-";
const TEMPORARY: &str = "fz-";
/// What follows in their names.
const LETTERS: usize = 6;

/// A folder of this process.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    /// Locked. It is closed after the folder is gone.
    _owner: File,
}

impl Scratch {
    /// Beside what is to be made: it can be moved there at once.
    pub fn in_folder(folder: &Path) -> io::Result<Scratch> {
        Scratch::make(folder, BESIDE)
    }

    /// In the folder for temporary files.
    pub fn temporary() -> io::Result<Scratch> {
        Scratch::make(&std::env::temp_dir(), TEMPORARY)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn make(folder: &Path, prefix: &str) -> io::Result<Scratch> {
        static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
        let is_new = SWEPT.lock().map(|mut swept| {
            let swept = swept.get_or_insert_default();
            swept.insert(folder.to_owned())
        });
        if is_new.unwrap_or_default() {
            Scratch::sweep(folder);
        }
        let made = tempfile::Builder::new()
            .prefix(prefix)
            .rand_bytes(LETTERS)
            .tempdir_in(folder)?;
        let mut owner = File::create_new(made.path().join(OWNER))?;
        // Where there are no locks nothing can be proved: it stays without its name.
        if owner.lock().is_ok() {
            owner.write_all(name_of(made.path())?.as_bytes())?;
        }
        Ok(Scratch {
            folder: made,
            _owner: owner,
        })
    }

    /// Removes what killed processes of this user have left in a folder. What cannot be removed stays.
    pub fn sweep(folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if !is_called_so(&entry.file_name()) {
                continue;
            }
            let path = entry.path();
            // Locked until it is gone.
            if let Ok(Some(_owner)) = left(&path) {
                let _ = fs::remove_dir_all(&path);
            }
        }
    }
}

fn is_called_so(name: &OsStr) -> bool {
    let name = name.to_str().unwrap_or_default();
    let rest = name
        .strip_prefix(BESIDE)
        .or_else(|| name.strip_prefix(TEMPORARY));
    rest.is_some_and(|rest| {
        rest.len() == LETTERS && rest.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// How a folder is named in it.
fn name_of(folder: &Path) -> io::Result<String> {
    let about = fs::symlink_metadata(folder)?;
    Ok(format!("fz {} {}\n", about.dev(), about.ino()))
}

/// The lock of a folder whose maker is gone.
fn left(folder: &Path) -> io::Result<Option<File>> {
    let is_ours = |about: &fs::Metadata| about.uid() == geteuid().as_raw();
    let about = fs::symlink_metadata(folder)?;
    if !about.is_dir() || !is_ours(&about) {
        return Ok(None);
    }
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut owner = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(flags.bits() as i32)
        .open(folder.join(OWNER))?;
    let about = owner.metadata()?;
    if !about.is_file() || !is_ours(&about) || owner.try_lock().is_err() {
        return Ok(None);
    }
    let name = name_of(folder)?;
    let mut said = String::new();
    (&mut owner)
        .take(name.len() as u64 + 1)
        .read_to_string(&mut said)?;
    Ok((said == name).then_some(owner))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder as a killed process leaves it.
    fn abandoned(place: &Path) -> PathBuf {
        let Scratch { folder, _owner } = Scratch::in_folder(place).unwrap();
        fs::write(folder.path().join("half"), "made").unwrap();
        folder.keep()
    }

    #[test]
    fn what_the_dead_left_goes_and_what_lives_stays() {
        let place = tempfile::tempdir().unwrap();
        let left = abandoned(place.path());
        let lives = Scratch::in_folder(place.path()).unwrap();
        Scratch::sweep(place.path());
        assert!(!left.exists() && lives.path().exists());
        let path = lives.path().to_owned();
        drop(lives);
        assert!(!path.exists());
    }

    #[test]
    fn nothing_of_others_goes() {
        let place = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        // Names like ours, with nothing, with a file of that name, and with the name of another folder.
        for name in [".fz-backup", "fz-backup", ".fz-mine01"] {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("mine"), "").unwrap();
        }
        fs::write(at("fz-backup").join(OWNER), "").unwrap();
        let left = abandoned(outside.path());
        fs::copy(left.join(OWNER), at(".fz-mine01").join(OWNER)).unwrap();
        // Links to what would go, and out of it.
        symlink(&left, at(".fz-link01")).unwrap();
        fs::create_dir(at(".fz-link02")).unwrap();
        symlink(left.join(OWNER), at(".fz-link02").join(OWNER)).unwrap();
        fs::write(at("fz-file01"), "").unwrap();
        let before = fs::read_dir(place.path()).unwrap().count();
        let gone = abandoned(place.path());
        symlink(outside.path(), gone.join("out")).unwrap();
        Scratch::sweep(place.path());
        assert!(!gone.exists() && left.exists());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), before);
        assert!(at(".fz-mine01").join("mine").exists());
    }
}
