//! The call-site contexts that the runtime lays out when a program starts, as far as the files tell: the records of
//! [`fz_abi::contexts`], and what the dynamic linker makes of their addresses.

use std::{
    collections::{BTreeMap, HashMap},
    mem::{offset_of, size_of},
};

use anyhow::{Result, ensure};
use fz_abi::contexts::{Call, Function};
use object::{
    Object, ObjectSection, ObjectSymbol, ObjectSymbolTable, RelocationFlags, RelocationTarget, elf,
    read::elf::{ElfFile64, SectionHeader},
};

use super::Image;

/// A function that gets rows when the program starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taker {
    /// Of its record.
    pub address: u64,
    pub function: u64,
    /// Counters in a row.
    pub counters: u32,
    pub most: u32,
}

/// A call that passes what the runtime gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRecord {
    /// Of its record.
    pub address: u64,
    pub callee: Callee,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    Nobody,
    /// An address in the same image.
    Here(u64),
    /// What the dynamic linker finds.
    Symbol(String),
    /// What it has found.
    In {
        image: usize,
        address: u64,
    },
}

/// The values of words in an image that is not loaded, before the dynamic linker binds symbols.
pub struct Words {
    relocated: HashMap<u64, Callee>,
}

impl Words {
    pub fn of(file: &object::File, data: &[u8]) -> Words {
        let symbols = file.dynamic_symbol_table();
        let mut relocated = HashMap::new();
        for (offset, relocation) in file.dynamic_relocations().into_iter().flatten() {
            let is_resolver = matches!(
                relocation.flags(),
                RelocationFlags::Elf {
                    r_type: elf::R_X86_64_IRELATIVE | elf::R_AARCH64_IRELATIVE
                }
            );
            let value = match relocation.target() {
                _ if is_resolver => Callee::Nobody,
                RelocationTarget::Symbol(index) => symbols
                    .as_ref()
                    .and_then(|table| table.symbol_by_index(index).ok())
                    .and_then(|symbol| Some(Callee::Symbol(symbol.name().ok()?.to_owned())))
                    .unwrap_or(Callee::Nobody),
                _ => Callee::Here(relocation.addend() as u64),
            };
            relocated.insert(offset, value);
        }
        for (offset, value) in packed(data) {
            relocated.insert(offset, Callee::Here(value));
        }
        Words { relocated }
    }

    /// The address at `address`, where the file has `value`.
    fn pointer(&self, address: u64, value: u64) -> Callee {
        match (self.relocated.get(&address), value) {
            (Some(callee), _) => callee.clone(),
            (None, 0) => Callee::Nobody,
            (None, value) => Callee::Here(value),
        }
    }

    pub fn takers(&self, section: &object::Section) -> Result<Vec<Taker>> {
        let taker = |at: u64, record: &[u8]| {
            let function = offset_of!(Function, function);
            let half = |at: usize| u32::from_le_bytes(record[at..at + 4].try_into().unwrap());
            Taker {
                address: at,
                // A private name of the function itself: never a symbol.
                function: match self.pointer(at + function as u64, word(record, function)) {
                    Callee::Here(address) => address,
                    _ => 0,
                },
                counters: half(offset_of!(Function, counters)),
                most: half(offset_of!(Function, most)),
            }
        };
        records(section, size_of::<Function>(), taker)
    }

    pub fn calls(&self, section: &object::Section) -> Result<Vec<CallRecord>> {
        let call = |at: u64, record: &[u8]| {
            let callee = offset_of!(Call, callee);
            CallRecord {
                address: at,
                callee: self.pointer(at + callee as u64, word(record, callee)),
            }
        };
        records(section, size_of::<Call>(), call)
    }
}

fn word(record: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(record[at..at + 8].try_into().expect("eight bytes"))
}

fn records<T>(
    section: &object::Section,
    size: usize,
    read: impl Fn(u64, &[u8]) -> T,
) -> Result<Vec<T>> {
    let data = section.data()?;
    ensure!(
        data.len().is_multiple_of(size),
        "{} bytes are no whole number of records of {size}",
        data.len()
    );
    let addresses = (section.address()..).step_by(size);
    Ok(addresses
        .zip(data.chunks_exact(size))
        .map(|(at, r)| read(at, r))
        .collect())
}

