//! What a full run has found so far, so that one that was interrupted goes on where it stopped.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use super::compare::Verdict;
use super::program::Source;
use fz_harness::level::Level;

/// One program's line.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    source: Source,
    program: String,
    /// Of what the program was made of, so that another one of the same name is compared again.
    digest: u64,
    verdict: Verdict,
}

/// A file with a line of JSON for each program.
pub struct Journal {
    file: Mutex<File>,
    known: HashMap<(Source, String), (u64, Verdict)>,
}

impl Journal {
    /// Opens the journal at `path`; a `fresh` one knows nothing.
    pub fn open(path: &Path, fresh: bool) -> Result<Journal> {
        if fresh && path.exists() {
            fs::remove_file(path)?;
        }
        let text = fs::read_to_string(path).unwrap_or_default();
        // The last line of an interrupted run may be cut off.
        let entries = text.lines().filter_map(|l| serde_json::from_str(l).ok());
        let mut known: HashMap<_, (u64, Verdict)> = entries
            .map(|e: Entry| ((e.source, e.program), (e.digest, e.verdict)))
            .collect();
        // A difference is looked at again: what it came from, and what was kept of it, may be gone.
        known.retain(|_, (_, verdict)| verdict.differences.is_empty());
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        Ok(Journal {
            file: Mutex::new(file),
            known,
        })
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }

    pub fn verdict(&self, source: Source, program: &str, digest: u64) -> Option<Verdict> {
        let (then, verdict) = self.known.get(&(source, program.to_string()))?;
        (*then == digest).then(|| verdict.clone())
    }

    pub fn note(
        &self,
        source: Source,
        program: &str,
        digest: u64,
        verdict: &Verdict,
    ) -> Result<()> {
        let entry = Entry {
            source,
            program: program.to_string(),
            digest,
            verdict: verdict.clone(),
        };
        let line = serde_json::to_string(&entry)? + "\n";
        let mut file = self.file.lock().expect("no writer panicked");
        Ok(file.write_all(line.as_bytes())?)
    }
}

/// What stands for the contents of a folder, names included.
pub fn fingerprint(dir: &Path) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    for entry in WalkDir::new(dir).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            entry.path().strip_prefix(dir)?.hash(&mut hasher);
            fs::read(entry.path())?.hash(&mut hasher);
        }
    }
    Ok(hasher.finish())
}

/// What stands for how programs are compared. The toolchain, whose profiles are named without a slash, has a
/// fingerprint ([`super::compile::fingerprint`]); other profiles are files, which change.
pub fn settings(profiles: &[String], levels: &[Level], sanitizer: Option<&str>) -> Result<u64> {
    let mut files = Vec::new();
    for path in profiles.iter().filter(|p| p.contains('/')) {
        files.push(fs::read(path).with_context(|| format!("cannot read the profile {path}"))?);
    }
    let settings = (profiles, levels, sanitizer);
    Ok(match files.is_empty() {
        true => digest(settings),
        false => digest((settings, files)),
    })
}

/// What stands for anything else.
pub fn digest(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Journal, Verdict, settings};
    use crate::differential::failures::Difference;
    use crate::differential::program::Source;
    use fz_harness::level::Level;

    #[test]
    fn the_contents_of_profiles_count() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("mine.toml");
        let profiles = ["fuzz".to_string(), file.display().to_string()];
        let of_file = |text: &str| {
            fs::write(&file, text).unwrap();
            settings(&profiles, &Level::ALL, None).unwrap()
        };
        assert_ne!(of_file("a"), of_file("b"));
        assert_eq!(of_file("a"), of_file("a"));
        fs::remove_file(&file).unwrap();
        assert!(settings(&profiles, &Level::ALL, None).is_err());
        assert!(settings(&profiles[..1], &Level::ALL, None).is_ok());
    }

    #[test]
    fn differences_are_looked_at_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let difference = Difference {
            source: Source::Csmith,
            program: "7".into(),
            profile: "fuzz".into(),
            level: Level::O2,
            what: "stdout".into(),
            replay: "again".into(),
            kept: dir.path().into(),
        };
        let different = Verdict {
            differences: vec![difference],
            ..Verdict::default()
        };
        let reopened = |verdict: &Verdict| {
            let journal = Journal::open(&path, false).unwrap();
            journal.note(Source::Csmith, "7", 1, verdict).unwrap();
            let journal = Journal::open(&path, false).unwrap();
            journal.verdict(Source::Csmith, "7", 1)
        };
        assert_eq!(reopened(&different), None);
        let same = Verdict::default();
        assert_eq!(reopened(&same), Some(same));
    }

    #[test]
    fn an_interrupted_run_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let mut verdict = Verdict::default();
        verdict.compared.insert("fuzz".into(), 4);
        let journal = Journal::open(&path, false).unwrap();
        journal.note(Source::Csmith, "7", 1, &verdict).unwrap();
        // Cut off in the middle of a line.
        fs::write(&path, fs::read_to_string(&path).unwrap() + "{\"source\"").unwrap();
        let journal = Journal::open(&path, false).unwrap();
        assert_eq!(
            journal.verdict(Source::Csmith, "7", 1),
            Some(verdict.clone())
        );
        assert_eq!(journal.verdict(Source::Csmith, "7", 2), None);
        assert_eq!(journal.verdict(Source::Generated, "7", 1), None);
        journal.note(Source::Generated, "7", 1, &verdict).unwrap();
        assert_eq!(Journal::open(&path, false).unwrap().len(), 2);
        assert_eq!(Journal::open(&path, true).unwrap().len(), 0);
    }
}
