//! Programs whose behaviour under the runtimes is compared: those of `tests/`, and some of the real packages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::equal::package::Package;
use xtask::{package, repo};

/// Inputs of one subject that are used.
const INPUTS: usize = 16;

/// A program of `tests/equal/subjects.toml`, which says what all this is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    pub name: String,
    package: Option<String>,
    pub sources: Vec<String>,
    #[serde(default)]
    pub flags: Vec<String>,
    pub shape: Shape,
    /// The input is the standard input else.
    #[serde(default)]
    pub arguments: Vec<String>,
    #[serde(default)]
    texts: Vec<String>,
    folder: Option<String>,
    #[serde(default)]
    end: String,
    #[serde(default)]
    around: [String; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// With a `main`.
    Program,
    /// With a `main` and AFL++'s loop.
    Loop,
    /// `LLVMFuzzerTestOneInput`, for which an engine has the rest.
    Harness,
}

/// A byte for each character.
fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|c| c as u8).collect()
}

/// The subjects with these names, or all.
pub fn load(only: &[String]) -> Result<Vec<Subject>> {
    #[derive(Deserialize)]
    struct File {
        subject: Vec<Subject>,
    }
    let file: File = toml::from_str(include_str!("../../../../equal/subjects.toml"))?;
    let mut subjects = file.subject;
    let names: Vec<&str> = subjects.iter().map(|s| s.name.as_str()).collect();
    if let Some(stranger) = only.iter().find(|o| !names.contains(&o.as_str())) {
        bail!("no program {stranger}; there are: {}", names.join(", "));
    }
    subjects.retain(|s| only.is_empty() || only.contains(&s.name));
    Ok(subjects)
}

impl Subject {
    /// The folder that all its paths start from.
    pub fn folder(&self) -> Result<PathBuf> {
        match &self.package {
            Some(name) => Ok(Package::of(&package::recipe(name)?)?.src),
            None => Ok(repo::root()),
        }
    }

    pub fn is_cxx(&self) -> bool {
        self.sources.iter().any(|s| s.ends_with(".cpp"))
    }

    /// Writes the inputs into a folder; their names, in order.
    pub fn write_inputs(&self, into: &Path) -> Result<Vec<PathBuf>> {
        fs::create_dir_all(into)?;
        let mut contents: Vec<Vec<u8>> = self.texts.iter().map(|t| bytes(t)).collect();
        if let Some(folder) = &self.folder {
            let folder = self.folder()?.join(folder);
            let mut files = Vec::new();
            for entry in fs::read_dir(&folder)
                .with_context(|| format!("cannot read {}", folder.display()))?
            {
                let path = entry?.path();
                if path.is_file() && path.to_string_lossy().ends_with(&self.end) {
                    files.push(path);
                }
            }
            files.sort();
            let [before, behind] = &self.around;
            for file in files.iter().take(INPUTS) {
                contents.push([bytes(before), fs::read(file)?, bytes(behind)].concat());
            }
        }
        ensure!(!contents.is_empty(), "{} has no inputs", self.name);
        let mut written = Vec::new();
        for (at, content) in contents.iter().enumerate() {
            let path = into.join(format!("{at:02}"));
            fs::write(&path, content)?;
            written.push(path);
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{bytes, load};

    #[test]
    fn subjects_have_names_of_their_own() {
        let subjects = load(&[]).unwrap();
        let names: BTreeSet<&str> = subjects.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names.len(), subjects.len());
    }

    #[test]
    fn a_character_is_a_byte() {
        assert_eq!(bytes("L\u{ff}\0"), b"L\xff\0");
    }
}