/// Relative relocations in their packed form (`-z pack-relative-relocs`): address and value.
fn packed(data: &[u8]) -> Vec<(u64, u64)> {
    let Ok(file) = ElfFile64::<object::Endianness>::parse(data) else {
        return Vec::new();
    };
    let endian = file.endian();
    let sections = file.elf_section_table();
    let addresses = sections
        .iter()
        .filter_map(|s| s.relr(endian, data).ok().flatten())
        .flatten();
    let readable: Vec<_> = file.sections().filter(|s| s.address() != 0).collect();
    let value = |address: u64| {
        let bytes = readable
            .iter()
            .find_map(|s| s.data_range(address, 8).ok().flatten())?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    addresses.filter_map(|a| Some((a, value(a)?))).collect()
}

/// Binds symbols as the dynamic linker does: to the first image that defines them, in the order of loading.
/// `number` tells the place of an image among those that count, `None` of others.
pub fn bind(loaded: &mut [&mut Image], number: &[Option<usize>]) {
    let mut definitions: HashMap<String, (usize, u64)> = HashMap::new();
    let wanted: std::collections::HashSet<String> = loaded
        .iter()
        .flat_map(|i| &i.calls)
        .filter_map(|c| match &c.callee {
            Callee::Symbol(name) => Some(name.clone()),
            _ => None,
        })
        .collect();
    for (at, image) in loaded.iter().enumerate() {
        for name in &wanted {
            if let Some(address) = image.exports.get(name) {
                definitions.entry(name.clone()).or_insert((at, *address));
            }
        }
    }
    for (at, image) in loaded.iter_mut().enumerate() {
        for call in &mut image.calls {
            call.callee = match &call.callee {
                Callee::Symbol(name) => definitions
                    .get(name)
                    .and_then(|(at, address)| {
                        let (image, address) = (number[*at]?, *address);
                        Some(Callee::In { image, address })
                    })
                    .unwrap_or(Callee::Nobody),
                Callee::Here(address) => match number[at] {
                    Some(image) => Callee::In {
                        image,
                        address: *address,
                    },
                    None => Callee::Nobody,
                },
                other => other.clone(),
            };
        }
    }
}

/// The rows of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    pub image: usize,
    /// Which of the image's takers.
    pub taker: usize,
    /// In the map.
    pub start: u64,
    /// Counters in a row.
    pub counters: u64,
    /// The calls that the rows are for: image, and which of its calls.
    pub calls: Vec<(usize, usize)>,
    /// Calls that found no row left.
    pub folded: u64,
}

impl Rows {
    pub fn len(&self) -> u64 {
        self.counters * self.calls.len() as u64
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Lays out the rows of images in the order of the map, from an offset of it on.
pub fn lay_out(images: &[Image], from: u64) -> Vec<Rows> {
    let mut all = Vec::new();
    let mut by_function: BTreeMap<(usize, u64), usize> = BTreeMap::new();
    for (image, i) in images.iter().enumerate() {
        for (taker, t) in i.takers.iter().enumerate() {
            by_function.entry((image, t.function)).or_insert(all.len());
            all.push(Rows {
                image,
                taker,
                start: 0,
                counters: u64::from(t.counters),
                calls: Vec::new(),
                folded: 0,
            });
        }
    }
    for (image, i) in images.iter().enumerate() {
        for (call, c) in i.calls.iter().enumerate() {
            let Callee::In { image: to, address } = c.callee else {
                continue;
            };
            if let Some(rows) = by_function.get(&(to, address)).map(|at| &mut all[*at]) {
                let taker = &images[rows.image].takers[rows.taker];
                if taker.counters > 0 && rows.calls.len() < taker.most as usize {
                    rows.calls.push((image, call));
                } else {
                    rows.folded += 1;
                }
            }
        }
    }
    let mut free = from;
    for rows in &mut all {
        rows.start = free;
        free += rows.len();
    }
    all
}
