//! What the counters of a function say about its source: the outcomes of conditions, and lines. Written into
//! `.debug_fz_coverage` (layout: [`fz_abi::coverage::record`]).
//!
//! An outcome is a way out of the branch or switch that decides a condition ([`condition::asked`]); the edges of that
//! way have counters. A line ran if one of the basic blocks with code of the line ran. A block's hit count is the sum
//! of the counters from which control reaches it without passing another counter.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fs,
};

use fz_abi::{coverage::record as layout, decisions};

use super::{decisions::Decisions, places::Shape};
use crate::ir::Op;
use crate::{
    analyses::{
        flow::{CounterSite, Edge},
        unit_tables::{Case, Condition, ConditionKind, Conditions, Extent, Origin, Spelled},
    },
    ir::{Block, Call, Function, Global, Inst, Location, Module, Term},
    marks::condition,
    records::{
        asm_section::{AsmSection, Group},
        strings::Strings,
    },
};

/// What is known about the unit. All of it is empty without a table of conditions.
#[derive(Default)]
pub struct Unit {
    pub conditions: Conditions,
    pub origin: Origin,
    /// The lines of the refactored text.
    pub text: Vec<String>,
    /// The folder in which the unit was compiled.
    folder: String,
    /// For file names that debug information has shortened, the folders in which they start.
    cut: HashMap<String, String>,
}

/// What the counters of one function say. Collected before edges are split.
pub struct Findings {
    /// [`layout::TAKEN`], or 0. Determined before tables name the function.
    taken: u32,
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
    /// [`layout::TAKEN`], or 0.
    taken: u32,
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
            taken: taken.word(shape.function),
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
                taken: layout::TAKEN,
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

    fn word(&self, function: Function) -> u32 {
        match self.known.contains(&function) {
            true => layout::TAKEN,
            false => 0,
        }
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
                    taken: taken.word(callee),
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

/// Owned strings of a record: most are made while it is written.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: &str) -> u32 {
        let next = self.all.len();
        let number = *self.numbers.entry(text.to_owned()).or_insert(next);
        if number == next {
            self.all.push(text.to_owned());
        }
        number as u32
    }

    fn place(&mut self, place: Option<&Location>) -> [u32; 3] {
        match place {
            Some(p) => [self.number(&p.file), p.line, p.column],
            None => [0; 3],
        }
    }
}

/// What the record of one function tells.
pub struct Told<'a> {
    pub function: Function,
    /// Its counters, and what evaluations are kept in.
    pub arrays: [Option<Global>; 2],
    pub findings: &'a Findings,
    pub decisions: &'a Decisions,
}

