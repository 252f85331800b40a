//! What a package has shown, in a file: what does not hold any more is not read.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;
use xxhash_rust::xxh3::Xxh3;

use super::build::Ran;
use super::entry::Entry;
use xtask::repo;

#[derive(Serialize, Deserialize)]
pub struct Kept {
    name: String,
    /// The entry's text.
    text: String,
    /// Which fz it was.
    toolchain: String,
    pub clang: Option<Ran>,
    pub fz: Option<Ran>,
    /// What was emitted: the last step.
    pub variant: Option<String>,
}

impl Kept {
    pub fn new(entry: &Entry, toolchain: &str) -> Kept {
        Kept {
            name: entry.name.clone(),
            text: entry.text.clone(),
            toolchain: toolchain.to_owned(),
            clang: None,
            fz: None,
            variant: None,
        }
    }

    /// What holds of what is there. Another fz builds anew; plain clang's build stays.
    pub fn load(entry: &Entry, toolchain: &str) -> Result<Kept> {
        let new = Kept::new(entry, toolchain);
        let path = new.path();
        let Ok(text) = fs::read_to_string(&path) else {
            return Ok(new);
        };
        let kept: Kept = serde_json::from_str(&text)
            .with_context(|| format!("{} is broken: remove it", repo::shown(&path)))?;
        Ok(new.with(kept))
    }

    fn with(self, kept: Kept) -> Kept {
        let (before, now) = (parsed(&kept.text), parsed(&self.text));
        if without_emit(&before) != without_emit(&now) {
            return self;
        }
        if kept.toolchain != self.toolchain || before != now {
            return Kept {
                clang: kept.clang,
                ..self
            };
        }
        kept
    }

    pub fn save(&self) -> Result<()> {
        let path = self.path();
        let partial = path.with_extension("partial");
        fs::write(&partial, serde_json::to_string_pretty(self)?)
            .with_context(|| format!("cannot write {}", repo::shown(&partial)))?;
        fs::rename(partial, path)?;
        Ok(())
    }

    fn path(&self) -> PathBuf {
        super::dir().join(format!("{}.json", self.name))
    }
}

/// What an entry's text says: comments are not part of it. An empty table is no entry's.
fn parsed(text: &str) -> toml::Table {
    text.parse().unwrap_or_default()
}

/// What plain clang's build and suite depend on.
fn without_emit(entry: &toml::Table) -> toml::Table {
    let mut entry = entry.clone();
    entry.remove("emit");
    entry
}

/// A fingerprint of what is staged.
pub fn toolchain() -> Result<String> {
    let mut hasher = Xxh3::new();
    for entry in WalkDir::new(repo::stage()).sort_by_file_name() {
        let entry = entry.context("target/fz is not there: `cargo xtask build` makes it")?;
        if entry.file_type().is_file() {
            hasher.update(entry.path().as_os_str().as_encoded_bytes());
            hasher.update(&fs::read(entry.path())?);
        }
    }
    Ok(format!("{:016x}", hasher.digest()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Kept;
    use crate::packages::build::Ran;

    #[test]
    fn another_text_is_stale_and_another_fz_is_stale_for_fz() {
        let ran = || Ran {
            build: Duration::ZERO,
            suite: Duration::ZERO,
            status: 0,
            said: Vec::new(),
        };
        let new = |text: &str, toolchain: &str| Kept {
            name: "a".into(),
            text: text.into(),
            toolchain: toolchain.into(),
            clang: None,
            fz: None,
            variant: None,
        };
        let kept = || Kept {
            clang: Some(ran()),
            fz: Some(ran()),
            variant: Some("split".into()),
            ..new("a = 1", "fz")
        };
        let parts = |k: Kept| [k.clang.is_some(), k.fz.is_some(), k.variant.is_some()];
        assert_eq!(parts(new("# Why.\na = 1", "fz").with(kept())), [true; 3]);
        assert_eq!(
            parts(new("a = 1", "other").with(kept())),
            [true, false, false]
        );
        assert_eq!(
            parts(new("a = 1\n[emit]\nb = 1", "fz").with(kept())),
            [true, false, false]
        );
        assert_eq!(parts(new("a = 2", "fz").with(kept())), [false; 3]);
    }
}
