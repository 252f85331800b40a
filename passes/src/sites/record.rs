//! Writes the records of sites (layout: [`fz_abi::sites_record`]).

use fz_abi::{sections, sites_record as layout};

use crate::marks::site::{NewSite, Predicate, SiteKind, flags};
use crate::{
    ir::{Function, Location, Module},
    records::{
        asm_section::{AsmSection, Group},
        strings::Strings,
    },
};

/// The beginning of the names of a record's own COMDAT groups.
const PREFIX: &str = "__fz_sites.";

/// Writes the record of a function's sites.
pub fn write(module: Module, function: Function, found: &[NewSite]) {
    let name = function.name();
    let locations: Vec<Option<Location>> = found.iter().map(|f| f.source.location()).collect();
    let mut strings = Strings::new(&name);
    let mut words = Vec::new();
    for (site, location) in found.iter().zip(&locations) {
        let predicate = match site.kind {
            SiteKind::Call | SiteKind::Pointers => Predicate::None as u32,
            _ if site.flags & flags::OPERATION != 0 => Predicate::None as u32,
            _ => site.relation,
        };
        let guard = site.flags >> flags::GUARD_SHIFT;
        let mut word = guard << layout::GUARD_SHIFT;
        for (flag, written) in [
            (flags::SIGNED, layout::SIGNED),
            (flags::LOOP, layout::LOOP),
            (flags::EXPLOIT, layout::EXPLOIT),
        ] {
            if site.flags & flag != 0 {
                word |= written;
            }
        }
        words.extend([site.number, site.kind as u32, site.bits, predicate, word]);
        words.extend([strings.number(&site.constant), strings.number(&site.callee)]);
        words.extend(strings.place(location));
    }
    let texts = strings.bytes(layout::ALIGN);
    let length = layout::HEADER + texts.len() + 4 * words.len();
    let mut out = section(function, &name);
    out.words(&[
        layout::MAGIC,
        length as u32,
        found.len() as u32,
        strings.count() as u32,
    ]);
    out.bytes(&texts);
    out.words(&words);
    debug_assert_eq!(out.len(), length);
    out.finish(module);
}

/// A function without a COMDAT has a group of its name, or `edges` will make one. The group of a COMDAT function may
/// lose to another unit's, or become empty once the function is inlined: its record is alone in a group of its own,
/// which linkers keep.
fn section(function: Function, name: &str) -> AsmSection {
    match function.comdat_name() {
        None => {
            let group = Group {
                name: name.to_owned(),
                deduplicated: false,
            };
            AsmSection::new(sections::SITES, Some(&group))
        }
        Some(_) => {
            let group = Group {
                name: format!("{PREFIX}{name}"),
                deduplicated: !function.is_local(),
            };
            AsmSection::retained(sections::SITES, &group)
        }
    }
}
