//! Records of edges: what each counter stands for, written into `.debug_fz_edges` (layout: [`fz_abi::edges_record`]).

use fz_abi::{edges_record as layout, sections};

use crate::ir::Op;
use crate::{
    analyses::prune::CountSource,
    ir::{Block, Function, Global, Location, Module, Term},
    marks::{guard, returned},
    records::{
        asm_section::{AsmSection, Group},
        strings::Strings,
    },
};

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    Entry = layout::KIND_ENTRY as isize,
    Branch = layout::KIND_BRANCH as isize,
    Switch = layout::KIND_SWITCH as isize,
    /// A call that may throw returned.
    Return = layout::KIND_RETURN as isize,
    /// Into a landing pad, from any call.
    Unwind = layout::KIND_UNWIND as isize,
    /// To a target of an `indirectbr` or of an `asm goto`.
    Indirect = layout::KIND_INDIRECT as isize,
    /// To a guard block.
    Guard = layout::KIND_GUARD as isize,
    /// From a guard's branch to the code after it.
    GuardHeld = layout::KIND_GUARD_HELD as isize,
    /// No decision: a call returned that may not, or several edges met.
    Passed = layout::KIND_PASSED as isize,
}

impl EdgeKind {
    /// The kind of the edge from a terminator to a block.
    pub fn of(terminator: Term, target: Block) -> EdgeKind {
        if target.is_landing_place() {
            return EdgeKind::Unwind;
        }
        match terminator.op() {
            _ if returned::is_marked(terminator) => EdgeKind::Passed,
            Op::Switch => EdgeKind::Switch,
            Op::Invoke => EdgeKind::Return,
            Op::IndirectBr | Op::CallBr => EdgeKind::Indirect,
            _ => EdgeKind::Branch,
        }
    }
}

/// What a record says of an edge.
pub struct EdgeDescription {
    kind: EdgeKind,
    source: Option<Location>,
    target: Option<Location>,
    /// For an edge of a switch the case's value, or `default`; for a guard's edge the guard's name.
    case: String,
}

impl EdgeDescription {
    /// Whether the edge leads to a guard block.
    pub fn is_guard(&self) -> bool {
        self.kind == EdgeKind::Guard
    }

    /// The same edge with its locations mapped back to the original source.
    pub fn moved(mut self, place: &dyn Fn(Location) -> Option<Location>) -> EdgeDescription {
        self.source = self.source.and_then(place);
        self.target = self.target.and_then(place);
        self
    }

    /// The entry of a function.
    pub fn entry(function: Function) -> EdgeDescription {
        EdgeDescription {
            kind: EdgeKind::Entry,
            source: function.location(),
            target: first_location(function.entry()),
            case: String::new(),
        }
    }

    /// A block that several edges lead to, which share a counter.
    pub fn join(block: Block) -> EdgeDescription {
        EdgeDescription {
            kind: EdgeKind::Passed,
            source: None,
            target: first_location(block),
            case: String::new(),
        }
    }

    /// The edge from a terminator to its successor of this position.
    pub fn edge(terminator: Term, way: usize, target: Block) -> EdgeDescription {
        if let Some(guard) = guard::read(terminator) {
            return EdgeDescription {
                kind: match way == guard.failed {
                    true => EdgeKind::Guard,
                    false => EdgeKind::GuardHeld,
                },
                source: terminator.location(),
                // The operation's own location: the code after it may have lost its location, or never had one.
                target: guard.location(),
                case: guard.name().unwrap_or_default(),
            };
        }
        let case = match (terminator.op(), way) {
            (Op::Switch, 0) => "default".to_owned(),
            (Op::Switch, _) => terminator.case_text(way).unwrap_or_default(),
            _ => String::new(),
        };
        EdgeDescription {
            case,
            kind: EdgeKind::of(terminator, target),
            source: terminator.location(),
            target: first_location(target),
        }
    }
}

fn first_location(block: Block) -> Option<Location> {
    block.instructions().find_map(|i| i.location())
}

/// A call site and the function at its other end.
pub struct CallSite {
    /// The symbol of the other function.
    pub other: String,
    pub place: Option<Location>,
}

/// What the record of one function says.
pub struct Record<'a> {
    pub function: Function,
    /// The function's array of counters.
    pub counters: Global,
    /// The number of counters in a row.
    pub row: usize,
    /// The number of rows, one for each context.
    pub rows: usize,
    /// Whether the first row is for callers without a row of their own.
    pub default_row: bool,
    /// Each edge, counted or not.
    pub sites: &'a [EdgeDescription],
    /// How the count of each edge is known.
    pub known: &'a [CountSource],
    /// The caller of each row but the default one.
    pub contexts: &'a [CallSite],
    /// Its entry in `__fz_functions`.
    pub context_callee: Option<Global>,
    /// Its entries in `__fz_calls`, and whom they call.
    pub calls: Option<Global>,
    /// The callees of these entries.
    pub callees: &'a [CallSite],
}

/// Writes the record of one function.
pub fn write(module: Module, record: &Record, group: &Group) {
    let name = record.function.name();
    let mut strings = Strings::new(&name);
    let mut words = Vec::new();
    for (site, known) in record.sites.iter().zip(record.known) {
        let counter = match known {
            CountSource::By(counter) => *counter as u32,
            CountSource::Together => layout::NO_COUNTER,
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
