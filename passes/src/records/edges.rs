//! What each counter stands for, written into `.debug_fz_edges` (layout: [`fz_abi::edges_record`]).

use fz_abi::{edges_record as layout, sections};

use crate::ir::Op;
use crate::{
    analyses::prune::Known,
    ir::{Block, Function, Global, Location, Module, Term},
    marks::{guard, returned},
    records::{
        asm_section::{AsmSection, Group},
        strings::Strings,
    },
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
    /// To a guard block.
    Guard = layout::KIND_GUARD as isize,
    /// The other way of such a branch.
    GuardHeld = layout::KIND_GUARD_HELD as isize,
    /// Nothing was decided: a call that need not return did, or many ways met.
    Passed = layout::KIND_PASSED as isize,
}

impl Kind {
    pub fn of(terminator: Term, target: Block) -> Kind {
        if target.is_landing_place() {
            return Kind::Unwind;
        }
        match terminator.op() {
            _ if returned::is_marked(terminator) => Kind::Passed,
            Op::Switch => Kind::Switch,
            Op::Invoke => Kind::Return,
            Op::IndirectBr | Op::CallBr => Kind::Indirect,
            _ => Kind::Branch,
        }
    }
}

/// An edge's description.
pub struct Site {
    kind: Kind,
    source: Option<Location>,
    target: Option<Location>,
    /// Of a switch's edge: the case's value, or `default`. Of a guard's: the guard's name.
    case: String,
}

impl Site {
    /// Whether only a guard that was hit leads here.
    pub fn is_guard(&self) -> bool {
        self.kind == Kind::Guard
    }

    /// With its places where they were before somebody moved them.
    pub fn moved(mut self, place: &dyn Fn(Location) -> Option<Location>) -> Site {
        self.source = self.source.and_then(place);
        self.target = self.target.and_then(place);
        self
    }

    pub fn entry(function: Function) -> Site {
        Site {
            kind: Kind::Entry,
            source: function.location(),
            target: first_location(function.entry()),
            case: String::new(),
        }
    }

    /// A block where ways meet.
    pub fn join(block: Block) -> Site {
        Site {
            kind: Kind::Passed,
            source: None,
            target: first_location(block),
            case: String::new(),
        }
    }

    /// The way from a block to the terminator's successor of that position.
    pub fn edge(terminator: Term, way: usize, target: Block) -> Site {
        if let Some(guard) = guard::read(terminator) {
            return Site {
                kind: match way == guard.failed {
                    true => Kind::Guard,
                    false => Kind::GuardHeld,
                },
                source: terminator.location(),
                // The operation's own: what stands behind it has lost its place, or never had one.
                target: guard.location(),
                case: guard.name().unwrap_or_default(),
            };
        }
        let case = match (terminator.op(), way) {
            (Op::Switch, 0) => "default".to_owned(),
            (Op::Switch, _) => terminator.case_text(way).unwrap_or_default(),
            _ => String::new(),
        };
        Site {
            case,
            kind: Kind::of(terminator, target),
            source: terminator.location(),
            target: first_location(target),
        }
    }
}

fn first_location(block: Block) -> Option<Location> {
    block.instructions().find_map(|i| i.location())
}

/// A call site, by the function at its other end.
pub struct CallSite {
    pub other: String,
    pub place: Option<Location>,
}

/// What is to be known of one function.
pub struct Record<'a> {
    pub function: Function,
    pub counters: Global,
    /// Counters in a row.
    pub row: usize,
    pub rows: usize,
    pub default_row: bool,
    /// Each edge, counted or not, and by what it is known.
    pub sites: &'a [Site],
    pub known: &'a [Known],
    /// Callers, one for each row that is not the default one.
    pub contexts: &'a [CallSite],
    /// Its entry in `__fz_functions`.
    pub context_callee: Option<Global>,
    /// Its entries in `__fz_calls`, and whom they call.
    pub calls: Option<Global>,
    pub callees: &'a [CallSite],
}

/// Writes the record of one function.
pub fn write(module: Module, record: &Record, group: &Group) {
    let name = record.function.name();
    let mut strings = Strings::new(&name);
    let mut words = Vec::new();
    for (site, known) in record.sites.iter().zip(record.known) {
        let counter = match known {
            Known::By(counter) => *counter as u32,
            Known::Together => layout::NO_COUNTER,
        };
        words.extend([site.kind as u32, counter]);
        words.extend(strings.place(&site.source));
        words.extend(strings.place(&site.target));
        words.push(strings.number(&site.case));
    }
    for call in record.contexts.iter().chain(record.callees) {
        words.push(strings.number(&call.other));
        words.extend(strings.place(&call.place));
    }
    let texts = strings.bytes(layout::ALIGN);
    let length = layout::HEADER + texts.len() + 4 * words.len();
    let mut out = AsmSection::new(sections::EDGES, Some(group));
    out.words(&[layout::MAGIC, length as u32]);
    for address in [Some(record.counters), record.context_callee, record.calls] {
        match address {
            Some(global) => out.address(&global.symbol(), module.pointer_bytes()),
            None => out.words(&[0, 0]),
        }
    }
    let flags = if record.default_row {
        layout::DEFAULT_ROW
    } else {
        0
    };
    out.words(&[
        record.row as u32,
        record.rows as u32,
        flags,
        record.sites.len() as u32,
        record.contexts.len() as u32,
        record.callees.len() as u32,
        strings.count() as u32,
    ]);
    out.bytes(&texts);
    out.words(&words);
    debug_assert_eq!(out.len(), length);
    out.finish(module);
}
