//! Where the parts of an installed fz are: all relative to the running executable.

use std::path::{Path, PathBuf};

use fz_abi::files;

use crate::error::Error;

#[derive(Debug, Clone)]
pub struct Layout {
    root: PathBuf,
}

impl Layout {
    /// The tree that the running executable is in (`ROOT/bin/fz-cc`).
    pub fn of_this_process() -> Result<Layout, Error> {
        let exe = std::env::current_exe().and_then(|e| e.canonicalize());
        let root = exe
            .ok()
            .and_then(|e| Some(e.parent()?.parent()?.to_owned()))
            .ok_or_else(|| Error::MissingPart {
                path: PathBuf::from("lib/fz"),
            })?;
        Ok(Layout { root })
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
