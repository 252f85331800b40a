//! What each counter stands for, written into `.debug_fz_edges` (layout: [`fz_abi::edges_record`]).

use std::collections::HashMap;

use fz_abi::{edges_record as layout, sections};
use llvm_sys::LLVMOpcode;

use crate::ir::{
    Block, Function, Location, Module, Value,
    asm_section::{AsmSection, Group},
};

/// What kind of edge a counter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Entry = layout::KIND_ENTRY as isize,
    Branch = layout::KIND_BRANCH as isize,
    Switch = layout::KIND_SWITCH as isize,
    /// A call that may throw returned.
    Return = layout::KIND_RETURN as isize,
    /// A landing pad, by whatever call.
    Unwind = layout::KIND_UNWIND as isize,
    /// The target of an `indirectbr` or of an `asm goto`.
    Indirect = layout::KIND_INDIRECT as isize,
}

impl Kind {
    pub fn of(terminator: Value, target: Block) -> Kind {
        if target.is_landing_place() {
            return Kind::Unwind;
        }
        match terminator.opcode() {
            LLVMOpcode::LLVMSwitch => Kind::Switch,
            LLVMOpcode::LLVMInvoke => Kind::Return,
            LLVMOpcode::LLVMIndirectBr | LLVMOpcode::LLVMCallBr => Kind::Indirect,
            _ => Kind::Branch,
        }
    }
}

/// A counter's description.
pub struct Site {
    kind: Kind,
    source: Option<Location>,
    target: Option<Location>,
}

impl Site {
    pub fn entry(function: Function) -> Site {
        Site {
            kind: Kind::Entry,
            source: function.location(),
            target: first_location(function.entry()),
        }
    }

    pub fn edge(kind: Kind, terminator: Value, target: Block) -> Site {
        Site {
            kind,
            source: terminator.location(),
            target: first_location(target),
        }
    }
}

fn first_location(block: Block) -> Option<Location> {
    block.instructions().find_map(|i| i.location())
}

/// Writes the record of one function.
pub fn write(module: Module, function: Function, counters: Value, group: &Group, sites: &[Site]) {
    let mut files: Vec<&str> = vec![""];
    let mut index: HashMap<&str, u16> = HashMap::from([("", 0)]);
    let places = || sites.iter().flat_map(|s| [&s.source, &s.target]).flatten();
    for place in places() {
        let next = files.len();
        // A function inlined from more files than u16 holds loses the names of the last ones.
        if let Ok(id) = u16::try_from(next)
            && !index.contains_key(place.file.as_str())
        {
            index.insert(&place.file, id);
            files.push(&place.file);
        }
    }
    let mut names = Vec::new();
    for name in std::iter::once(function.name().as_str()).chain(files.iter().copied()) {
        names.extend_from_slice(name.as_bytes());
        names.push(0);
    }
    names.resize(names.len().next_multiple_of(layout::ALIGN), 0);

    let length = layout::HEADER + names.len() + sites.len() * layout::ENTRY;
    let mut out = AsmSection::new(sections::EDGES, Some(group));
    out.u32(layout::MAGIC);
    out.u32(length as u32);
    out.address(&counters.symbol(), module.pointer_bytes());
    out.u32(sites.len() as u32);
    out.u32(files.len() as u32);
    out.bytes(&names);
    for site in sites {
        out.u16(site.kind as u16);
        for place in [&site.source, &site.target] {
            let file = place
                .as_ref()
                .and_then(|p| index.get(p.file.as_str()))
                .copied();
            out.u16(file.unwrap_or(0));
        }
        out.u16(0);
        for place in [&site.source, &site.target] {
            let (line, column) = place.as_ref().map_or((0, 0), |p| (p.line, p.column));
            out.u32(line);
            out.u32(column);
        }
    }
    debug_assert_eq!(out.len(), length);
    out.finish(module);
}
