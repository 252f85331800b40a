//! Sections of records: what all kinds have in common. A record begins with a magic number and its length, and holds
//! strings that its words name by their numbers.

use std::{cell::Cell, ops::Range};

use anyhow::{Context, Result, bail, ensure};
use fz_abi::{types::Plain, unit_record};
use serde::de::DeserializeOwned;

/// The address that belongs where this one stands: by its offset in the section, and by what stands there. `None` if the
/// linker has discarded what it names.
pub type Resolve<'a> = &'a dyn Fn(usize, u64) -> Option<u64>;

/// All records of a section, in its order. `read`: what the one at an offset says, by its header and what follows that,
/// unless it is of a function that the linker has discarded. Linkers may put zeros between records.
pub fn parse<H: Plain, T>(
    data: &[u8],
    align: usize,
    check_magic: impl Fn(u32) -> Result<()>,
    read: impl Fn(usize, H, &[u8]) -> Result<Option<T>>,
) -> Result<Vec<T>> {
    let mut found = Vec::new();
    let mut at = 0;
    while data.len() - at >= align {
        if data[at..at + align].iter().all(|b| *b == 0) {
            at += align;
            continue;
        }
        let record = header::<H>(&data[at..], align, &check_magic)
            .and_then(|(length, header, body)| Ok((length, read(at, header, body)?)));
        let (length, said) = record.with_context(|| format!("the record at offset {at}"))?;
        found.extend(said);
        at += length;
    }
    ensure!(
        data[at..].iter().all(|b| *b == 0),
        "no record at offset {at}"
    );
    Ok(found)
}

/// The strings of a record, and the structures behind them: so many, of such a size. `what` they are together, for errors.
pub fn split<'a>(
    body: &'a [u8],
    strings: u32,
    parts: &[(u32, usize)],
    what: impl Fn() -> String,
) -> Result<(Texts<'a>, Words<'a>)> {
    let tail = parts.iter().try_fold(0usize, |sum, (n, size)| {
        sum.checked_add((*n as usize).checked_mul(*size)?)
    });
    let texts = tail.and_then(|tail| body.len().checked_sub(tail));
    let texts = texts.with_context(|| format!("is too short for its {}", what()))?;
    let (texts, tail) = body.split_at(texts);
    Ok((Texts::of(texts, strings as usize, body.len())?, Words(tail)))
}

/// The strings that a record begins with, each with a NUL behind it.
pub struct Texts<'a> {
    texts: Vec<&'a [u8]>,
    /// How many bytes of them may yet be copied: words of one number can name a string of a megabyte.
    left: Cell<usize>,
}

impl<'a> Texts<'a> {
    /// `record`: how long it is, behind its header.
    pub fn of(bytes: &'a [u8], count: usize, record: usize) -> Result<Texts<'a>> {
        let ends = bytes.split_inclusive(|b| *b == 0);
        let texts: Vec<&[u8]> = ends
            .filter_map(|s| s.strip_suffix(&[0]))
            .take(count)
            .collect();
        let found = texts.len();
        ensure!(found == count, "has {found} of {count} strings");
        let left = Cell::new(record.saturating_mul(COPIES).saturating_add(LEAST_COPIED));
        Ok(Texts { texts, left })
    }

    pub fn get(&self, number: usize) -> Option<Result<String>> {
        let text = self.texts.get(number)?;
        let left = self.left.get().checked_sub(text.len());
        Some(
            left.context("names long strings again and again")
                .map(|left| {
                    self.left.set(left);
                    String::from_utf8_lossy(text).into_owned()
                }),
        )
    }
}

/// So many times the bytes of a record its strings may be copied: each of its words may name a path.
const COPIES: usize = 64;
const LEAST_COPIED: usize = 4096;

/// Each is of a unit or of a link.
const MOST_TEXTS: usize = 1 << 20;

/// All records of a section that are text, each with its place. Linkers may put zeros between them.
pub fn texts<T: DeserializeOwned>(data: &[u8], kind: u32) -> Result<Vec<(Range<usize>, T)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while data.len() - at >= unit_record::HEADER {
        ensure!(
            found.len() < MOST_TEXTS,
            "has more than {MOST_TEXTS} records"
        );
        if data[at] == 0 {
            at += 1;
            continue;
        }
        let header = unit_record::Header::read(&data[at..at + unit_record::HEADER]);
        let length = header.length as usize;
        if header.magic != kind || !(unit_record::HEADER..=data.len() - at).contains(&length) {
            bail!("no record at offset {at}");
        }
        let text = &data[at + unit_record::HEADER..at + length];
        let end = text.iter().rposition(|b| *b != 0).map_or(0, |at| at + 1);
        let record = serde_json::from_slice(&text[..end]).context("a record is not JSON")?;
        found.push((at..at + length, record));
        at += length;
    }
    Ok(found)
}

