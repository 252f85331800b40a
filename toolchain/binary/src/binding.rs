//! What the dynamic linker makes of an image, without loading it: the values of words that are relocated, and the
//! symbols that they wait for.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use anyhow::{Context, Result};
use object::{
    Endianness, SymbolIndex, elf,
    read::elf::{ElfFile64, Rel, Rela, SectionHeader, Sym},
};

use super::Image;

/// The value of a word that holds an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// None, or none that can be known before the program runs.
    Nowhere,
    /// In the same image.
    Here(u64),
    /// What the dynamic linker finds.
    Symbol(String),
    /// What it has found.
    In { image: usize, address: u64 },
}

/// Words in some ranges of an image's addresses, before symbols are bound.
#[derive(Default)]
pub struct Words {
    relocated: HashMap<u64, Pointer>,
}

type Elf<'a> = ElfFile64<'a, Endianness>;

impl Words {
    pub fn of(file: &Elf, ranges: &[Range<u64>]) -> Result<Words> {
        let (endian, data) = (file.endian(), file.data());
        let is_wanted = |address: u64| ranges.iter().any(|r| r.contains(&address));
        let mut relocated = HashMap::new();
        // Of names: each relocation may have a symbol with a long one.
        let mut left = fz_base::file::TEXT;
        for section in file.elf_section_table().iter() {
            // Others are what `--emit-relocs` leaves.
            if !section.sh_flags(endian).contains(elf::SHF_ALLOC) {
                continue;
            }
            let with_addend = section.rela(endian, data)?.map_or(&[][..], |r| r.0);
            for r in with_addend.iter().filter(|r| is_wanted(r.r_offset(endian))) {
                let symbol = r.r_sym(endian, false);
                let value = value(file, r.r_type(endian, false), symbol, r.r_addend(endian))?;
                value.take_from(&mut left)?;
                relocated.insert(r.r_offset(endian), value);
            }
            // Where the file has the addend it has the value of relative relocations, also of those in their packed
            // form (`-z pack-relative-relocs`).
            let without = section.rel(endian, data)?.map_or(&[][..], |r| r.0);
            for r in without.iter().filter(|r| is_wanted(r.r_offset(endian))) {
                if r.r_sym(endian) != 0 {
                    let value = value(file, r.r_type(endian), r.r_sym(endian), 0)?;
                    value.take_from(&mut left)?;
                    relocated.insert(r.r_offset(endian), value);
                }
            }
        }
        Ok(Words { relocated })
    }

    /// The address at `address`, where the file has `value`.
    pub fn pointer(&self, address: u64, value: u64) -> Pointer {
        match (self.relocated.get(&address), value) {
            (Some(pointer), _) => pointer.clone(),
            (None, 0) => Pointer::Nowhere,
            (None, value) => Pointer::Here(value),
        }
    }
}

impl Pointer {
    fn take_from(&self, left: &mut u64) -> Result<()> {
        if let Pointer::Symbol(name) = self {
            let rest = left.checked_sub(name.len() as u64);
            *left = rest.context("relocations name long symbols again and again")?;
        }
        Ok(())
    }
}

/// What a relocation writes.
fn value(file: &Elf, kind: elf::RelocationType, symbol: u32, addend: i64) -> Result<Pointer> {
    if symbol == 0 {
        return Ok(match kind {
            elf::R_X86_64_RELATIVE | elf::R_AARCH64_RELATIVE => Pointer::Here(addend as u64),
            // What a resolver chooses.
            _ => Pointer::Nowhere,
        });
    }
    let endian = file.endian();
    let symbols = file.elf_dynamic_symbol_table();
    let found = symbols
        .symbol(SymbolIndex(symbol as usize))
        .with_context(|| format!("a relocation names symbol {symbol}"))?;
    // The linker binds these; so the dynamic linker does not search.
    let is_own = found.st_bind() == elf::STB_LOCAL || found.st_visibility() != elf::STV_DEFAULT;
    let is_defined = found.st_shndx(endian) != elf::SHN_UNDEF;
    if is_own && is_defined {
        let address = found.st_value(endian).wrapping_add_signed(addend);
        return Ok(Pointer::Here(address));
    }
    let name = symbols.symbol_name(endian, found)?;
    Ok(Pointer::Symbol(String::from_utf8_lossy(name).into_owned()))
}

