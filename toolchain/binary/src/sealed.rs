//! What is done to a program or a library once it is linked, so that its records stay with it.
//!
//! In objects, records have names of `.debug_*`: under bfd and gold no other section may refer to code that was discarded,
//! and linkers and `strip` remove such sections with what debuggers read. After the link nothing refers to anything, and
//! the sections get names that `strip` keeps. What the linker was asked to strip is stripped here, in its place.

pub mod without;

use std::{
    fs::{self, OpenOptions, Permissions},
    io::Write,
    os::unix::fs::FileExt,
    path::Path,
};

use anyhow::{Context, Result};
use fz_abi::sections;
use fz_base::file;
use object::{
    LittleEndian,
    elf::SHF_COMPRESSED,
    read::elf::{ElfFile64, SectionHeader},
};

use super::{elf, image, links};

/// What is left out of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strip {
    Nothing,
    /// What debuggers read.
    Debug,
    /// Symbols too.
    All,
}

/// Bytes that take the place of others in a file.
struct Edit {
    at: u64,
    bytes: Vec<u8>,
}

/// Has a linked program or library keep its records through `strip`, and strips it of other things if that is asked for.
/// What is loaded stays as it is, byte by byte. A file that is no program for this machine is left alone.
pub fn seal(path: &Path, strip: Strip) -> Result<()> {
    // What goes into a pipe or a device has gone.
    if !fs::metadata(path).is_ok_and(|m| m.is_file()) {
        return Ok(());
    }
    let mut data = file::read(path, file::PROGRAM).context("cannot be read")?;
    let Ok(elf) = ElfFile64::parse(&*data) else {
        return Ok(());
    };
    let edits = edits(path, &data, &elf)?;
    if strip == Strip::Nothing {
        return write(path, &edits).context("cannot be written");
    }
    for Edit { at, bytes } in &edits {
        let at = *at as usize;
        data[at..at + bytes.len()].copy_from_slice(bytes);
    }
    let stripped = without::stripped(&data, strip).context("cannot be stripped")?;
    replace(path, &stripped).context("cannot be written")
}

fn write(path: &Path, edits: &[Edit]) -> std::io::Result<()> {
    if edits.is_empty() {
        return Ok(());
    }
    let file = OpenOptions::new().write(true).open(path)?;
    let mut edits = edits.iter();
    edits.try_for_each(|edit| file.write_all_at(&edit.bytes, edit.at))
}

/// Whole or not at all, with the permissions of what is there.
pub fn replace(path: &Path, data: &[u8]) -> Result<()> {
    let real = path.canonicalize()?;
    place(&real, data, fs::metadata(&real)?.permissions())
}

/// Whole or not at all.
pub fn place(path: &Path, data: &[u8], permissions: Permissions) -> Result<()> {
    let folder = match path.parent().context("it is in no folder")? {
        folder if folder == Path::new("") => Path::new("."),
        folder => folder,
    };
    let mut beside = tempfile::Builder::new()
        .prefix(".fz-")
        .permissions(permissions.clone())
        .tempfile_in(folder)?;
    beside.write_all(data)?;
    // The user's mask has no say in what the linker has made.
    beside.as_file().set_permissions(permissions)?;
    beside.persist(path)?;
    Ok(())
}

/// The new names of sections, and what is known of the link as long as there are symbols.
fn edits(path: &Path, file: &[u8], elf: &ElfFile64<LittleEndian>) -> Result<Vec<Edit>> {
    let table = elf.elf_section_table();
    let headers = elf.elf_header().e_shoff.get(LittleEndian);
    let size = size_of::<object::elf::SectionHeader64<LittleEndian>>() as u64;
    let mut edits = Vec::new();
    for (index, header) in table.enumerate() {
        let name = table.section_name(LittleEndian, header).unwrap_or_default();
        let Ok(name) = std::str::from_utf8(name) else {
            continue;
        };
        if !sections::is_record(name) {
            continue;
        }
        let start = header.sh_name.get(LittleEndian) + sections::UNSEALED.len() as u32;
        edits.push(Edit {
            at: headers + index.0 as u64 * size,
            bytes: start.to_le_bytes().to_vec(),
        });
        let is_plain = !header.sh_flags.get(LittleEndian).contains(SHF_COMPRESSED);
        if name == sections::LINKS && is_plain {
            let at = header.sh_offset.get(LittleEndian);
            let data = header.data(LittleEndian, file)?;
            edits.extend(noted(path, file, at, data)?);
        }
    }
    Ok(edits)
}

/// The records of links as they are after them, where symbols tell.
fn noted(path: &Path, file: &[u8], at: u64, data: &[u8]) -> Result<Option<Edit>> {
    let file = elf::parse(file)?;
    let image = image::outline(path.to_owned(), &file)?;
    let bytes = links::noted(
        data,
        image.symbol_files(),
        image.end.map(|_| image.counters),
        &file,
    )?;
    Ok((bytes != data).then_some(Edit { at, bytes }))
}
