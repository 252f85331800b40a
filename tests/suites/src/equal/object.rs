//! An object file in a form that two builds can be compared in: sections with what they refer to by name, symbols, groups.
//!
//! Names of fz's own may hold a hash of a function's control flow. Everything here stands under its name without that
//! hash; the name itself is kept beside it.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use object::elf;
use object::read::elf::{ElfFile64, SectionHeader, Sym};
use object::{
    LittleEndian, Object, ObjectComdat, ObjectSection, ObjectSymbol, ObjectSymbolTable,
    RelocationFlags, RelocationTarget, SectionIndex, SymbolIndex,
};

use super::names;

type File<'a> = ElfFile64<'a, LittleEndian>;

/// How sections and symbols are told apart: name and group without hashes, and a number among those that share both.
pub type Key = (String, String, usize);

pub struct Form {
    pub sections: BTreeMap<Key, Section>,
    /// In the order of the file, which linkers keep.
    pub order: Vec<Key>,
    pub symbols: BTreeMap<(String, usize), Symbol>,
    pub symbol_order: Vec<(String, usize)>,
    /// Every name that holds a hash, by the name without.
    pub hashed: BTreeMap<String, String>,
}

pub struct Section {
    pub header: Header,
    pub data: Vec<u8>,
    pub refers: Vec<Refers>,
}

#[derive(PartialEq, Eq, Debug)]
pub struct Header {
    pub kind: u32,
    pub flags: u64,
    pub align: u64,
    pub entry: u64,
    pub size: u64,
    /// The section that it goes with.
    pub link: Option<String>,
}

/// A relocation.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug, Clone)]
pub struct Refers {
    pub at: u64,
    pub kind: u32,
    pub to: String,
    pub addend: i64,
}

#[derive(PartialEq, Eq, Debug)]
pub struct Symbol {
    pub section: String,
    pub value: u64,
    pub size: u64,
    pub kind: u8,
    pub binding: u8,
    pub visibility: u8,
}

/// What says where other things are, in numbers that depend on all names: read, not compared.
const TABLES: &[elf::SectionType] = &[
    elf::SHT_NULL,
    elf::SHT_SYMTAB,
    elf::SHT_STRTAB,
    elf::SHT_RELA,
    elf::SHT_REL,
    elf::SHT_GROUP,
    elf::SHT_SYMTAB_SHNDX,
];

/// Symbols whose addresses matter, by their numbers, which become names here.
const LLVM_ADDRSIG: u32 = 0x6fff_4c03;

pub fn form(data: &[u8]) -> Result<Form> {
    let file = File::parse(data).context("no object file")?;
    let mut hashed = BTreeMap::new();
    let keys = keys(&file, &mut hashed)?;
    let mut form = Form {
        sections: BTreeMap::new(),
        order: Vec::new(),
        symbols: BTreeMap::new(),
        symbol_order: Vec::new(),
        hashed,
    };
    let targets = targets(&file, &keys)?;
    for section in file.sections() {
        let Some(key) = keys.get(&section.index()) else {
            continue;
        };
        let header = section.elf_section_header();
        let endian = LittleEndian;
        let kind = header.sh_type(endian).0;
        let flags = header.sh_flags(endian).0;
        let link = SectionIndex(header.sh_link(endian) as usize);
        let is_ordered = flags & elf::SHF_LINK_ORDER.0 != 0;
        let linked = is_ordered.then(|| keys.get(&link).map(shown)).flatten();
        let data = match kind {
            LLVM_ADDRSIG => addresses(section.data()?, &targets).into_bytes(),
            _ => section.data()?.to_vec(),
        };
        let mut refers = section
            .relocations()
            .map(|(at, relocation)| {
                let RelocationFlags::Elf { r_type } = relocation.flags() else {
                    anyhow::bail!("a relocation of another format");
                };
                let to = match relocation.target() {
                    RelocationTarget::Symbol(index) => targets[index.0].clone(),
                    other => format!("{other:?}"),
                };
                Ok(Refers {
                    at,
                    kind: r_type.0,
                    to,
                    addend: relocation.addend(),
                })
            })
            .collect::<Result<Vec<_>>>()?;
        refers.sort();
        let entry = Section {
            header: Header {
                kind,
                flags,
                align: header.sh_addralign(endian),
                entry: header.sh_entsize(endian),
                size: match kind {
                    LLVM_ADDRSIG => 0,
                    _ => header.sh_size(endian),
                },
                link: linked,
            },
            data,
            refers,
        };
        form.order.push(key.clone());
        form.sections.insert(key.clone(), entry);
    }
    symbols(&file, &keys, &mut form)?;
    Ok(form)
}