/// The symbols that an image offers to others, with their addresses; 0 where only a running program knows it.
pub fn exports(file: &Elf) -> Result<HashMap<String, u64>> {
    let (endian, data) = (file.endian(), file.data());
    let symbols = file.elf_dynamic_symbol_table();
    let versions = file.elf_section_table().versions(endian, data)?;
    let mut exports = HashMap::new();
    for (index, symbol) in symbols.enumerate() {
        // One without a definition counts too if it has an address: where an executable that is not position-independent
        // takes a function's address, that of its own stub is the function's for all.
        let is_offered = symbol.st_value(endian) != 0
            && symbol.st_bind() != elf::STB_LOCAL
            && matches!(
                symbol.st_visibility(),
                elf::STV_DEFAULT | elf::STV_PROTECTED
            );
        if !is_offered {
            continue;
        }
        let name = String::from_utf8_lossy(symbols.symbol_name(endian, symbol)?).into_owned();
        let address = match symbol.st_type() {
            elf::STT_GNU_IFUNC => 0,
            _ => symbol.st_value(endian),
        };
        let is_old = versions
            .as_ref()
            .is_some_and(|v| v.version_index(endian, index).is_hidden());
        match is_old {
            true => exports.entry(name).or_insert(address),
            false => exports.entry(name).insert_entry(address).into_mut(),
        };
    }
    Ok(exports)
}