pub fn text(number: u32, texts: &Texts) -> Result<String> {
    let text = texts.get(number as usize);
    text.with_context(|| format!("has no string {number}"))?
}

/// A string that may be empty for none.
pub fn optional(number: u32, texts: &Texts) -> Result<Option<String>> {
    Ok(Some(text(number, texts)?).filter(|t| !t.is_empty()))
}

/// The symbol of the function that a record is of.
pub fn function_name(texts: &Texts) -> Result<String> {
    texts.get(1).context("has no function name")?
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

    pub fn list<T>(
        &mut self,
        count: u32,
        mut one: impl FnMut(&mut Words<'a>) -> Result<T>,
    ) -> Result<Vec<T>> {
        (0..count).map(|_| one(self)).collect()
    }

    /// What so many structures take, as a list of its own. That they are there was checked.
    pub fn part(&mut self, (count, size): (u32, usize)) -> Words<'a> {
        let (part, rest) = self.0.split_at(count as usize * size);
        self.0 = rest;
        Words(part)
    }
}

/// What a record begins with, once its magic is known to be right; and what follows that. Headers have their magic and
/// their length in the same places as [`unit_record::Header`].
fn header<T: Plain>(
    data: &[u8],
    align: usize,
    check_magic: impl Fn(u32) -> Result<()>,
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

/// A check for [`parse`]: the record begins with this magic.
pub fn begins_with(magic: u32) -> impl Fn(u32) -> Result<()> {
    move |found| {
        ensure!(
            found == magic,
            "does not begin with {}: another version of fz wrote it",
            String::from_utf8_lossy(&magic.to_le_bytes())
        );
        Ok(())
    }
}

/// Every truncation and every changed byte is read or refused, never a panic.
#[cfg(test)]
pub fn assert_damage_is_survived<T>(data: &[u8], read: impl Fn(&[u8]) -> Result<T>) {
    for end in 0..data.len() {
        let _ = read(&data[..end]);
    }
    for at in 0..data.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut broken = data.to_vec();
            broken[at] = value;
            let _ = read(&broken);
        }
    }
}

/// The bytes of 32-bit words.
#[cfg(test)]
pub fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// Strings with what fills them up.
#[cfg(test)]
pub fn padded(texts: &[u8], align: usize) -> Vec<u8> {
    let mut texts = texts.to_vec();
    texts.resize(texts.len().next_multiple_of(align), 0);
    texts
}

/// What a test's linker has kept.
#[cfg(test)]
pub fn kept(_: usize, address: u64) -> Option<u64> {
    (address != 0).then_some(address)
}

/// Why a test's record is refused, with all that led to it.
#[cfg(test)]
pub fn refusal<T: std::fmt::Debug>(read: Result<T>) -> String {
    format!("{:#}", read.unwrap_err())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinkRecord, Record};
    use fz_abi::link_record;

    fn record(json: &str) -> Vec<u8> {
        let mut text = json.as_bytes().to_vec();
        text.resize(text.len().next_multiple_of(unit_record::ALIGN), 0);
        let length = (text.len() + unit_record::HEADER) as u32;
        [
            &unit_record::MAGIC.to_le_bytes()[..],
            &length.to_le_bytes(),
            &text,
        ]
        .concat()
    }

    #[test]
    fn texts_follow_each_other_with_padding_between() {
        let mut data = record(r#"{"source":"a.c","counters":3}"#);
        let first = data.len();
        data.extend([0; 12]);
        data.extend(record(r#"{"source":"b.c","reason":"lto","new-key":1}"#));
        let found: Vec<(_, Record)> = texts(&data, unit_record::MAGIC).unwrap();
        let [(at, a), (behind, b)] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((a.source.as_str(), a.counters), ("a.c", 3));
        assert_eq!(b.reason.as_deref(), Some("lto"));
        assert_eq!(
            (at.clone(), behind.clone()),
            (0..first, first + 12..data.len())
        );
    }

    #[test]
    fn broken_records_are_refused() {
        let mut data = record(r#"{"source":"a.c"}"#);
        data[4] = 0xff;
        let is_refused = |data: &[u8]| texts::<Record>(data, unit_record::MAGIC).is_err();
        assert!(is_refused(&data));
        assert!(is_refused(b"nonsense that is long"));
        assert!(is_refused(&record("{")));
        assert!(texts::<LinkRecord>(&record("{}"), link_record::MAGIC).is_err());
    }
}