/// A section's name as people read it.
pub fn shown((name, group, number): &Key) -> String {
    let mut text = name.clone();
    if !group.is_empty() {
        text += &format!(" of {group}");
    }
    if *number > 0 {
        text += &format!(" #{number}");
    }
    text
}

/// The keys of the sections that are compared.
fn keys(file: &File, hashed: &mut BTreeMap<String, String>) -> Result<HashMap<SectionIndex, Key>> {
    let mut groups: HashMap<SectionIndex, String> = HashMap::new();
    for comdat in file.comdats() {
        let name = comdat.name()?;
        let kind = format!("{:?}", comdat.kind());
        for section in comdat.sections() {
            let group = format!("{} ({kind})", names::without_hash(name, hashed));
            groups.insert(section, group);
        }
    }
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    let mut keys = HashMap::new();
    for section in file.sections() {
        let kind = section.elf_section_header().sh_type(LittleEndian);
        if TABLES.contains(&kind) {
            continue;
        }
        let name = names::without_hash(section.name()?, hashed);
        let group = groups.get(&section.index()).cloned().unwrap_or_default();
        let number = seen.entry((name.clone(), group.clone())).or_default();
        keys.insert(section.index(), (name, group, *number));
        *number += 1;
    }
    Ok(keys)
}

/// What each symbol is called where it is referred to.
fn targets(file: &File, keys: &HashMap<SectionIndex, Key>) -> Result<Vec<String>> {
    let count = file.elf_symbol_table().len();
    let mut targets = vec![String::new(); count];
    for symbol in file.symbols() {
        let name = names::without_hash(symbol.name()?, &mut BTreeMap::new());
        let section = symbol.section_index().and_then(|at| keys.get(&at));
        targets[symbol.index().0] = match (name.as_str(), section) {
            ("", Some(key)) => shown(key),
            _ => name,
        };
    }
    Ok(targets)
}

/// A list of symbols whose addresses matter, as names.
fn addresses(data: &[u8], targets: &[String]) -> String {
    let mut names = Vec::new();
    let (mut number, mut shift) = (0usize, 0);
    for byte in data {
        number |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            names.push(targets.get(number).map_or("?", String::as_str));
            (number, shift) = (0, 0);
        }
    }
    names.join("\n")
}

fn symbols(file: &File, keys: &HashMap<SectionIndex, Key>, form: &mut Form) -> Result<()> {
    let table = file.symbol_table().context("an object without symbols")?;
    let mut seen: HashMap<String, usize> = HashMap::new();
    for symbol in table.symbols() {
        let raw = symbol.elf_symbol();
        // Sections stand for themselves.
        if symbol.index() == SymbolIndex(0) || raw.st_type() == elf::STT_SECTION {
            continue;
        }
        let name = names::without_hash(symbol.name()?, &mut form.hashed);
        let section = match symbol.section_index() {
            Some(index) => keys.get(&index).map_or("?".to_string(), shown),
            None => format!("{:?}", symbol.section()),
        };
        let number = seen.entry(name.clone()).or_default();
        let key = (name, *number);
        *number += 1;
        let entry = Symbol {
            section,
            value: raw.st_value(LittleEndian),
            size: raw.st_size(LittleEndian),
            kind: raw.st_type().0,
            binding: raw.st_bind().0,
            visibility: raw.st_visibility().0,
        };
        form.symbol_order.push(key.clone());
        form.symbols.insert(key, entry);
    }
    Ok(())
}