/// Binds symbols as the dynamic linker does: to the first image that offers them, in the order of loading. `number`
/// tells the place of an image among those that count, `None` of others.
pub fn bind(loaded: &mut [&mut Image], number: &[Option<usize>]) {
    let wanted: HashSet<String> = loaded
        .iter()
        .flat_map(|image| &image.calls)
        .filter_map(|call| match &call.callee {
            Pointer::Symbol(name) => Some(name.clone()),
            _ => None,
        })
        .collect();
    let definition = |name: String| {
        let mut offers = loaded.iter().zip(number);
        let (address, place) = offers.find_map(|(i, n)| Some((*i.exports.get(&name)?, *n)))?;
        let (image, address) = (place?, address);
        Some((name, Pointer::In { image, address }))
    };
    let definitions: HashMap<String, Pointer> = wanted.into_iter().filter_map(definition).collect();
    for (image, number) in loaded.iter_mut().zip(number) {
        for call in &mut image.calls {
            call.callee = match (&call.callee, number) {
                (Pointer::Symbol(name), _) => definitions.get(name).cloned(),
                (Pointer::Here(address), Some(image)) => Some(Pointer::In {
                    image: *image,
                    address: *address,
                }),
                _ => None,
            }
            .unwrap_or(Pointer::Nowhere);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Program, contexts::CallRecord};

    fn image(exports: &[(&str, u64)], calls: &[Pointer]) -> Image {
        let mut image = Image::new("x".into(), Kind::Library);
        image.exports = exports.iter().map(|(n, a)| ((*n).to_owned(), *a)).collect();
        let call = |callee: &Pointer| CallRecord {
            address: 0,
            callee: callee.clone(),
        };
        image.calls = calls.iter().map(call).collect();
        image
    }

    fn symbol(name: &str) -> Pointer {
        Pointer::Symbol(name.to_owned())
    }

    #[test]
    fn the_first_image_that_offers_a_symbol_wins() {
        let calls = [
            symbol("both"),
            symbol("plain"),
            symbol("none"),
            Pointer::Here(7),
        ];
        let mut program = image(&[], &calls[..3]);
        let mut plain = image(&[("plain", 1), ("both", 2)], &[]);
        let mut first = image(&[("plain", 3), ("both", 4)], &calls);
        let mut all = [&mut program, &mut plain, &mut first];
        // The second has no counters; so its functions have no rows.
        bind(&mut all, &[Some(0), None, Some(1)]);
        let callees =
            |i: &Image| -> Vec<Pointer> { i.calls.iter().map(|c| c.callee.clone()).collect() };
        assert_eq!(callees(&program), vec![Pointer::Nowhere; 3]);
        let own = Pointer::In {
            image: 1,
            address: 7,
        };
        assert_eq!(callees(&first)[2..], [Pointer::Nowhere, own]);

        let mut program = image(&[("both", 5)], &calls[..1]);
        bind(&mut [&mut program, &mut first], &[Some(0), Some(1)]);
        let callee = Pointer::In {
            image: 0,
            address: 5,
        };
        assert_eq!(callees(&program), [callee]);
    }

    #[test]
    fn a_word_is_what_was_relocated_else_what_the_file_has() {
        let words = Words {
            relocated: HashMap::from([(8, symbol("f")), (16, Pointer::Here(3))]),
        };
        assert_eq!(words.pointer(8, 9), symbol("f"));
        assert_eq!(words.pointer(16, 0), Pointer::Here(3));
        assert_eq!(words.pointer(24, 5), Pointer::Here(5));
        assert_eq!(words.pointer(24, 0), Pointer::Nowhere);
    }

    /// Three calls: of `global`, of a function 16 bytes behind it, and of one that nobody defines.
    const CALLS: &str = ".globl global\n.weak absent\n\
                         .type global, %function\nglobal: .zero 16\nlocal: .zero 16\n\
                         .section __fz_calls, \"aw\", %progbits\n\
                         .quad 0, global, 0, local, 0, absent\n";

    /// The image that a linker makes of [`CALLS`].
    #[expect(clippy::disallowed_methods, reason = "makes a test's input")]
    fn linked(target: &str, flags: &str) -> Image {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        std::fs::write(dir.join("calls.s"), CALLS).unwrap();
        let status = std::process::Command::new(fz_llvm::CLANG)
            .current_dir(dir)
            .arg(format!("--target={target}-linux-gnu"))
            .args("-nostdlib -fuse-ld=lld -Wl,--entry=global calls.s -o calls".split(' '))
            .args(flags.split(' '))
            .status();
        assert!(status.unwrap().success(), "{target} {flags}");
        let program = Program::read(&dir.join("calls")).unwrap();
        program.into_images().unwrap().remove(0)
    }

    #[test]
    fn words_are_relocated_as_the_dynamic_linker_does() {
        for target in ["x86_64", "aarch64"] {
            for flags in ["-no-pie", "-pie", "-pie -Wl,-z,pack-relative-relocs"] {
                let image = linked(target, flags);
                let callees: Vec<_> = image.calls.into_iter().map(|c| c.callee).collect();
                let [Pointer::Here(global), Pointer::Here(local), _] = callees[..] else {
                    panic!("{target} {flags}: {callees:?}");
                };
                assert_eq!(local, global + 16, "{target} {flags}");
                assert_eq!(callees[2], Pointer::Nowhere, "{target} {flags}");
            }
            for (flags, is_own) in [
                ("-shared", false),
                ("-shared -Wl,-z,pack-relative-relocs", false),
                ("-shared -Wl,-Bsymbolic", true),
            ] {
                let image = linked(target, flags);
                let callees: Vec<_> = image.calls.into_iter().map(|c| c.callee).collect();
                let address = image.exports["global"];
                let global = match is_own {
                    true => Pointer::Here(address),
                    false => symbol("global"),
                };
                let expected = [global, Pointer::Here(address + 16), symbol("absent")];
                assert_eq!(callees, expected, "{target} {flags}");
            }
        }
    }
}
