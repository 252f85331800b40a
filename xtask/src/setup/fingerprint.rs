//! Whether what was built is of the sources that are there now.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

use anyhow::{Context, Result};
use walkdir::WalkDir;

/// What something was built of.
pub struct Fingerprint(DefaultHasher);

impl Fingerprint {
    /// Of the words that say how it is built.
    pub fn of(words: &[&str]) -> Fingerprint {
        let mut hasher = DefaultHasher::new();
        for word in words {
            hasher.write(word.as_bytes());
            hasher.write_u8(0);
        }
        Fingerprint(hasher)
    }

    /// And of the files below `dir`, names and contents.
    pub fn with_files(mut self, dir: &Path) -> Result<Fingerprint> {
        for entry in WalkDir::new(dir).sort_by_file_name() {
            let entry = entry?;
            if entry.file_type().is_file() {
                let path = entry.path();
                let text =
                    fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
                self.0
                    .write(path.strip_prefix(dir)?.as_os_str().as_encoded_bytes());
                self.0.write_usize(text.len());
                self.0.write(&text);
            }
        }
        Ok(self)
    }

    fn text(&self) -> String {
        format!("{:016x}\n", self.0.finish())
    }

    /// Whether `dir` holds what this made.
    pub fn made(&self, dir: &Path) -> bool {
        fs::read_to_string(dir.join("fingerprint")).is_ok_and(|text| text == self.text())
    }

    /// Puts what was built in `staged` in the place of `dir`.
    pub fn place(&self, staged: &Path, dir: &Path) -> Result<()> {
        fs::write(staged.join("fingerprint"), self.text())?;
        if dir.exists() {
            fs::remove_dir_all(dir).with_context(|| format!("cannot clear {}", dir.display()))?;
        }
        fs::create_dir_all(dir.parent().expect("an engine has a folder"))?;
        fs::rename(staged, dir).with_context(|| format!("cannot make {}", dir.display()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Fingerprint;

    #[test]
    fn a_changed_file_or_word_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let (sources, built) = (dir.path().join("sources"), dir.path().join("engines/built"));
        fs::create_dir_all(&sources).unwrap();
        fs::write(sources.join("a.c"), "1").unwrap();
        let now = |word| Fingerprint::of(&[word]).with_files(&sources).unwrap();
        assert!(!now("x").made(&built));
        for _ in 0..2 {
            let staged = dir.path().join("staged");
            fs::create_dir(&staged).unwrap();
            now("x").place(&staged, &built).unwrap();
        }
        assert!(now("x").made(&built));
        assert!(!now("y").made(&built));
        fs::write(sources.join("a.c"), "2").unwrap();
        assert!(!now("x").made(&built));
    }
}
