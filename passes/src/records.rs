//! Records that are written into the object file for tools to read ([`fz_records`]).

pub mod asm_section;
pub mod constants;
pub mod contents;
pub mod group;
pub mod tokens;

use fz_abi::unit_record;
use fz_records::{Address, Record, Written};

use crate::ir::{Global, Module};
use asm_section::{AsmSection, Group};

/// Writes a record into its section, in a group if there is one.
pub fn write<R: Record>(module: Module, record: &R, group: Option<&Group>) {
    let Written {
        header,
        symbols,
        said,
    } = fz_records::write(record);
    let mut out = AsmSection::new(R::SECTION, group);
    out.bytes(&header);
    for symbol in &symbols {
        out.address(symbol, module.pointer_bytes());
    }
    out.bytes(&said);
    out.finish(module);
}

/// Writes a record that is text, as those of units are ([`fz_abi::unit_record`]).
pub fn write_text(module: Module, section: &str, magic: u32, text: &str) {
    let padded = text.len().next_multiple_of(unit_record::ALIGN);
    let length = (unit_record::HEADER + padded) as u32;
    let mut out = AsmSection::new(section, None);
    out.bytes(&magic.to_le_bytes());
    out.bytes(&length.to_le_bytes());
    out.bytes(text.as_bytes());
    out.bytes(&vec![0; padded - text.len()]);
    out.finish(module);
}

/// The address of an array, for a record.
pub fn address(array: Global) -> Address {
    Address::Of(array.symbol())
}
