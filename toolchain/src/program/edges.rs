//! What each counter stands for: the records of `.debug_fz_edges` (layout: [`fz_abi::edges_record`]).

use std::fmt;

use anyhow::{Context, Result, ensure};
use fz_abi::edges_record as layout;
use serde::Serialize;

/// A place in the source; no file or line 0 is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.file.as_str(), self.line) {
            ("", _) | (_, 0) => f.write_str("?"),
            (file, line) => write!(f, "{file}:{line}:{}", self.column),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteKind {
    Entry,
    Branch,
    Switch,
    Return,
    Unwind,
    Indirect,
    /// A newer plugin's.
    Unknown,
}

impl SiteKind {
    fn of(number: u16) -> SiteKind {
        match number {
            layout::KIND_ENTRY => SiteKind::Entry,
            layout::KIND_BRANCH => SiteKind::Branch,
            layout::KIND_SWITCH => SiteKind::Switch,
            layout::KIND_RETURN => SiteKind::Return,
            layout::KIND_UNWIND => SiteKind::Unwind,
            layout::KIND_INDIRECT => SiteKind::Indirect,
            _ => SiteKind::Unknown,
        }
    }

    fn name(self) -> &'static str {
        match self {
            SiteKind::Entry => "entry",
            SiteKind::Branch => "branch",
            SiteKind::Switch => "switch",
            SiteKind::Return => "return",
            SiteKind::Unwind => "unwind",
            SiteKind::Indirect => "indirect",
            SiteKind::Unknown => "unknown kind",
        }
    }
}

/// The edge that a counter counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Site {
    pub kind: SiteKind,
    pub source: Place,
    pub target: Place,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{} -> {} ({})",
            self.source,
            self.target,
            self.kind.name()
        )
    }
}

/// The counters of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionEdges {
    /// The function's symbol.
    pub name: String,
    /// The address of the first counter, on the scale of [`super::Image::start`].
    pub start: u64,
    /// One per counter.
    pub sites: Vec<Site>,
}

/// All records of a section, in its order. `resolve` makes an address of the offset at which it stands and of what
/// stands there; `None` for a function that the linker has discarded. Linkers may put zeros between records.
pub fn parse(
    data: &[u8],
    resolve: impl Fn(usize, u64) -> Option<u64>,
) -> Result<Vec<FunctionEdges>> {
    let mut found = Vec::new();
    let mut at = 0;
    while data.len() - at >= layout::ALIGN {
        if data[at..at + layout::ALIGN] == [0; layout::ALIGN] {
            at += layout::ALIGN;
            continue;
        }
        let (length, function) =
            record(data, at, &resolve).with_context(|| format!("the record at offset {at}"))?;
        found.extend(function);
        at += length;
    }
    ensure!(
        data[at..].iter().all(|b| *b == 0),
        "no record at offset {at}"
    );
    Ok(found)
}

/// One record: its length, and the function unless it was discarded.
fn record(
    data: &[u8],
    at: usize,
    resolve: impl Fn(usize, u64) -> Option<u64>,
) -> Result<(usize, Option<FunctionEdges>)> {
    const ADDRESS: usize = 8;
    let mut header = Words(&data[at..]);
    ensure!(header.u32()? == layout::MAGIC, "does not begin with FZE1");
    let length = header.u32()? as usize;
    let rest = data.len() - at;
    ensure!(
        (layout::HEADER..=rest).contains(&length) && length.is_multiple_of(layout::ALIGN),
        "says that it is {length} bytes long, and {rest} are left"
    );
    let address = header.u64()?;
    let (counters, files) = (header.u32()? as usize, header.u32()? as usize);
    let body = &data[at + layout::HEADER..at + length];
    let sites = counters.checked_mul(layout::ENTRY);
    let names = sites.and_then(|sites| body.len().checked_sub(sites));
    let names = names.with_context(|| format!("is too short for its {counters} counters"))?;
    let (names, sites) = body.split_at(names);

    let mut strings = names
        .split_inclusive(|b| *b == 0)
        .filter_map(|s| Some(String::from_utf8_lossy(s.strip_suffix(&[0])?).into_owned()));
    let name = strings.next().context("has no function name")?;
    let files: Vec<String> = {
        let found: Vec<String> = strings.take(files).collect();
        ensure!(
            found.len() == files,
            "has {} of {files} file names",
            found.len()
        );
        found
    };
    let sites: Vec<Site> = sites
        .chunks_exact(layout::ENTRY)
        .map(|entry| site(Words(entry), &files))
        .collect::<Result<_>>()?;
    let function = resolve(at + ADDRESS, address).map(|start| FunctionEdges { name, start, sites });
    Ok((length, function))
}

