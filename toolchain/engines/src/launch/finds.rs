//! Where a fuzzer puts what it finds, and what it found last.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::outcome;
use fz_base::file;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Input,
    Crash,
    Hang,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Input => "input",
            Kind::Crash => "crash",
            Kind::Hang => "time-out",
        }
    }
}

/// A folder with files of one kind.
#[derive(Clone, Debug)]
pub struct Place {
    pub folder: PathBuf,
    pub kind: Kind,
    /// What their names begin with.
    pub beginnings: &'static [&'static str],
    /// What stands in names of those that others found, or that were there at the start.
    pub not_own: &'static [&'static str],
}

impl Place {
    pub fn new(folder: PathBuf, kind: Kind, beginnings: &'static [&'static str]) -> Place {
        Place {
            folder,
            kind,
            beginnings,
            not_own: &[],
        }
    }

    pub fn is(&self, name: &str) -> bool {
        !name.starts_with('.')
            && self.beginnings.iter().any(|b| name.starts_with(b))
            && !self.not_own.iter().any(|n| name.contains(n))
    }

    pub fn count(&self) -> u64 {
        outcome::files(&self.folder, self.beginnings)
    }

    /// When its folder got a file last.
    pub fn changed(&self) -> Option<SystemTime> {
        fs::metadata(&self.folder).and_then(|f| f.modified()).ok()
    }

    /// The youngest file that the fuzzer found itself.
    pub fn newest(&self) -> Option<Find> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let own = files.filter_map(|e| {
            let name = e.file_name().to_string_lossy().into_owned();
            let at = self.is(&name).then(|| e.metadata().ok()?.modified().ok());
            Some((at.flatten()?, name))
        });
        let (at, name) = own.max()?;
        Some(Find {
            kind: self.kind,
            name,
            at,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    pub kind: Kind,
    pub name: String,
    pub at: SystemTime,
}

/// The kinds of crashes that reports of sanitizers in a log end with, those with most first: what libFuzzer prints.
pub fn summaries(log: &Path) -> Vec<(String, u64)> {
    const BEFORE: &str = "SUMMARY: ";
    let text = file::read(log, file::TEXT).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut counted: Vec<(String, u64)> = Vec::new();
    for title in text.lines().filter_map(|l| l.strip_prefix(BEFORE)) {
        match counted.iter_mut().find(|(known, _)| known == title) {
            Some((_, count)) => *count += 1,
            None => counted.push((title.to_owned(), 1)),
        }
    }
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_is_one_that_it_found_itself() {
        let scratch = tempfile::tempdir().unwrap();
        let place = Place {
            not_own: &[",sync:", ",orig:"],
            ..Place::new(scratch.path().to_owned(), Kind::Input, &["id:"])
        };
        assert_eq!(place.newest(), None);
        let names = [
            "id:0,orig:a",
            "id:1,op:flip",
            "id:2,sync:b",
            "README.txt",
            ".id:3",
        ];
        for (age, name) in names.iter().enumerate() {
            let file = fs::File::create(scratch.path().join(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(age as u64))
                .unwrap();
        }
        assert_eq!(place.newest().unwrap().name, "id:1,op:flip");
        assert_eq!(place.count(), 3, "those of others are in the queue, too");
    }

    #[test]
    fn summaries_are_counted() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(
            file.path(),
            "SUMMARY: a\nx\nSUMMARY: b\nSUMMARY: b\n SUMMARY: c\n",
        )
        .unwrap();
        assert_eq!(
            summaries(file.path()),
            [("b".to_owned(), 2), ("a".to_owned(), 1)]
        );
    }
}