/// Writes the record of one function. `counter`: the index of each site's counter in the function's row.
pub fn write(
    module: Module,
    told: &Told,
    unit: &Unit,
    counter: &dyn Fn(usize) -> Option<u32>,
    group: &Group,
) {
    let Told {
        function, findings, ..
    } = *told;
    let mut texts = Texts::default();
    let begin = function.location();
    // If the function begins with a macro, its location is where the macro is used.
    let begin = begin
        .map(|b| unit.spelled(b))
        .and_then(|s| s.written.or(s.place));
    let file = begin.as_ref().map(|b| b.file.as_str());
    for fixed in ["", &function.name()] {
        texts.all.push(fixed.to_owned());
    }
    texts.numbers.insert(String::new(), 0);
    texts.all.push(file.unwrap_or_default().to_owned());
    if let Some(file) = file {
        texts.numbers.insert(file.to_owned(), 2);
    }

    let mut numbers = Vec::new();
    let list = |numbers: &mut Vec<u32>, sites: &[usize]| {
        let before = numbers.len();
        numbers.extend(sites.iter().filter_map(|s| counter(*s)));
        (numbers.len() - before) as u32
    };
    let (mut heads, mut outcomes) = (Vec::new(), Vec::new());
    for asked in &findings.conditions {
        let condition = &unit.conditions.by_number[&asked.number];
        let spelled = unit.spelled_condition(condition);
        heads.push(match condition.kind {
            ConditionKind::Branch => layout::KIND_BRANCH,
            ConditionKind::Value => layout::KIND_VALUE,
            ConditionKind::Switch => layout::KIND_SWITCH,
        });
        heads.push(texts.number(&condition.text));
        heads.push(asked.outcomes.len() as u32);
        heads.extend(texts.place(spelled.place.as_ref()));
        heads.push(texts.number(spelled.in_macro.as_deref().unwrap_or_default()));
        heads.extend(texts.place(spelled.written.as_ref()));
        heads.push(unit.refactored(&condition.compiled));
        for (at, sites) in asked.outcomes.iter().enumerate() {
            let (label, place) = match condition.kind {
                ConditionKind::Switch => {
                    let case = &condition.cases[at];
                    (case.text.as_str(), unit.spelled(case.place.clone()).place)
                }
                _ => ([layout::TRUE, layout::FALSE][at], None),
            };
            outcomes.push(texts.number(label));
            outcomes.extend(texts.place(place.as_ref()));
            outcomes.push(list(&mut numbers, sites));
        }
    }
    let mut lines = Vec::new();
    for line in &findings.lines {
        let Extent { spelled, end } = unit.extent(line.compiled.clone());
        let place = spelled.written.as_ref().or(spelled.place.as_ref());
        lines.extend(texts.place(place));
        lines.extend([end.0, end.1]);
        lines.push(texts.number(spelled.in_macro.as_deref().unwrap_or_default()));
        let at = unit.refactored(&line.compiled);
        let text = at.checked_sub(1).and_then(|at| unit.text.get(at as usize));
        lines.push(texts.number(text.map_or("", String::as_str)));
        lines.extend([at, line.places.len() as u32]);
        for sites in &line.places {
            let length = numbers.len();
            numbers.push(0);
            numbers[length] = list(&mut numbers, sites);
        }
    }

    let mut calls = Vec::new();
    for call in &findings.calls {
        let place = call.place.clone().map(|place| unit.spelled(place).place);
        calls.push(texts.number(&call.callee.name()));
        calls.extend(texts.place(place.flatten().as_ref()));
        calls.push(call.taken);
        calls.push(list(&mut numbers, &call.sites));
    }

    let (mut decisions, mut asked) = (Vec::new(), Vec::new());
    for planned in &told.decisions.all {
        let decision = &unit.conditions.decisions[planned.number];
        let spelled = unit.spelled_extent(
            [&decision.compiled, &decision.last],
            &decision.spelled,
            decision.in_macro.as_ref(),
        );
        decisions.push(texts.number(&decision.text));
        decisions.extend(texts.place(spelled.place.as_ref()));
        decisions.push(texts.number(spelled.in_macro.as_deref().unwrap_or_default()));
        decisions.extend(texts.place(spelled.written.as_ref()));
        decisions.push(planned.offset.unwrap_or(layout::NOT_RECORDED));
        decisions.push(decision.asked.len() as u32);
        for (at, one) in planned.asked.iter().enumerate() {
            let number = decision.conditions[at];
            let condition = number.and_then(|n| unit.conditions.by_number.get(&n));
            asked.push(planned.conditions[at].unwrap_or(layout::NO_CONDITION));
            asked.push(texts.number(condition.map_or("", |c| &c.text)));
            asked.push(match one.known {
                Some(answer) => layout::KNOWN[decisions::way(answer)],
                None => 0,
            });
            asked.extend(one.then);
        }
    }

    let mut strings = Strings::new(&texts.all[1]);
    for text in &texts.all[2..] {
        strings.push(text);
    }
    let strings_bytes = strings.bytes(layout::ALIGN);
    let parts = [
        &heads[..],
        &outcomes,
        &lines,
        &calls,
        &decisions,
        &asked,
        &numbers,
    ];
    let words = parts.concat();
    let length = layout::HEADER + strings_bytes.len() + 4 * words.len();
    let mut out = AsmSection::new(layout::SECTION, Some(group));
    out.words(&[layout::MAGIC, length as u32]);
    for array in told.arrays {
        match array {
            Some(array) => out.address(&array.symbol(), module.pointer_bytes()),
            None => out.words(&[0, 0]),
        }
    }
    let local = match function.is_local() {
        true => layout::LOCAL,
        false => 0,
    };
    let implicit = match function.is_implicit() {
        true => layout::IMPLICIT,
        false => 0,
    };
    out.words(&[
        local | findings.taken | implicit,
        begin.map_or(0, |b| b.line),
        findings.conditions.len() as u32,
        outcomes.len() as u32 / (layout::OUTCOME as u32 / 4),
        findings.lines.len() as u32,
        findings.calls.len() as u32,
        told.decisions.all.len() as u32,
        (asked.len() / (layout::ASKED / 4)) as u32,
        numbers.len() as u32,
        strings.count() as u32,
    ]);
    out.bytes(&strings_bytes);
    out.words(&words);
    debug_assert_eq!(out.len(), length);
    out.finish(module);
}

