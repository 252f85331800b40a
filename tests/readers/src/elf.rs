//! Programs with other contents in their sections: only what is read of them is mutated.

use anyhow::{Result, ensure};
use fz_abi::sections;
use fz_records::Records;
use object::{Object, ObjectSection, read::elf::ElfFile64};

/// Of a section's header: where it stands in the file, and how long it is.
const FLAGS: usize = 8;
const OFFSET: usize = 24;
const SIZE: usize = 32;
const HEADER: usize = 64;
/// Where the file's header says where the headers of sections are.
const TABLE: usize = 40;

const COMPRESSED: u8 = 8;

/// The sections of fz's that a program has: its number, and its content.
pub fn sections(program: &[u8]) -> Result<Vec<(usize, Vec<u8>)>> {
    let file: ElfFile64 = ElfFile64::parse(program)?;
    let mut found = Vec::new();
    for section in file.sections() {
        let name = section.name()?;
        let loaded = sections::ALL.iter().map(|ours| ours.name);
        let mut ours = loaded.chain(Records::SECTIONS.iter().copied());
        if ours.any(|ours| sections::is(name, ours)) {
            found.push((section.index().0, section.uncompressed_data()?.into_owned()));
        }
    }
    Ok(found)
}

/// The number of the section with this name.
pub fn number(program: &[u8], wanted: &'static str) -> Result<usize> {
    let file: ElfFile64 = ElfFile64::parse(program)?;
    let is_it = |name: &str| sections::is(name, wanted);
    let mut all = file.sections();
    let section = all.find(|s| s.name().is_ok_and(is_it));
    ensure!(section.is_some(), "a sample has no section {wanted}");
    Ok(section.map_or(0, |s| s.index().0))
}

/// The program with a section that has another content. That stands at the end of the file.
pub fn with(program: &mut Vec<u8>, section: usize, content: &[u8]) {
    let word = |at: usize| program[at..at + 8].try_into().map(u64::from_le_bytes);
    let table = word(TABLE).expect("a word has eight bytes") as usize;
    let header = table + section * HEADER;
    let offset = program.len() as u64;
    program[header + FLAGS + 1] &= !COMPRESSED;
    program[header + OFFSET..][..8].copy_from_slice(&offset.to_le_bytes());
    program[header + SIZE..][..8].copy_from_slice(&(content.len() as u64).to_le_bytes());
    program.extend(content);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_get_other_contents() {
        let own = std::env::current_exe().unwrap();
        let mut program = std::fs::read(own).unwrap();
        let text = number(&program, ".text").unwrap();
        with(&mut program, text, b"other");
        let file: ElfFile64 = ElfFile64::parse(&*program).unwrap();
        let section = file.section_by_name(".text").unwrap();
        assert_eq!(section.data().unwrap(), b"other");
    }
}
