//! What the counters of a function say about its source: the outcomes of conditions, and lines. Written into
//! `.debug_fz_coverage`.
//!
//! An outcome is a way out of the branch or switch that decides a condition ([`condition::asked`]); the edges of that
//! way have counters. A line ran if one of the basic blocks with code of the line ran. A block's hit count is the sum
//! of the counters from which control reaches it without passing another counter.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::places::Shape;
use crate::ir::Op;
use crate::{
    analyses::{
        flow::{CounterSite, Edge},
        unit_tables::{Case, Condition, ConditionKind},
    },
    ir::{Block, Call, Function, Inst, Location, Module, Term},
    marks::condition,
};

mod record;
mod unit;

pub use record::of as record;
pub use unit::Unit;

/// What the counters of one function say. Collected before edges are split.
pub struct Findings {
    /// Whether the function's address is taken. Determined before tables name the function.
    taken: bool,
    conditions: Vec<Asked>,
    lines: Vec<Line>,
    calls: Vec<DirectCall>,
}

struct Asked {
    number: u32,
    /// The sites of each outcome.
    outcomes: Vec<Vec<usize>>,
}

struct Line {
    compiled: Location,
    /// The sites of each place of the line.
    places: Vec<Vec<usize>>,
}

/// A direct call.
struct DirectCall {
    callee: Function,
    /// Whether its address is taken.
    taken: bool,
    place: Option<Location>,
    sites: Vec<usize>,
}

impl Findings {
    /// What the counters of a function say.
    pub fn of(shape: &Shape, unit: &Unit, taken: &Taken) -> Findings {
        let sources = shape.sources();
        let conditions = asked(shape, unit);
        let mut lines = lines(shape, &sources, unit);
        add_arms(&mut lines, &conditions, unit);
        Findings {
            taken: taken.has(shape.function),
            conditions,
            lines,
            calls: calls(shape, &sources, taken),
        }
    }

    /// By site: which outcome of which condition it is, by their numbers in the record.
    pub fn outcomes(&self) -> HashMap<usize, (u32, u32)> {
        let mut all = HashMap::new();
        for (asked, condition) in self.conditions.iter().zip(0..) {
            for (sites, outcome) in asked.outcomes.iter().zip(0..) {
                all.extend(sites.iter().map(|site| (*site, (condition, outcome))));
            }
        }
        all
    }

    /// The conditions by their numbers in the unit's table, in the order of the record.
    pub fn conditions(&self) -> impl Iterator<Item = u32> + '_ {
        self.conditions.iter().map(|asked| asked.number)
    }

    /// The sites of an outcome of a condition, by its number in the record.
    pub fn sites(&self, condition: u32, outcome: usize) -> &[usize] {
        &self.conditions[condition as usize].outcomes[outcome]
    }

    /// Adds the functions that may be called through pointers.
    pub fn take(&mut self, taken: &Taken) {
        self.calls
            .extend(taken.functions.iter().map(|callee| DirectCall {
                callee: *callee,
                taken: true,
                place: None,
                sites: Vec::new(),
            }));
    }
}

/// The functions whose addresses are taken. Checking a function walks over its uses, and there may be thousands of
/// calls, so each function is checked once.
#[derive(Default)]
pub struct Taken {
    functions: Vec<Function>,
    known: HashSet<Function>,
}

impl Taken {
    /// The functions of a module whose addresses are taken.
    pub fn of(module: Module) -> Taken {
        let functions: Vec<_> = module
            .functions()
            .filter(|f| !f.is_intrinsic() && f.has_address_taken())
            .collect();
        Taken {
            known: functions.iter().copied().collect(),
            functions,
        }
    }

    fn has(&self, function: Function) -> bool {
        self.known.contains(&function)
    }
}

