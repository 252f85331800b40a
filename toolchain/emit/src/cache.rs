//! What was made before, by what it was made from. A folder that anyone may delete: it is made again.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow};
use fz_base::env;
use fz_binary::capture::Hash;

/// A folder of results and of the contents that they are made from.
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The user's.
    pub fn open() -> Result<Cache> {
        let folder = env::cache_folder()
            .context("no folder for what is made on the way: set HOME or XDG_CACHE_HOME")?;
        Cache::at(&folder.join("emit"))
    }

    /// The one in a folder.
    pub fn at(folder: &Path) -> Result<Cache> {
        let folder = private(folder).with_context(|| {
            format!(
                "{}: cannot be made; XDG_CACHE_HOME names another",
                folder.display()
            )
        })?;
        Ok(Cache { folder })
    }

    /// All of it lies below.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the result of this kind lies that is made from what the key says.
    pub fn place(&self, kind: &str, key: &str, name: &str) -> PathBuf {
        let hash = Hash::of(key.as_bytes()).to_string();
        self.folder
            .join(kind)
            .join(&hash[..2])
            .join(hash)
            .join(name)
    }

    /// A file with a content, which is named by it.
    pub fn keep(&self, kind: &str, name: &str, content: &[u8]) -> Result<PathBuf> {
        let hash = Hash::of(content);
        let mut path = self.folder.join(kind).join(hash.place());
        if !name.is_empty() {
            path.push(name);
        }
        if !path.exists() {
            write(&path, content)?;
        }
        Ok(path)
    }
}

/// A folder in another one that is the same each time, and whose name nobody can guess: what programs carry cannot name what
/// lies there.
pub fn private(folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let folder = folder.canonicalize()?;
    let known = || -> io::Result<Option<PathBuf>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let is_one = entry
                .file_name()
                .as_encoded_bytes()
                .starts_with(PRIVATE.as_bytes());
            if is_one && entry.file_type()?.is_dir() {
                names.push(entry.path());
            }
        }
        Ok(names.into_iter().min())
    };
    if known()?.is_none() {
        let made = tempfile::Builder::new()
            .prefix(PRIVATE)
            .rand_bytes(24)
            .tempdir_in(&folder)?;
        let _ = made.keep();
    }
    // Of two processes that have made one, both take the same.
    known()?.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// How names of such folders begin.
const PRIVATE: &str = "private-";

/// The cache in which [`Cache::place`] has put something.
pub fn root(place: &Path) -> &Path {
    place.ancestors().nth(4).unwrap_or(place)
}

/// What names another folder than the user's cache.
pub const ELSEWHERE: &str = "XDG_CACHE_HOME; what is in this one may be deleted";

/// An error that says what to do. `elsewhere`: what names another folder.
pub fn unwritten(path: &Path, error: &io::Error, elsewhere: &str) -> anyhow::Error {
    let error = fz_base::error::unwritten(error, elsewhere);
    anyhow!("{}: cannot be written: {error}", path.display())
}

/// Writes a file of the cache whole or not at all; several may do so at once.
fn write(path: &Path, content: &[u8]) -> Result<()> {
    let whole = |folder: &Path| -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut beside = tempfile::Builder::new()
            .prefix(".fz-")
            .tempfile_in(folder)?;
        beside.write_all(content)?;
        beside.persist(path).map_err(|e| e.error)?;
        Ok(())
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    whole(folder).map_err(|error| unwritten(path, &error, ELSEWHERE))
}
