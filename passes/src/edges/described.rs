//! What edges are, and what of a function its counters stand for: `.debug_fz_edges`.

use fz_records::{FunctionEdges, Site, SiteKind};

use super::{made::Made, plan::Planned};
use crate::{
    ir::{Block, Function, Location, Op, Term},
    marks::{guard, returned},
    records,
};

/// Locations in the source of compiled locations.
pub type Moved<'a> = &'a dyn Fn(Location) -> Option<Location>;

/// The kind of the edge from a terminator to a block.
fn kind(terminator: Term, target: Block) -> SiteKind {
    if target.is_landing_place() {
        return SiteKind::Unwind;
    }
    match terminator.op() {
        _ if returned::is_marked(terminator) => SiteKind::Passed,
        Op::Switch => SiteKind::Switch,
        Op::Invoke => SiteKind::Return,
        Op::IndirectBr | Op::CallBr => SiteKind::Indirect,
        _ => SiteKind::Branch,
    }
}

fn site(kind: SiteKind, [source, target]: [Option<Location>; 2], moved: Moved) -> Site {
    let place = |location: Option<Location>| location.and_then(moved).unwrap_or_default();
    Site {
        kind,
        source: place(source),
        target: place(target),
        case: None,
        counter: None,
        discriminator: None,
    }
}

/// The entry of a function.
pub fn entry(function: Function, moved: Moved) -> Site {
    let places = [function.location(), first_location(function.entry())];
    site(SiteKind::Entry, places, moved)
}

/// A block that several edges lead to, which share a counter.
pub fn join(block: Block, moved: Moved) -> Site {
    site(SiteKind::Passed, [None, first_location(block)], moved)
}

/// The edge from a terminator to its successor of this position.
pub fn edge(terminator: Term, way: usize, target: Block, moved: Moved) -> Site {
    let source = terminator.location();
    if let Some(guard) = guard::read(terminator) {
        let kind = match way == guard.failed {
            true => SiteKind::Guard,
            false => SiteKind::GuardHeld,
        };
        // The operation's own location: the code after it may have lost its location, or never had one.
        return Site {
            case: guard.name(),
            ..site(kind, [source, guard.location()], moved)
        };
    }
    let places = [source, first_location(target)];
    Site {
        case: match (terminator.op(), way) {
            (Op::Switch, 0) => Some("default".to_owned()),
            (Op::Switch, _) => terminator.case_text(way),
            _ => None,
        },
        ..site(kind(terminator, target), places, moved)
    }
}

fn first_location(block: Block) -> Option<Location> {
    block.instructions().find_map(|i| i.location())
}

/// The record of a function.
pub fn record(planned: &Planned, made: &Made) -> FunctionEdges {
    let sites = planned.sites.iter().enumerate();
    let address = |array: Option<_>| array.map(records::address).unwrap_or_default();
    FunctionEdges {
        name: planned.shape.function.name(),
        start: records::address(made.counters),
        row: planned.plan.kept.len() as u32,
        rows: made.rows as u32,
        default_row: made.has_default_row,
        sites: sites
            .map(|(at, site)| Site {
                counter: planned.plan.counter(at),
                ..site.clone()
            })
            .collect(),
        contexts: made.callers.clone(),
        record: address(made.callee_record),
        first_call: address(made.calls),
        calls: made.callees.clone(),
    }
}
