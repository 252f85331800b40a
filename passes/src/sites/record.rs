//! The records of sites.

use fz_abi::guards::kind::GuardKind;
use fz_records::{CompareSite, FunctionSites};

use crate::marks::site::{NewSite, Predicate, SiteKind, flags};
use crate::{
    ir::{Function, Module},
    records::{self, asm_section::Group},
};

/// The beginning of the names of a record's own COMDAT groups.
const PREFIX: &str = "__fz_sites.";

/// Writes the record of a function's sites.
pub fn write(module: Module, function: Function, found: &[NewSite]) {
    let name = function.name();
    let group = group(function, &name);
    let sites = found.iter().map(site).collect();
    records::write(module, &FunctionSites { name, sites }, Some(&group));
}

fn site(site: &NewSite) -> CompareSite {
    let has = |flag| site.flags & flag != 0;
    let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let is_call = matches!(site.kind, SiteKind::Call | SiteKind::Pointers);
    let predicate = match is_call || has(flags::OPERATION) {
        true => None,
        false => Predicate::of(site.relation).filter(|p| *p != Predicate::None),
    };
    CompareSite {
        number: site.number,
        kind: site.kind,
        guard: GuardKind::of((site.flags >> flags::GUARD_SHIFT) as u16),
        exploit: has(flags::EXPLOIT),
        bits: Some(site.bits).filter(|bits| *bits > 0),
        predicate,
        signed: has(flags::SIGNED),
        r#loop: has(flags::LOOP),
        constant: some(&site.constant),
        callee: some(&site.callee),
        place: site.source.location().unwrap_or_default(),
    }
}

/// A function without a COMDAT has a group of its name, or `edges` will make one. The group of a COMDAT function may
/// lose to another unit's, or become empty once the function is inlined: its record is alone in a group of its own,
/// which linkers keep.
fn group(function: Function, name: &str) -> Group {
    match function.comdat_name() {
        None => Group {
            name: name.to_owned(),
            deduplicated: false,
            retained: false,
        },
        Some(_) => Group {
            name: format!("{PREFIX}{name}"),
            deduplicated: !function.is_local(),
            retained: true,
        },
    }
}
