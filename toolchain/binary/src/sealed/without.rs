//! A file without symbols, without what debuggers read, or without captures.
//!
//! In what is linked, what is loaded stays where it is. After it stand the sections that are kept of those that are not
//! loaded, then the table of names and the table of sections, which nobody reads to run the program. In objects nothing
//! has a place of its own.

use anyhow::{Context, Result, anyhow, ensure};
use object::{
    LittleEndian as LE, U16, U32, U64,
    elf::{
        ET_REL, FileHeader64, SHF_ALLOC, SHF_INFO_LINK, SHN_ABS, SHN_LORESERVE, SHN_UNDEF,
        SHT_DYNSYM, SHT_GROUP, SHT_NOBITS, SHT_NULL, SHT_REL, SHT_RELA, SHT_STRTAB, SHT_SYMTAB,
        SHT_SYMTAB_SHNDX, SectionHeader64, Sym64, SymbolInfo, SymbolSection,
    },
    pod,
    read::elf::{ElfFile64, FileHeader as _, ProgramHeader as _, SectionHeader as _},
};

use super::Strip;
use crate::capture;

/// How names of sections begin that binutils takes for what debuggers read.
const DEBUG: [&[u8]; 7] = [
    b".debug",
    b".gdb_index",
    b".gnu.debuglto_.debug_",
    b".gnu.linkonce.wi.",
    b".line",
    b".stab",
    b".zdebug",
];

/// A section that is kept.
struct Section<'a> {
    name: &'a [u8],
    header: SectionHeader64<LE>,
    /// Of what has no place of its own.
    data: Vec<u8>,
}

type Header = SectionHeader64<LE>;

/// A linked file without what is to be stripped.
pub fn stripped(data: &[u8], strip: Strip) -> Result<Vec<u8>> {
    without(data, |header, name| is_kept(header, name, strip))
}

/// A linked file or an object without what it could be built again from. Nothing of that is left in the file.
pub fn captures(data: &[u8]) -> Result<Vec<u8>> {
    without(data, |header, name| is_loaded(header) || !is_capture(name))
}

fn is_capture(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(capture::is_section)
}

fn without(data: &[u8], is_kept: impl Fn(&Header, &[u8]) -> bool) -> Result<Vec<u8>> {
    let elf = ElfFile64::<LE, _>::parse(data)?;
    let table = elf.elf_section_table();
    let is_object = elf.elf_header().e_type.get(LE) == ET_REL;
    let has_place = |header: &Header| is_loaded(header) && !is_object;
    let mut kept: Vec<bool> = table
        .iter()
        .map(|header| {
            let name = table.section_name(LE, header).unwrap_or_default();
            is_kept(header, name)
        })
        .collect();
    let names = elf.elf_header().shstrndx(LE, data)? as usize;
    // In objects it may hold names of symbols, too.
    let holds_more =
        |h: &Header| h.sh_type.get(LE) == SHT_SYMTAB && h.sh_link.get(LE) as usize == names;
    if !table.iter().any(holds_more) {
        kept[names] = false;
    }
    drop_what_belongs(&elf, data, &mut kept)?;
    let numbers = Numbers::of(&kept);
    // Relocations that are kept name symbols by their numbers.
    let has_relocations =
        |h: &Header| !is_loaded(h) && [SHT_REL, SHT_RELA].contains(&h.sh_type.get(LE));
    let stay = is_object
        || table
            .iter()
            .zip(&kept)
            .any(|(h, kept)| *kept && has_relocations(h));
    let has_captures = table.iter().zip(&kept).any(|(header, is_kept)| {
        let name = table.section_name(LE, header).unwrap_or_default();
        *is_kept && is_capture(name)
    });
    let mut sections = Vec::new();
    for (header, _) in table.iter().zip(&kept).filter(|(_, is_kept)| **is_kept) {
        let name = table.section_name(LE, header)?;
        let mut header = *header;
        numbers.change(&mut header.sh_link);
        if has_section_in_info(&header) {
            numbers.change(&mut header.sh_info);
        }
        let data = match header.sh_type.get(LE) {
            _ if has_place(&header) => Vec::new(),
            SHT_NOBITS | SHT_NULL => Vec::new(),
            SHT_SYMTAB => symbols(&mut header, data, &numbers, stay)?,
            SHT_GROUP => group(&header, data, &numbers)?,
            SHT_STRTAB if !has_captures => without_groups(header.data(LE, data)?),
            _ => header.data(LE, data)?.to_vec(),
        };
        sections.push(Section { name, header, data });
    }
    let end = match is_object {
        true => size_of::<FileHeader64<LE>>(),
        false => loaded_end(&elf, data)?,
    };
    let mut out = data.get(..end).context("it ends early")?.to_vec();
    for (header, kept) in table.iter().zip(&kept) {
        let is_bytes = ![SHT_NOBITS, SHT_NULL].contains(&header.sh_type.get(LE));
        if !kept && is_bytes && !is_loaded(header) {
            clear(&mut out, header);
        }
        if has_place(header) && header.sh_type.get(LE) == SHT_DYNSYM {
            change_in_place(&mut out, header, &numbers)?;
        }
    }
    // Alignment comes on top.
    let most = data.len().saturating_mul(4).saturating_add(1 << 24);
    finish(out, sections, has_place, most)
}