fn calls(shape: &Shape, sources: &[BTreeSet<usize>], taken: &Taken) -> Vec<DirectCall> {
    let mut calls = Vec::new();
    for (block, sources) in shape.blocks.iter().zip(sources) {
        for call in block.calls() {
            let callee = call.called();
            let place = call.location();
            let is_told = |f: &Function| !f.is_intrinsic() && place.is_some();
            if let Some(callee) = callee.filter(is_told) {
                calls.push(DirectCall {
                    callee,
                    taken: taken.has(callee),
                    place,
                    sites: sources.iter().copied().collect(),
                });
            }
        }
    }
    calls
}

/// The conditions that branches decide, each once: code may exist several times for one condition of the source.
fn asked(shape: &Shape, unit: &Unit) -> Vec<Asked> {
    let mut all: BTreeMap<u32, Vec<Vec<usize>>> = BTreeMap::new();
    for (site, place) in shape.flow.sites.iter().enumerate() {
        let CounterSite::Edge { block, edge } = *place else {
            continue;
        };
        let terminator = shape.blocks[block].terminator().expect("a finished block");
        let known = condition::asked(terminator)
            .and_then(|number| Some((number, unit.conditions.by_number.get(&number)?)));
        let Some((number, condition)) = known else {
            continue;
        };
        let way = shape.cfg.blocks[block].edges[edge].way;
        let outcome = match condition.kind {
            ConditionKind::Branch | ConditionKind::Value => Some(way),
            ConditionKind::Switch => case_of(condition, terminator, way),
        };
        let count = match condition.kind {
            ConditionKind::Branch | ConditionKind::Value => 2,
            ConditionKind::Switch => condition.cases.len(),
        };
        let outcomes = all.entry(number).or_insert_with(|| vec![Vec::new(); count]);
        if let Some(sites) = outcome.and_then(|outcome| outcomes.get_mut(outcome)) {
            sites.push(site);
        }
    }
    let asked = all
        .into_iter()
        .map(|(number, outcomes)| Asked { number, outcomes });
    asked.collect()
}

/// Which of a condition's cases a way out of a switch belongs to.
fn case_of(condition: &Condition, switch: Term, way: usize) -> Option<usize> {
    if way == 0 {
        return condition.cases.iter().position(|c| c.range.is_none());
    }
    let bits = switch.operand(0).ty().int_bits()?;
    // Clang prints numbers according to their types; LLVM treats all as signed.
    let modulus = 1i128 << bits.min(64);
    let value: i128 = switch.case_text(way)?.parse().ok()?;
    let has = |case: &Case| {
        case.range.is_some_and(|(low, high)| {
            (value - low).rem_euclid(modulus) <= (high - low).rem_euclid(modulus)
        })
    };
    condition.cases.iter().position(has)
}

/// The user's lines that a function has code of.
fn lines(shape: &Shape, sources: &[BTreeSet<usize>], unit: &Unit) -> Vec<Line> {
    let mut found: BTreeMap<u32, BTreeMap<String, BTreeSet<usize>>> = BTreeMap::new();
    let caught = caught(shape);
    for (number, block) in shape.blocks.iter().enumerate() {
        for place in code(*block, &caught[number]).filter(|p| !unit.is_before_catch(p)) {
            let is_users = match unit.origin.is_empty() {
                false => unit.origin.has(&place),
                true => unit.conditions.is_users(&place.file),
            };
            if is_users {
                let files = found.entry(place.line).or_default();
                files.entry(place.file).or_default().insert(number);
            }
        }
    }
    let mut lines = Vec::new();
    for (line, files) in found {
        for (file, blocks) in files {
            let places: BTreeSet<_> = blocks.iter().map(|b| sources[*b].clone()).collect();
            let places: Vec<Vec<usize>> = places
                .into_iter()
                .map(|sites| sites.into_iter().collect())
                .collect();
            lines.push(Line {
                compiled: Location {
                    file,
                    line,
                    column: 0,
                },
                places,
            });
        }
    }
    lines
}

