//! A linked file without symbols, or without what debuggers read.
//!
//! What is loaded stays where it is. After it stand the sections that are kept of those that are not loaded, then the
//! table of names and the table of sections, which nobody reads to run the program.

use anyhow::{Context, Result, anyhow, ensure};
use object::{
    LittleEndian as LE, U16, U32, U64,
    elf::{
        FileHeader64, SHF_ALLOC, SHF_INFO_LINK, SHN_LORESERVE, SHN_UNDEF, SHT_DYNSYM, SHT_NOBITS,
        SHT_NULL, SHT_REL, SHT_RELA, SHT_STRTAB, SHT_SYMTAB, SHT_SYMTAB_SHNDX, SectionHeader64,
        Sym64, SymbolSection,
    },
    pod,
    read::elf::{ElfFile64, FileHeader as _, ProgramHeader as _, SectionHeader as _},
};

use super::Strip;

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
    /// Of what is not loaded.
    data: Vec<u8>,
}

pub fn without(data: &[u8], strip: Strip) -> Result<Vec<u8>> {
    let elf = ElfFile64::<LE, _>::parse(data)?;
    let table = elf.elf_section_table();
    let names = elf.elf_header().shstrndx(LE, data)?;
    let is_kept: Vec<bool> = table
        .iter()
        .enumerate()
        .map(|(at, header)| {
            let name = table.section_name(LE, header).unwrap_or_default();
            at != names as usize && is_kept(header, name, strip)
        })
        .collect();
    let numbers = Numbers::of(&is_kept);
    let mut sections = Vec::new();
    for (header, _) in table.iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept) {
        let name = table.section_name(LE, header)?;
        let mut header = *header;
        numbers.change(&mut header.sh_link);
        if has_section_in_info(&header) {
            numbers.change(&mut header.sh_info);
        }
        let data = match header.sh_type.get(LE) {
            _ if is_loaded(&header) => Vec::new(),
            SHT_NOBITS | SHT_NULL => Vec::new(),
            SHT_SYMTAB => symbols(&mut header, data, &numbers)?,
            _ => header.data(LE, data)?.to_vec(),
        };
        sections.push(Section { name, header, data });
    }
    let end = loaded_end(&elf, data)?;
    let mut out = data.get(..end).context("it ends early")?.to_vec();
    for header in table.iter().filter(|h| is_loaded(h)) {
        if header.sh_type.get(LE) == SHT_DYNSYM {
            change_in_place(&mut out, header, &numbers)?;
        }
    }
    finish(out, sections)
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

/// A table of symbols without those of sections that are gone.
fn symbols(header: &mut SectionHeader64<LE>, data: &[u8], numbers: &Numbers) -> Result<Vec<u8>> {
    let all: &[Sym64<LE>] = header.data_as_array(LE, data)?;
    let locals = header.sh_info.get(LE) as usize;
    let mut kept = Vec::with_capacity(all.len());
    let mut kept_locals = locals;
    for (at, symbol) in all.iter().enumerate() {
        let mut symbol = *symbol;
        if let Some(section) = section_of(&symbol) {
            let Some(number) = numbers.new_of(section) else {
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

/// Puts the sections after what is loaded, and their tables after them.
fn finish(mut out: Vec<u8>, sections: Vec<Section>) -> Result<Vec<u8>> {
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
        if !is_loaded(&header) && ![SHT_NOBITS, SHT_NULL].contains(&header.sh_type.get(LE)) {
            align(&mut out, header.sh_addralign.get(LE))?;
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
    align(&mut out, 8)?;
    let start = out.len() as u64;
    out.extend(pod::bytes_of_slice(&headers));
    let (header, _) = pod::from_bytes_mut::<FileHeader64<LE>>(&mut out)
        .map_err(|()| anyhow!("it has no header"))?;
    header.e_shoff = U64::new(LE, start);
    header.e_shnum = U16::new(LE, count as u16);
    header.e_shstrndx = U16::new(LE, SymbolSection(count as u16 - 1));
    Ok(out)
}

fn align(out: &mut Vec<u8>, to: u64) -> Result<()> {
    let to = usize::try_from(to.max(1))?;
    out.resize(out.len().next_multiple_of(to), 0);
    Ok(())
}
