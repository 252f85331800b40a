//! What was seen already, one JSON object a line: lines are only added, and one that was cut off counts for nothing. So
//! nothing is lost when a command is interrupted.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::{fault::Outcome, smaller::Smaller};

/// Its name, in the folder of a report.
pub const NAME: &str = "seen.jsonl";

pub struct Journal {
    file: File,
    path: PathBuf,
    outcomes: HashMap<Key, Outcome>,
    smaller: HashMap<Key, Smaller>,
}

/// An input, and how it was run: build, arguments, limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key {
    #[serde(with = "hex")]
    pub input: u128,
    #[serde(with = "hex")]
    pub setting: u128,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Seen {
    Outcome(Key, Outcome),
    Smaller(Key, Smaller),
}

impl Journal {
    /// Of a folder that is there. One that is written to by another process is refused.
    pub fn open(folder: &Path) -> Result<Journal> {
        let path = folder.join(NAME);
        let failed = || format!("{}: cannot be written", path.display());
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(&path).with_context(failed)?;
        if file.try_lock().is_err() {
            bail!(
                "{}: another `fz crashes` writes to it: wait for its end, or name another folder with -o",
                folder.display()
            );
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(failed)?;
        let whole = text.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
        file.set_len(whole as u64).with_context(failed)?;
        file.seek(SeekFrom::End(0)).with_context(failed)?;
        let mut journal = Journal {
            file,
            path,
            outcomes: HashMap::new(),
            smaller: HashMap::new(),
        };
        for line in text[..whole].split(|b| *b == b'\n') {
            // What another version wrote is seen again.
            if let Ok(seen) = serde_json::from_slice(line) {
                journal.learn(seen);
            }
        }
        Ok(journal)
    }

    fn learn(&mut self, seen: Seen) {
        match seen {
            Seen::Outcome(key, outcome) => drop(self.outcomes.insert(key, outcome)),
            Seen::Smaller(key, smaller) => drop(self.smaller.insert(key, smaller)),
        }
    }

    fn write(&mut self, seen: Seen) -> Result<()> {
        let mut line = serde_json::to_vec(&seen)?;
        line.push(b'\n');
        let written = self.file.write_all(&line);
        written.with_context(|| format!("{}: cannot be written", self.path.display()))?;
        self.learn(seen);
        Ok(())
    }

    pub fn outcome(&self, key: Key) -> Option<&Outcome> {
        self.outcomes.get(&key)
    }

    pub fn add_outcome(&mut self, key: Key, outcome: Outcome) -> Result<()> {
        self.write(Seen::Outcome(key, outcome))
    }

    pub fn smaller(&self, key: Key) -> Option<&Smaller> {
        self.smaller.get(&key)
    }

    pub fn add_smaller(&mut self, key: Key, smaller: Smaller) -> Result<()> {
        self.write(Seen::Smaller(key, smaller))
    }
}

/// Numbers that JSON has no room for.
mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(number: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{number:032x}"))
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<u128, D::Error> {
        let text = String::deserialize(from)?;
        u128::from_str_radix(&text, 16).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_seen_stays_and_a_cut_line_counts_for_nothing() {
        let scratch = tempfile::tempdir().unwrap();
        let key = |input| Key {
            input,
            setting: u128::MAX,
        };
        let outcome = |runs| Outcome {
            runs,
            ..Outcome::default()
        };
        let mut journal = Journal::open(scratch.path()).unwrap();
        journal.add_outcome(key(1), outcome(3)).unwrap();
        let smaller = Smaller {
            input: vec![0, 255, 7],
            tries: 9,
            ..Smaller::default()
        };
        journal.add_smaller(key(1), smaller.clone()).unwrap();
        assert!(Journal::open(scratch.path()).is_err());
        drop(journal);

        let path = scratch.path().join(NAME);
        let mut text = fs::read(&path).unwrap();
        let whole = text.len();
        text.extend_from_slice(b"nonsense\n{\"outcome\":[{\"inp");
        fs::write(&path, &text).unwrap();
        let mut journal = Journal::open(scratch.path()).unwrap();
        journal.add_outcome(key(2), outcome(5)).unwrap();
        drop(journal);
        let journal = Journal::open(scratch.path()).unwrap();
        assert_eq!(journal.outcome(key(1)), Some(&outcome(3)));
        assert_eq!(journal.outcome(key(2)), Some(&outcome(5)));
        assert_eq!(journal.smaller(key(1)), Some(&smaller));
        assert!(journal.outcome(key(3)).is_none());
        assert!(fs::read(&path).unwrap().len() > whole + 9);
    }
}
