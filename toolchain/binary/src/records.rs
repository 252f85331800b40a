//! Sections of records: what all kinds have in common. A record begins with a magic number and its length, and holds
//! strings that its words name by their numbers.

use anyhow::{Context, Result, ensure};
use fz_abi::{types::Plain, unit_record};

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

pub fn text(number: u32, texts: &[String]) -> Result<String> {
    let text = texts.get(number as usize);
    text.cloned()
        .with_context(|| format!("has no string {number}"))
}

/// Structures of the ABI and bytes, taken one by one.
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

    pub fn take<T: Plain>(&mut self) -> Result<T> {
        self.bytes(size_of::<T>()).map(T::read)
    }
}

/// What a record begins with, once its magic is known to be right; and what follows that. Headers have their magic and
/// their length in the same places as [`unit_record::Header`].
pub fn header<T: Plain>(
    data: &[u8],
    align: usize,
    check_magic: impl FnOnce(u32) -> Result<()>,
) -> Result<(usize, T, &[u8])> {
    let begin: unit_record::Header = Words(data).take()?;
    check_magic(begin.magic)?;
    let length = begin.length as usize;
    ensure!(
        (size_of::<T>()..=data.len()).contains(&length) && length.is_multiple_of(align),
        "says that it is {length} bytes long, and {} are left",
        data.len()
    );
    let mut record = Words(&data[..length]);
    Ok((length, record.take()?, record.0))
}