/// Groups of which nothing is kept, and relocations of what is not kept.
fn drop_what_belongs(elf: &ElfFile64<'_, LE>, data: &[u8], kept: &mut [bool]) -> Result<()> {
    for (at, header) in elf.elf_section_table().iter().enumerate() {
        let is_kept = |number: u32| kept.get(number as usize).copied().unwrap_or(false);
        let goes = match header.sh_type.get(LE) {
            SHT_GROUP => {
                let members: &[U32<LE>] = header.data_as_array(LE, data)?;
                !members.iter().skip(1).any(|m| is_kept(m.get(LE)))
            }
            SHT_REL | SHT_RELA if !is_loaded(header) && header.sh_info.get(LE) != 0 => {
                !is_kept(header.sh_info.get(LE))
            }
            _ => false,
        };
        kept[at] &= !goes;
    }
    Ok(())
}

/// A group's flags and its members.
fn group(header: &Header, data: &[u8], numbers: &Numbers) -> Result<Vec<u8>> {
    let all: &[U32<LE>] = header.data_as_array(LE, data)?;
    let (flags, members) = all.split_first().context("a group is empty")?;
    let members = members.iter();
    let members = members.filter_map(|m| numbers.new_of(m.get(LE) as usize));
    let words = std::iter::once(flags.get(LE)).chain(members);
    Ok(words.flat_map(u32::to_le_bytes).collect())
}

/// Names of symbols, without those of groups of captures, which no symbol has any more where those are gone.
fn without_groups(names: &[u8]) -> Vec<u8> {
    let mut kept = names.to_vec();
    for name in kept.split_mut(|byte| *byte == 0) {
        if name.starts_with(fz_abi::capture::GROUP.as_bytes()) {
            name.fill(0);
        }
    }
    kept
}

/// What lay between other things is not to be read any more.
fn clear(out: &mut [u8], header: &Header) {
    let start = usize::try_from(header.sh_offset.get(LE)).unwrap_or(usize::MAX);
    let size = usize::try_from(header.sh_size.get(LE)).unwrap_or(usize::MAX);
    let end = start.saturating_add(size).min(out.len());
    if let Some(bytes) = out.get_mut(start..end) {
        bytes.fill(0);
    }
}

fn is_loaded(header: &SectionHeader64<LE>) -> bool {
    header.sh_flags.get(LE).contains(SHF_ALLOC)
}

fn is_kept(header: &SectionHeader64<LE>, name: &[u8], strip: Strip) -> bool {
    let kind = header.sh_type.get(LE);
    if is_loaded(header) || kind == SHT_NULL {
        return true;
    }
    let is_debug = DEBUG.iter().any(|begin| name.starts_with(begin));
    // Tables of names that are not loaded are those of symbols.
    let of_symbols = [SHT_SYMTAB, SHT_STRTAB, SHT_SYMTAB_SHNDX, SHT_REL, SHT_RELA];
    match strip {
        Strip::Nothing => true,
        Strip::Debug => !is_debug,
        Strip::All => !is_debug && !of_symbols.contains(&kind),
    }
}

/// The number that each section has afterwards, if it is kept.
struct Numbers(Vec<Option<u32>>);

impl Numbers {
    fn of(is_kept: &[bool]) -> Numbers {
        let mut next = 0;
        let mut number = |is_kept: &bool| {
            next += u32::from(*is_kept);
            is_kept.then(|| next - 1)
        };
        Numbers(is_kept.iter().map(&mut number).collect())
    }

    fn new_of(&self, old: usize) -> Option<u32> {
        self.0.get(old).copied().flatten()
    }

    /// What is gone is named no more.
    fn change(&self, field: &mut U32<LE>) {
        let new = self.new_of(field.get(LE) as usize).unwrap_or(0);
        field.set(LE, new);
    }
}

fn has_section_in_info(header: &SectionHeader64<LE>) -> bool {
    let kind = header.sh_type.get(LE);
    [SHT_REL, SHT_RELA].contains(&kind) || header.sh_flags.get(LE).contains(SHF_INFO_LINK)
}

/// The section that a symbol is in, if its number is one of a section.
fn section_of(symbol: &Sym64<LE>) -> Option<usize> {
    let section = symbol.st_shndx.get(LE);
    let is_number = section != SHN_UNDEF && section.0 < SHN_LORESERVE;
    is_number.then_some(usize::from(section.0))
}

