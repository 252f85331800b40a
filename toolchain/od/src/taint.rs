//! Offsets that matter, from what `fz taint PROGRAM -i INPUT… --map --json` prints: those of bytes that flow into any
//! compare. An input is known by its content, so that it does not matter where it lies in the queue.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use fz_base::{env, file};
use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_128;

/// A line: an input, and its bytes that decide something.
#[derive(Deserialize)]
struct Line {
    input: PathBuf,
    bytes: Vec<Bytes>,
}

#[derive(Deserialize)]
struct Bytes {
    begin: u32,
    end: u32,
}

/// Offsets by the input's content.
#[derive(Default)]
pub struct Taint(HashMap<u128, Vec<u32>>);

impl Taint {
    /// Of the file that is named, or of all in the folder; nothing if none is named.
    pub fn read() -> Result<Taint> {
        let mut taint = Taint::default();
        let Some(named) = env::read(&env::OD_TAINT).map(PathBuf::from) else {
            return Ok(taint);
        };
        taint
            .add_all(&named)
            .with_context(|| format!("{}={}", env::OD_TAINT.name, named.display()))?;
        Ok(taint)
    }

    fn add_all(&mut self, named: &Path) -> Result<()> {
        if !named.is_dir() {
            return self.add(named);
        }
        let mut files: Vec<PathBuf> = fs::read_dir(named)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_>>()?;
        files.sort();
        files.iter().try_for_each(|file| self.add(file))
    }

    fn add(&mut self, file: &Path) -> Result<()> {
        let shown = file.display();
        let text =
            file::read_text(file, file::TEXT).with_context(|| format!("cannot read {shown}"))?;
        for (number, line) in text.lines().enumerate() {
            let line: Line = serde_json::from_str(line).with_context(|| {
                format!(
                    "{shown}, line {}: it is not from `fz taint --map --json`",
                    number + 1
                )
            })?;
            let input = file::read(&line.input, file::INPUT)
                .with_context(|| format!("cannot read {}", line.input.display()))?;
            let offsets = line.bytes.iter().flat_map(|bytes| bytes.begin..bytes.end);
            self.0.insert(xxh3_128(&input), offsets.collect());
        }
        Ok(())
    }

    /// Those of an input that a run was followed of.
    pub fn offsets(&self, content: u128) -> Option<Vec<u32>> {
        self.0.get(&content).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_flow_into_compares_are_the_places() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input");
        fs::write(&input, "content").unwrap();
        let maps = folder.path().join("maps");
        fs::create_dir(&maps).unwrap();
        let line = |bytes: &str| {
            let input = input.display();
            format!(r#"{{"input":"{input}","size":7,"bytes":[{bytes}],"any":[]}}"#)
        };
        let bytes = r#"{"begin":0,"end":2,"sites":[]},{"begin":5,"end":6,"sites":[]}"#;
        fs::write(maps.join("one.json"), line(bytes) + "\n").unwrap();
        let mut taint = Taint::default();
        taint.add_all(&maps).unwrap();
        assert_eq!(taint.offsets(xxh3_128(b"content")), Some(vec![0, 1, 5]));
        assert_eq!(taint.offsets(xxh3_128(b"other")), None);

        fs::write(maps.join("two.json"), "{}").unwrap();
        let error = format!("{:#}", taint.add_all(&maps).unwrap_err());
        assert!(
            error.contains("two.json, line 1: it is not from"),
            "{error}"
        );
    }
}
