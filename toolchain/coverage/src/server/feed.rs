//! Inputs as files: one that the program's arguments name, or its standard input.

use std::{
    fs::{self, File, OpenOptions},
    io::{Seek, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use fz_engines::launch::folder;

pub enum Feed {
    Named(PathBuf),
    /// Shared with the server, position and all.
    Stdin(File),
}

impl Feed {
    pub fn new(named: Option<&Path>) -> Result<Feed> {
        Ok(match named {
            Some(path) => Feed::Named(path.to_owned()),
            None => Feed::Stdin(
                tempfile::tempfile()
                    .context("cannot make a file for the program's standard input")?,
            ),
        })
    }

    /// What the server has as its standard input.
    pub fn stdin(&self) -> Result<File> {
        Ok(match self {
            Feed::Named(_) => File::open("/dev/null")?,
            Feed::Stdin(file) => file.try_clone()?,
        })
    }

    /// The program may have changed, removed or replaced what it was given before.
    pub fn put(&mut self, input: &[u8]) -> Result<()> {
        match self {
            Feed::Named(path) => write(path, input).map_err(|e| folder::failed(path, &e).into()),
            Feed::Stdin(file) => {
                let mut put = || {
                    file.rewind()?;
                    replace(file, input)?;
                    file.rewind()
                };
                put().context("cannot write the program's standard input")
            }
        }
    }
}

fn write(path: &Path, input: &[u8]) -> std::io::Result<()> {
    let open = || {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        // Not what a link leads to, nor what waits for a reader.
        options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
        options.open(path)
    };
    let is_plain = fs::symlink_metadata(path).is_ok_and(|m| m.is_file());
    let mut file = match is_plain.then(open) {
        Some(Ok(file)) => file,
        _ => {
            let _ = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
            open()?
        }
    };
    replace(&mut file, input)
}

/// What is cut off to nothing before it is written goes to the disk at once when it is closed, on ext4 and others.
fn replace(file: &mut File, input: &[u8]) -> std::io::Result<()> {
    file.write_all(input)?;
    file.set_len(input.len() as u64)
}