fn site(mut words: Words, files: &[String]) -> Result<Site> {
    let kind = SiteKind::of(words.u16()?);
    let indices = [words.u16()?, words.u16()?];
    words.u16()?;
    let mut place = |index: u16| -> Result<Place> {
        let file = files.get(usize::from(index));
        Ok(Place {
            file: file
                .with_context(|| format!("has no file {index}"))?
                .clone(),
            line: words.u32()?,
            column: words.u32()?,
        })
    };
    let [source, target] = [place(indices[0])?, place(indices[1])?];
    Ok(Site {
        kind,
        source,
        target,
    })
}

/// Little-endian words, taken one by one.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (word, rest) = self.0.split_first_chunk().context("ends in the middle")?;
        self.0 = rest;
        Ok(*word)
    }

    fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, address: u64, sites: &[[u32; 4]]) -> Vec<u8> {
        let mut names = format!("{name}\0\0a.c\0").into_bytes();
        names.resize(names.len().next_multiple_of(layout::ALIGN), 0);
        let length = layout::HEADER + names.len() + sites.len() * layout::ENTRY;
        let mut out = Vec::new();
        out.extend(layout::MAGIC.to_le_bytes());
        out.extend((length as u32).to_le_bytes());
        out.extend(address.to_le_bytes());
        out.extend((sites.len() as u32).to_le_bytes());
        out.extend(2u32.to_le_bytes());
        out.extend(names);
        for site in sites {
            for half in [layout::KIND_BRANCH, 1, 0, 0] {
                out.extend(half.to_le_bytes());
            }
            out.extend(site.iter().flat_map(|word| word.to_le_bytes()));
        }
        out
    }

    fn section() -> Vec<u8> {
        let first = record("f", 0x1001, &[[3, 5, 0, 0], [4, 1, 7, 2]]);
        [
            first,
            vec![0; 8],
            record("gone", 0, &[]),
            record("g", 0x1003, &[[9, 9, 9, 9]]),
        ]
        .concat()
    }

    fn kept(_: usize, address: u64) -> Option<u64> {
        (address != 0).then_some(address)
    }

    #[test]
    fn records_say_what_counters_stand_for() {
        let found = parse(&section(), kept).unwrap();
        let names: Vec<_> = found.iter().map(|f| (f.name.as_str(), f.start)).collect();
        assert_eq!(names, [("f", 0x1001), ("g", 0x1003)]);
        assert_eq!(found[0].sites[0].to_string(), "a.c:3:5 -> ? (branch)");
    }

    #[test]
    fn errors_name_the_offset() {
        let mut data = section();
        let second = record("f", 0x1001, &[[0; 4], [0; 4]]).len() + 8;
        data[second] = b'x';
        let error = format!("{:#}", parse(&data, kept).unwrap_err());
        assert!(error.contains(&format!("offset {second}")), "{error}");
        let mut data = record("f", 1, &[[0; 4]]);
        data[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = format!("{:#}", parse(&data, kept).unwrap_err());
        assert!(
            error.contains("too short for its 4294967295 counters"),
            "{error}"
        );
    }

    /// Every truncation and every changed byte is read or refused, never a panic.
    #[test]
    fn broken_sections_are_refused_in_words() {
        let data = section();
        for end in 0..data.len() {
            let _ = parse(&data[..end], kept);
        }
        for at in 0..data.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut broken = data.clone();
                broken[at] = value;
                let _ = parse(&broken, kept);
            }
        }
    }
}
