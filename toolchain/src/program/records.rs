//! Sections of records: what all kinds have in common. A record begins with a magic number and its length, and holds
//! strings that its words name by their numbers.

use anyhow::{Context, Result, ensure};

/// All records of a section, in its order. `record` reads the one at an offset: its length, and what it says unless that is
/// of a function that the linker has discarded. Linkers may put zeros between records.
pub fn parse<T>(
    data: &[u8],
    align: usize,
    record: impl Fn(usize) -> Result<(usize, Option<T>)>,
) -> Result<Vec<T>> {
    let mut found = Vec::new();
    let mut at = 0;
    while data.len() - at >= align {
        if data[at..at + align].iter().all(|b| *b == 0) {
            at += align;
            continue;
        }
        let (length, said) = record(at).with_context(|| format!("the record at offset {at}"))?;
        found.extend(said);
        at += length;
    }
    ensure!(
        data[at..].iter().all(|b| *b == 0),
        "no record at offset {at}"
    );
    Ok(found)
}

/// The strings that records begin with, each with a NUL behind it.
pub fn strings_of(bytes: &[u8], count: usize) -> Result<Vec<String>> {
    let texts: Vec<String> = bytes
        .split_inclusive(|b| *b == 0)
        .filter_map(|s| Some(String::from_utf8_lossy(s.strip_suffix(&[0])?).into_owned()))
        .take(count)
        .collect();
    let found = texts.len();
    ensure!(found == count, "has {found} of {count} strings");
    Ok(texts)
}

pub fn text(words: &mut Words, texts: &[String]) -> Result<String> {
    let number = words.u32()?;
    let text = texts.get(number as usize);
    text.cloned()
        .with_context(|| format!("has no string {number}"))
}

/// Little-endian words, taken one by one.
pub struct Words<'a>(pub &'a [u8]);

impl<'a> Words<'a> {
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        let (bytes, rest) = self
            .0
            .split_at_checked(count)
            .context("ends in the middle")?;
        self.0 = rest;
        Ok(bytes)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (word, rest) = self.0.split_first_chunk().context("ends in the middle")?;
        self.0 = rest;
        Ok(*word)
    }

    pub fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    pub fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }
}

/// The length of a record that says it itself, in the word behind its magic.
pub fn length(header: &mut Words, left: usize, smallest: usize, align: usize) -> Result<usize> {
    let length = header.u32()? as usize;
    ensure!(
        (smallest..=left).contains(&length) && length.is_multiple_of(align),
        "says that it is {length} bytes long, and {left} are left"
    );
    Ok(length)
}