/// The path of a file whose name is relative to a folder, without `.` and `..`.
fn path_in(folder: &str, file: &str) -> String {
    // `<built-in>` and the like.
    if file.is_empty() || file.starts_with('<') {
        return file.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    let before = match file.starts_with('/') {
        true => "",
        false => folder,
    };
    for part in before.split('/').chain(file.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|p| *p != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    match before.starts_with('/') || file.starts_with('/') {
        true => format!("/{}", parts.join("/")),
        false => parts.join("/"),
    }
}

impl Unit {
    /// Reads the refactored text.
    pub fn read_text(&mut self, path: &str) -> Result<(), String> {
        let text = fs::read(path).map_err(|e| format!("cannot read {path}: {e}"))?;
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        self.text = String::from_utf8_lossy(&text).lines().map(words).collect();
        Ok(())
    }

    /// Learns from functions where the unit's files are.
    pub fn learn(&mut self, functions: &[Function]) {
        for function in functions {
            if self.folder.is_empty() {
                self.folder = function.unit_folder().unwrap_or_default();
            }
            if let (Some(place), Some(folder)) = (function.location(), function.file_folder()) {
                self.cut.insert(place.file, folder);
            }
        }
    }

    /// The location in the user's own files of a location in the compiled text.
    pub fn spelled(&self, compiled: Location) -> Spelled {
        if let Some(spelled) = self.origin.spelled(&compiled) {
            return self.found(spelled);
        }
        let of_unit = self.origin.made(&compiled);
        let cut = self.cut.get(&compiled.file).filter(|_| of_unit.is_none());
        let mut place = of_unit.unwrap_or(compiled);
        place.file = path_in(cut.unwrap_or(&self.folder), &place.file);
        Spelled {
            place: Some(place),
            ..Spelled::default()
        }
    }

    /// The same for a line, with its end.
    fn extent(&self, compiled: Location) -> Extent {
        match self.origin.extent(&compiled) {
            Some(extent) => Extent {
                spelled: self.found(extent.spelled),
                ..extent
            },
            None => Extent {
                spelled: self.spelled(compiled),
                end: (0, 0),
            },
        }
    }

    /// The files that the unit was made of and that have a hash, with their paths.
    pub fn files(&self) -> impl Iterator<Item = (String, &str)> {
        let files = match self.origin.is_empty() {
            false => &self.origin.files,
            true => &self.conditions.files,
        };
        let known = files.iter().filter(|f| !f.hash.is_empty());
        known.map(|f| (path_in(&self.folder, &f.path), f.hash.as_str()))
    }

    /// Makes file names relative to where the compiler ran.
    fn found(&self, mut spelled: Spelled) -> Spelled {
        let places = [&mut spelled.place, &mut spelled.written];
        for place in places.into_iter().flatten() {
            place.file = path_in(&self.folder, &place.file);
        }
        spelled
    }

    /// A brace that ends what `catch` follows: in `} catch (…) {`, what is run at the brace says nothing of the line.
    fn is_before_catch(&self, compiled: &Location) -> bool {
        let line = self.refactored(compiled) as usize;
        let text = |at: usize| self.text.get(at).map_or("", String::as_str);
        line > 0 && text(line - 1) == "}" && text(line).starts_with("catch")
    }

    fn spelled_condition(&self, condition: &Condition) -> Spelled {
        let extent = [&condition.compiled, &condition.last];
        self.spelled_extent(extent, &condition.spelled, condition.in_macro.as_ref())
    }

    /// Where something stands whose first and last token are known, and that clang found there and in that macro.
    fn spelled_extent(
        &self,
        [first, last]: [&Location; 2],
        clangs: &Location,
        in_macro: Option<&String>,
    ) -> Spelled {
        let spelled = self.origin.spelled_whole(first, last);
        self.found(spelled.unwrap_or_else(|| Spelled {
            place: Some(clangs.clone()),
            in_macro: in_macro.cloned(),
            written: in_macro.map(|_| first.clone()),
        }))
    }

    /// The line of the refactored text; 0 where the location is not in it.
    fn refactored(&self, compiled: &Location) -> u32 {
        if self.origin.has(compiled) {
            compiled.line
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::path_in;

    #[test]
    fn files_are_where_they_were_named() {
        assert_eq!(path_in("/s/a", "b.c"), "/s/a/b.c");
        assert_eq!(path_in("/s/a", "../b/./c.c"), "/s/b/c.c");
        assert_eq!(path_in("/s/a", "/t//c.c"), "/t/c.c");
        assert_eq!(path_in("", "../c.c"), "../c.c");
        assert_eq!(path_in("/s", "<built-in>"), "<built-in>");
    }
}
