//! Files without their captures: programs and libraries, objects, archives.

use std::{collections::HashMap, fs, path::Path};

use crate::{elf, libtool, sealed};
use anyhow::{Context, Result, bail, ensure};
use fz_base::file;

/// Takes the captures out of a file, or leaves it as it is and writes the result elsewhere. Whole or not at all.
pub fn remove(path: &Path, to: Option<&Path>) -> Result<()> {
    let mut data = file::read(path, file::PROGRAM)?;
    let wrapped = libtool::wrapped(path, &data)?;
    let path = wrapped.as_ref().map_or(path, |wrapped| &wrapped.program);
    if wrapped.is_some() {
        data = file::read(path, file::PROGRAM)?;
    }
    let without = match () {
        () if data.starts_with(ARCHIVE) => archive(&data)?,
        () if data.starts_with(THIN) => {
            bail!("it is a thin archive, which holds nothing itself: name its members")
        }
        () if has_captures(&data)? => sealed::without::captures(&data)?,
        () => data.clone(),
    };
    match to {
        None if without == data => Ok(()),
        None => sealed::replace(path, &without),
        Some(to) => {
            let permissions = fs::metadata(path)?.permissions();
            let to = to.canonicalize().unwrap_or_else(|_| to.to_owned());
            sealed::place(&to, &without, permissions).with_context(|| to.display().to_string())
        }
    }
}

/// Whether an object or a program has any.
fn has_captures(data: &[u8]) -> Result<bool> {
    use object::{Object, ObjectSection};
    let file = elf::parse(data).context("it is not a program, library, object or archive")?;
    let found = file
        .sections()
        .any(|s| s.name().is_ok_and(super::is_section));
    Ok(found)
}

const ARCHIVE: &[u8] = b"!<arch>\n";
const THIN: &[u8] = b"!<thin>\n";
/// A member's header: its name, and how many digits of its size stand where.
const HEADER: usize = 60;
const NAME: usize = 16;
const SIZE: std::ops::Range<usize> = 48..58;

/// An archive of such objects. Its table of symbols names members by their places.
fn archive(data: &[u8]) -> Result<Vec<u8>> {
    let mut out = ARCHIVE.to_vec();
    let mut places = HashMap::new();
    let mut tables = Vec::new();
    let mut at = ARCHIVE.len();
    while at < data.len() {
        let header = data.get(at..at + HEADER).context("it ends early")?;
        let size = std::str::from_utf8(&header[SIZE])?.trim_end();
        let size: usize = size.parse().context("a member has no size")?;
        let content = data.get(at + HEADER..).and_then(|rest| rest.get(..size));
        let content = content.context("it ends early")?;
        let name = header[..NAME].trim_ascii_end();
        ensure!(
            !name.starts_with(b"#1/"),
            "its members have names of BSD's form, which fz does not write"
        );
        places.insert(at as u64, out.len() as u64);
        let is_code = object::FileKind::parse(content).is_ok();
        let new = match name {
            b"/" | b"/SYM64/" => {
                tables.push((out.len() + HEADER, size, name == b"/SYM64/"));
                content.to_vec()
            }
            _ if is_code && has_captures(content)? => sealed::without::captures(content)?,
            _ => content.to_vec(),
        };
        let digits = format!("{:<10}", new.len());
        out.extend(&header[..SIZE.start]);
        out.extend(digits.as_bytes());
        out.extend(&header[SIZE.end..]);
        out.extend(&new);
        if !new.len().is_multiple_of(2) {
            out.push(b'\n');
        }
        at += HEADER + size.next_multiple_of(2);
    }
    for (start, size, is_wide) in tables {
        let table = &mut out[start..start + size];
        match is_wide {
            true => renew::<8>(table, &places)?,
            false => renew::<4>(table, &places)?,
        }
    }
    Ok(out)
}

/// A table of symbols: how many there are, and where the member of each begins.
fn renew<const WIDTH: usize>(table: &mut [u8], places: &HashMap<u64, u64>) -> Result<()> {
    let number = |word: &[u8]| word.iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
    let (words, _) = table.as_chunks_mut::<WIDTH>();
    let (count, words) = words
        .split_first_mut()
        .context("its table of symbols is empty")?;
    let count = usize::try_from(number(count))?;
    for word in words
        .get_mut(..count)
        .context("its table of symbols ends early")?
    {
        let new = places.get(&number(word));
        let new = new.context("its table of symbols names no member")?;
        word.copy_from_slice(&new.to_be_bytes()[8 - WIDTH..]);
    }
    Ok(())
}