/// Lines in the arms of a `?:` that have no code: they ran if the condition had their outcome.
fn add_arms(lines: &mut Vec<Line>, asked: &[Asked], unit: &Unit) {
    let outcomes: HashMap<u32, &[Vec<usize>]> =
        asked.iter().map(|a| (a.number, &a.outcomes[..])).collect();
    let known: BTreeSet<u32> = lines.iter().map(|l| l.compiled.line).collect();
    let numbers = asked.iter().map(|a| a.number);
    let mut arms: BTreeMap<u32, Line> = BTreeMap::new();
    for arm in unit.conditions.arms(numbers) {
        let place = &arm.compiled;
        if known.contains(&place.line) || !unit.origin.begins(place) {
            continue;
        }
        // A constant condition has no branch: it is not known whether the line ran.
        let sites = arm.after.iter().map(|(number, way)| {
            let outcomes = outcomes.get(number)?;
            outcomes.get(*way).cloned()
        });
        let Some(places) = sites.collect::<Option<Vec<Vec<usize>>>>() else {
            continue;
        };
        let line = arms.entry(place.line).or_insert_with(|| Line {
            compiled: Location {
                column: 0,
                ..place.clone()
            },
            places: Vec::new(),
        });
        line.places.extend(places);
    }
    lines.extend(arms.into_values());
    lines.sort_by(|a, b| {
        let order = |l: &Line| (l.compiled.line, l.compiled.file.clone());
        order(a).cmp(&order(b))
    });
}

/// What of a block the source has.
#[derive(Clone, PartialEq)]
enum Code {
    Whole,
    /// What follows the call by which a handler takes the exception. That call, and what hands the exception over, have
    /// this place: where clang was last.
    Handler(Option<Location>),
    /// It looks for a handler, and cleans up on the way: clang gives it the places of its neighbours. Or no input can
    /// come there.
    Nothing,
}

/// What the source has of each block. It runs without an exception in flight.
fn caught(shape: &Shape) -> Vec<Code> {
    let blocks = &shape.blocks;
    let mut all = vec![Code::Nothing; blocks.len()];
    let mut work = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        let taken = block.calls().find(|c| is_called(*c, "__cxa_begin_catch"));
        match taken {
            Some(call) => all[number] = Code::Handler(call.location()),
            None if number == 0 => all[number] = Code::Whole,
            None => continue,
        }
        work.push(number);
    }
    while let Some(number) = work.pop() {
        let goes_on = match &all[number] {
            Code::Handler(_) if code(blocks[number], &all[number]).next().is_none() => {
                all[number].clone()
            }
            _ => Code::Whole,
        };
        for Edge { to, .. } in &shape.cfg.blocks[number].edges {
            if all[*to] == Code::Nothing && !blocks[*to].is_landing_place() {
                all[*to] = goes_on.clone();
                work.push(*to);
            }
        }
    }
    all
}

fn is_called(call: Call, name: &str) -> bool {
    call.called_name() == name
}

/// The locations of a block's code. Unconditional branches have the location of what came before them.
fn code(block: Block, of: &Code) -> impl Iterator<Item = Location> {
    let is_code = |i: &Inst| match i.op() {
        Op::Br => i
            .as_term()
            .is_some_and(|branch| branch.branch_condition().is_some()),
        op => !matches!(op, Op::Alloca | Op::Phi),
    };
    let takes = |i: Inst| {
        i.as_call()
            .is_some_and(|c| is_called(c, "__cxa_begin_catch"))
    };
    let (skipped, handed) = match of {
        Code::Whole => (0, None),
        Code::Handler(at) => {
            let taken = block.instructions().position(takes);
            (taken.map_or(0, |n| n + 1), at.clone())
        }
        Code::Nothing => (usize::MAX, None),
    };
    let code = block.instructions().skip(skipped).filter(is_code);
    let mut places = code.filter_map(|i| i.location()).peekable();
    while handed.is_some() && places.peek() == handed.as_ref() {
        places.next();
    }
    places
}
