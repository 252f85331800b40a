//! Where the parts of an installed fz are: all relative to the running executable.

use std::{
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
};

use fz_abi::files;

use crate::error::Error;

#[derive(Debug, Clone)]
pub struct Layout {
    root: PathBuf,
}

/// The file that somebody has started by this name.
fn named(name: &OsStr) -> io::Result<PathBuf> {
    which::which(name).map_err(|error| io::Error::new(io::ErrorKind::NotFound, error))
}

impl Layout {
    /// The tree that the running executable is in (`ROOT/bin/fz-cc`).
    pub fn of_this_process() -> Result<Layout, Error> {
        // In a place without /proc nobody says which file runs, but for who has started it.
        let exe = std::env::current_exe().or_else(|error| {
            let name = std::env::args_os().next().ok_or(error)?;
            named(&name)
        });
        let exe = exe.and_then(|exe| exe.canonicalize());
        let exe = exe.map_err(|error| {
            Error::file(
                "/proc/self/exe",
                format!("{error}: without /proc, start it by its path"),
            )
        })?;
        let root = exe
            .parent()
            .and_then(Path::parent)
            .unwrap_or(Path::new("/"));
        Ok(Layout::at(root))
    }

    pub fn at(root: impl Into<PathBuf>) -> Layout {
        Layout { root: root.into() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn bin(&self, name: &str) -> PathBuf {
        self.root.join("bin").join(name)
    }

    pub fn plugin(&self) -> PathBuf {
        self.lib("libfz_passes.so")
    }

    /// Of clang's preprocessor, for what units were made from.
    pub fn capture_plugin(&self) -> PathBuf {
        self.lib("libfz_capture.so")
    }

    /// Of clang's syntax trees, for guards of casts.
    pub fn casts_plugin(&self) -> PathBuf {
        self.lib("libfz_casts.so")
    }

    /// Of clang's syntax trees, for conditions.
    pub fn conditions_plugin(&self) -> PathBuf {
        self.lib("libfz_conditions.so")
    }

    /// Of clang's preprocessor, for texts that `fz-refactor` lays out.
    pub fn expand_plugin(&self) -> PathBuf {
        self.lib("libfz_expand.so")
    }

    pub fn runtime_object(&self) -> PathBuf {
        self.lib(files::RUNTIME_OBJECT)
    }

    /// The file that tells this installation's code from that of others.
    pub fn identity(&self) -> PathBuf {
        self.lib(files::IDENTITY)
    }

    pub fn lib(&self, file: &str) -> PathBuf {
        self.root.join("lib/fz").join(file)
    }

    /// What C sources may include.
    pub fn include(&self, file: &str) -> PathBuf {
        self.root.join("share/fz/include").join(file)
    }

    pub fn profiles(&self) -> PathBuf {
        self.root.join("share/fz/profiles")
    }
}

/// The path, if the file is there.
pub fn present(path: PathBuf) -> Result<PathBuf, Error> {
    match path.exists() {
        true => Ok(path),
        false => Err(Error::MissingPart { path }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_how_they_were_started() {
        let sh = named(OsStr::new("sh")).unwrap();
        assert!(sh.is_absolute() && sh.exists(), "{}", sh.display());
        assert_eq!(named(sh.as_os_str()).unwrap(), sh);
        assert!(named(OsStr::new("no-such-program")).is_err());
    }
}