/// A table of symbols without those of sections that are gone. `stay`: their places are counted, so that each leaves one
/// that says nothing.
fn symbols(
    header: &mut SectionHeader64<LE>,
    data: &[u8],
    numbers: &Numbers,
    stay: bool,
) -> Result<Vec<u8>> {
    let all: &[Sym64<LE>] = header.data_as_array(LE, data)?;
    let locals = header.sh_info.get(LE) as usize;
    let mut kept = Vec::with_capacity(all.len());
    let mut kept_locals = locals;
    for (at, symbol) in all.iter().enumerate() {
        let mut symbol = *symbol;
        if let Some(section) = section_of(&symbol) {
            let Some(number) = numbers.new_of(section) else {
                if stay {
                    symbol.st_info = SymbolInfo(0);
                    symbol.st_value = U64::default();
                    symbol.st_shndx.set(LE, SHN_ABS);
                    kept.push(symbol);
                    continue;
                }
                kept_locals -= usize::from(at < locals);
                continue;
            };
            symbol.st_shndx.set(LE, SymbolSection(number as u16));
        }
        kept.push(symbol);
    }
    header.sh_info.set(LE, kept_locals as u32);
    Ok(pod::bytes_of_slice(&kept).to_vec())
}

/// Dynamic symbols stay where they are: only the numbers of sections change in them, as they do where a linker strips.
fn change_in_place(out: &mut [u8], header: &SectionHeader64<LE>, numbers: &Numbers) -> Result<()> {
    let size = size_of::<Sym64<LE>>();
    let start = usize::try_from(header.sh_offset.get(LE))?;
    let count = usize::try_from(header.sh_size.get(LE))? / size;
    let tail = out.get_mut(start..);
    let (symbols, _) = tail
        .and_then(|tail| pod::slice_from_bytes_mut::<Sym64<LE>>(tail, count).ok())
        .context("its dynamic symbols end early")?;
    for symbol in symbols {
        let number = section_of(symbol).and_then(|section| numbers.new_of(section));
        if let Some(number) = number {
            symbol.st_shndx.set(LE, SymbolSection(number as u16));
        }
    }
    Ok(())
}

/// Where in the file the last of what is loaded, or of what a program header names, ends.
fn loaded_end(elf: &ElfFile64<'_, LE>, data: &[u8]) -> Result<usize> {
    let header = elf.elf_header();
    let segments = header.program_headers(LE, data)?.iter();
    let of_segments = segments.map(|s| s.p_offset(LE).saturating_add(s.p_filesz(LE)));
    let sections = elf.elf_section_table().iter();
    let of_sections = sections
        .filter(|h| is_loaded(h) && h.sh_type.get(LE) != SHT_NOBITS)
        .map(|h| h.sh_offset.get(LE).saturating_add(h.sh_size.get(LE)));
    let of_headers = header.e_phoff.get(LE)
        + u64::from(header.e_phnum.get(LE)) * u64::from(header.e_phentsize.get(LE));
    let end = of_segments
        .chain(of_sections)
        .chain([of_headers, size_of::<FileHeader64<LE>>() as u64])
        .max();
    Ok(usize::try_from(end.unwrap_or_default())?)
}

/// Puts the sections after what has a place, and their tables after them.
fn finish(
    mut out: Vec<u8>,
    sections: Vec<Section>,
    has_place: impl Fn(&Header) -> bool,
    most: usize,
) -> Result<Vec<u8>> {
    let count = sections.len() + 1;
    ensure!(
        count < usize::from(SHN_LORESERVE),
        "it has {count} sections"
    );
    let mut names = vec![0];
    let mut name = |text: &[u8]| {
        if text.is_empty() {
            return 0;
        }
        let at = names.len();
        names.extend(text);
        names.push(0);
        at as u32
    };
    let mut headers = Vec::with_capacity(count);
    for section in sections {
        let mut header = section.header;
        header.sh_name.set(LE, name(section.name));
        if !has_place(&header) && ![SHT_NOBITS, SHT_NULL].contains(&header.sh_type.get(LE)) {
            align(&mut out, header.sh_addralign.get(LE), most)?;
            header.sh_offset.set(LE, out.len() as u64);
            header.sh_size.set(LE, section.data.len() as u64);
            out.extend(section.data);
        }
        headers.push(header);
    }
    let of_names = name(b".shstrtab");
    headers.push(SectionHeader64 {
        sh_name: U32::new(LE, of_names),
        sh_type: U32::new(LE, SHT_STRTAB),
        sh_flags: U64::default(),
        sh_addr: U64::default(),
        sh_offset: U64::new(LE, out.len() as u64),
        sh_size: U64::new(LE, names.len() as u64),
        sh_link: U32::default(),
        sh_info: U32::default(),
        sh_addralign: U64::new(LE, 1),
        sh_entsize: U64::default(),
    });
    out.extend(names);
    align(&mut out, 8, most)?;
    let start = out.len() as u64;
    out.extend(pod::bytes_of_slice(&headers));
    let (header, _) = pod::from_bytes_mut::<FileHeader64<LE>>(&mut out)
        .map_err(|()| anyhow!("it has no header"))?;
    header.e_shoff = U64::new(LE, start);
    header.e_shnum = U16::new(LE, count as u16);
    header.e_shstrndx = U16::new(LE, SymbolSection(count as u16 - 1));
    Ok(out)
}

fn align(out: &mut Vec<u8>, to: u64, most: usize) -> Result<()> {
    let end = out
        .len()
        .checked_next_multiple_of(usize::try_from(to.max(1))?);
    let end = end.filter(|end| *end <= most);
    out.resize(
        end.with_context(|| format!("a section is aligned to {to} bytes"))?,
        0,
    );
    Ok(())
}
