//! From what runs reached to what a report shows.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::PathBuf,
};

use anyhow::Result;
use fz_base::{error::Error, words::many};
use fz_coverage::{
    frontier::Hidden,
    identities::{Identity, Kind},
    names::{demangled, spellings},
};

use super::{
    bytes,
    decisions::Decided,
    model::{
        Age, Bug, Called, Calls, Condition, Crashed, File, Function, Line, Near, Open, Outcome,
        Program, Reaches, Region, Report,
    },
    nearest, overview,
    sources::{self, Places},
};
use crate::{
    calls,
    compare::{self, Comparison, sides::Subject},
    measure::{self, Measure, Part},
};

/// What a report is of.
#[derive(Debug)]
pub struct Request<'a> {
    pub subjects: &'a [Subject],
    pub comparison: &'a Comparison,
    pub places: &'a Places,
    /// Two sides, by name, of which the differences are shown.
    pub pair: Option<[String; 2]>,
}

pub fn report(request: &Request) -> Result<Report> {
    let comparison = request.comparison;
    let mut sides: Vec<String> = Vec::new();
    for side in request.subjects.iter().flat_map(|s| &s.sides) {
        if !sides.contains(&side.name) {
            sides.push(side.name.clone());
        }
    }
    let number = |name: &String| {
        let found = sides.iter().position(|s| s == name);
        found.ok_or_else(|| Error::Unknown {
            what: "side",
            name: name.clone(),
            known: sides.clone(),
        })
    };
    let pair = match &request.pair {
        Some([one, other]) => Some((number(one)?, number(other)?)),
        None => None,
    };
    let mut reaches = Reaches::default();
    let mut programs = Vec::new();
    for (subject, compared) in request.subjects.iter().zip(&comparison.programs) {
        let of_side: Vec<usize> = subject
            .sides
            .iter()
            .map(|s| number(&s.name))
            .collect::<Result<_, _>>()?;
        let measure = Measure::of_part(&subject.matrix, Some(&compared.selected));
        let assembling = Assembling {
            decided: Decided::of(&measure),
            measure,
            subject,
            compared,
            of_side,
            sides: sides.len(),
            prefix: match request.subjects.len() {
                0..=1 => String::new(),
                _ => format!("{}/", subject.matrix.program),
            },
        };
        let before = programs.iter().map(|p: &Program| p.files.len()).sum();
        programs.push(assembling.program(request.places, &mut reaches, before)?);
    }
    let first = comparison.programs.first();
    let baseline = first.map_or(0, |p| p.baseline);
    let mut names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
    names.dedup();
    let matrices: Vec<_> = request.subjects.iter().map(|s| &s.matrix).collect();
    Ok(Report {
        title: names.join(", "),
        overview: overview::of(comparison, &programs, &matrices),
        notes: [comparison.notes.clone(), remarks(&programs)].concat(),
        sides,
        baseline,
        pair,
        programs,
        reaches,
    })
}

/// What should be known of the sources.
fn remarks(programs: &[Program]) -> Vec<String> {
    let (mut changed, mut unknown, mut absent) = (Vec::new(), Vec::new(), Vec::new());
    for file in programs.iter().flat_map(|p| &p.files) {
        match (&file.source.why, file.source.age) {
            (_, Age::Changed) => changed.push(file.path.as_str()),
            (Some(_), _) => absent.push(file.path.as_str()),
            (None, Age::Unknown) => unknown.push(file.path.as_str()),
            (None, Age::Same) => {}
        }
    }
    let said = [
        (changed, "changed since the build"),
        (
            unknown,
            "that may have changed since the build, which kept no hash of them",
        ),
        (
            absent,
            "not found where the build had them, or not known to be what was compiled; name their folder with --source",
        ),
    ];
    let said = said.into_iter().filter(|(files, _)| !files.is_empty());
    said.map(|(files, what)| {
        let first = files[..files.len().min(NAMED)].join(", ");
        format!(
            "{} {what}: {first}{}",
            many(files.len(), "file"),
            if files.len() > NAMED { ", …" } else { "" }
        )
    })
    .collect()
}

/// Files that a remark names.
const NAMED: usize = 5;

struct Assembling<'a> {
    measure: Measure<'a>,
    subject: &'a Subject,
    compared: &'a compare::Program,
    /// By side of the subject: that of the report.
    of_side: Vec<usize>,
    /// Of the report.
    sides: usize,
    /// Of paths.
    prefix: String,
    decided: Decided,
}

/// A file, and of each of its conditions: the outcomes, and its number in [`Measure::conditions`]; a guard has none.
type Assembled = (File, Vec<(Vec<usize>, Option<usize>)>);

/// Where the label of a case stands.
type CaseOf<'a> = &'a dyn Fn(&Identity) -> Option<(u32, u32)>;

impl<'a> Assembling<'a> {
    fn identity(&self, number: usize) -> &'a Identity {
        &self.subject.matrix.catalogue.identities[number]
    }

    fn inputs(&self, number: usize) -> u64 {
        self.subject.matrix.inputs[number]
    }

    fn reach(&self, number: usize, reaches: &mut Reaches) -> u32 {
        let mut runs = vec![0; self.sides];
        for (side, of) in self.compared.sides.iter().zip(&self.of_side) {
            runs[*of] = side.in_runs[number];
        }
        reaches.number(runs)
    }

    /// `before`: files of other programs.
    fn program(self, places: &Places, reaches: &mut Reaches, before: usize) -> Result<Program> {
        let mut files: Vec<File> = Vec::new();
        // By condition that was measured: its file, and its number there.
        let mut shown: HashMap<usize, (usize, usize)> = HashMap::new();
        let has_own = self.measure.files.keys().any(|name| !name.starts_with('/'));
        for (name, part) in &self.measure.files {
            let (mut file, conditions) = self.file(name, part, places, reaches);
            file.is_elsewhere = is_elsewhere(name, has_own);
            let numbers = conditions.iter().map(|(_, number)| *number).enumerate();
            let here = numbers.filter_map(|(at, number)| Some((number?, (files.len(), at))));
            shown.extend(here);
            files.push(file);
        }
        let mut open = self.measure.frontier();
        open.retain(|open| shown.contains_key(&open.condition));
        let of = |open: &measure::Open| self.measure.conditions[open.condition].numbers.clone();
        let wanted: Vec<usize> = open.iter().flat_map(of).collect();
        let near = nearest::find(&self.subject.matrix, &wanted)?;
        let frontier = open.into_iter().map(|open| {
            let (file, condition) = shown[&open.condition];
            Open {
                nearest: joined(of(&open).into_iter(), &near),
                behind: open.behind.map(named),
                file,
                condition,
            }
        });
        let mut frontier: Vec<Open> = frontier.collect();
        let stores = self.subject.matrix.runs.iter().flat_map(|r| &r.stores);
        let inputs = bytes::of(&mut frontier, &stores.map(PathBuf::as_path).collect());
        let mut runs = vec![0; self.sides];
        let mut by_side = vec![Vec::new(); self.sides];
        for (side, of) in self.subject.sides.iter().zip(&self.of_side) {
            runs[*of] = side.runs.len();
            let seen = self.measure.seen_by(&side.runs);
            by_side[*of] = self.measure.counted(&self.measure.all, &seen);
        }
        Ok(Program {
            name: self.subject.matrix.program.clone(),
            prefix: self.prefix.clone(),
            runs,
            frontier,
            calls: self.calls(&files, before),
            inputs,
            crashed: self.crashed(&files),
            totals: self.measure.counted(&self.measure.all, &self.measure.seen),
            by_side,
            files,
        })
    }

    /// What crashed in any run of a side.
    fn crashed(&self, files: &[File]) -> Crashed {
        let runs = self.compared.sides.iter().flat_map(|s| &s.runs);
        let found = self.compared.crashes.iter().flat_map(|c| &c.bugs);
        let bug = |bug: &compare::crashes::Bug| Bug {
            title: bug.title.clone(),
            inputs: bug.sides.iter().map(|s| s.inputs).sum(),
            first: bug
                .sides
                .iter()
                .filter_map(|s| s.first)
                .min()
                .map(|ms| ms as f64 / 1000.0),
            stack: bug.stack.join(" ← "),
            place: bug.place.as_ref().and_then(|(file, line)| {
                let path = format!("{}{file}", self.prefix);
                let is_known = files.iter().any(|f| f.path == path);
                is_known.then(|| format!("{path}:{line}"))
            }),
        };
        Crashed {
            inputs: runs.map(|run| run.crashes).sum(),
            bugs: found.map(bug).collect(),
        }
    }

    /// The tree of calls. Functions of the flow that no row has are left out.
    fn calls(&self, files: &[File], before: usize) -> Option<Calls> {
        let (flow, how) = (
            self.subject.matrix.flow.as_ref()?,
            self.measure.functions.as_ref()?,
        );
        let mut rows = calls::tree(flow, how);
        let paths: HashMap<&str, usize> = files.iter().map(|f| &*f.path).zip(before..).collect();
        let identities = self.subject.matrix.catalogue.identities.iter().enumerate();
        let begins = identities.filter(|(_, i)| i.kind == Kind::Function);
        let begins: HashMap<usize, usize> = begins.map(|(n, i)| (i.function, n)).collect();
        let mut functions = Vec::new();
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for row in &mut rows {
            let of_flow = &flow.functions[row.function];
            row.function = *numbers.entry(row.function).or_insert_with(|| {
                let of = of_flow.function.expect("it is shown");
                let begin = begins.get(&of).copied();
                let place = begin.and_then(|n| self.identity(n).place.as_ref());
                let place = place.and_then(|place| {
                    let path = format!("{}{}", self.prefix, place.file);
                    Some((*paths.get(&*path)?, place.line))
                });
                functions.push(Called {
                    name: demangled(&of_flow.symbol),
                    inputs: begin.map_or(0, |n| self.inputs(n)),
                    how: how[of],
                    place,
                });
                functions.len() - 1
            });
        }
        Some(Calls { functions, rows })
    }

    fn file(&self, name: &str, part: &Part, places: &Places, reaches: &mut Reaches) -> Assembled {
        let catalogue = &self.subject.matrix.catalogue;
        let path = catalogue.path(name);
        let sources = catalogue.sources.iter().filter(|s| s.file == name);
        let hashes: Vec<&str> = sources.map(|s| s.hash.as_str()).collect();
        let source = places.read(&path, name, self.known(part), &hashes);
        let lines = source.lines.iter().map(|(n, t)| (*n, t.as_str()));
        let lines: BTreeMap<u32, &str> = lines.collect();
        let is_whole = source.why.is_none();
        let at = |identity: &Identity| {
            let (line, column) = spot(identity);
            let text = lines.get(&line).copied().unwrap_or("");
            match is_whole {
                true => sources::units(text, column),
                false => {
                    let place = text.find(&identity.text).unwrap_or(text.len());
                    sources::units(text, place as u32 + 1)
                }
            }
        };
        // Where the label of a case stands.
        let case = |identity: &Identity| {
            let label = identity.spelled.as_ref().filter(|_| is_whole)?;
            let is_here = label.file == name && Some(label) != identity.place.as_ref();
            let text = lines.get(&label.line).filter(|_| is_here)?;
            Some((label.line, sources::units(text, label.column)))
        };
        let end = |identity: &Identity| {
            let (line, column) = identity.end.filter(|_| is_whole)?;
            Some((line, sources::units(lines.get(&line)?, column)))
        };
        // What is at one place several times, of several functions that a template makes, say, was reached if one was.
        let regions = self.regions(part).map(|number| {
            let identity = self.identity(number);
            Region {
                line: spot(identity).0,
                at: at(identity),
                end: end(identity),
                inputs: self.inputs(number),
                reach: self.reach(number, reaches),
            }
        });
        let mut regions: Vec<Region> = regions.collect();
        regions.sort_by_key(|r| (r.line, r.at));
        let own = part.of(Kind::Line).iter().map(|number| Line {
            number: spot(self.identity(*number)).0,
            inputs: self.inputs(*number),
            reach: self.reach(*number, reaches),
            how: self.measure.how(*number),
        });
        let own = own.collect();
        let functions = part.of(Kind::Function).iter().map(|n| Function {
            name: self.function(*n),
            also: self.other_names(*n),
            line: spot(self.identity(*n)).0,
            inputs: self.inputs(*n),
            reach: self.reach(*n, reaches),
            how: self.measure.how(*n),
        });
        let mut functions: Vec<Function> = functions.collect();
        functions.sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
        let measured = part.conditions.iter().map(|number| {
            let of = &self.measure.conditions[*number];
            (of.numbers.clone(), Some(*number), of.inputs)
        });
        let guards = part.of(Kind::Guard).iter();
        let guards = guards.map(|number| (vec![*number], None, self.inputs(*number)));
        let conditions = measured.chain(guards).map(|(numbers, number, inputs)| {
            let condition =
                self.condition(&numbers, number.is_none(), inputs, (&at, &case), reaches);
            (condition, (numbers, number))
        });
        let mut conditions: Vec<(Condition, _)> = conditions.collect();
        conditions.sort_by(|(a, _), (b, _)| a.order().cmp(&b.order()));
        let (mut conditions, numbers): (Vec<Condition>, _) = conditions.into_iter().unzip();
        let decisions = self.decided.of_file(&mut conditions);
        let file = File {
            path: format!("{}{name}", self.prefix),
            is_elsewhere: false,
            source,
            functions,
            lines: own,
            regions,
            conditions,
            decisions,
            coverage: self.measure.coverage(part, &self.measure.seen),
        };
        (file, numbers)
    }

    /// What runs as one: those of the program's records, or else what edges lead to.
    fn regions<'p>(&self, part: &'p Part) -> impl Iterator<Item = usize> + use<'p> {
        let kinds: &[Kind] = match self.measure.all.of(Kind::Region) {
            [] => &[Kind::Function, Kind::Edge],
            _ => &[Kind::Region],
        };
        kinds.iter().flat_map(|kind| part.of(*kind)).copied()
    }

    /// What people call the function of an identity.
    fn function(&self, number: usize) -> String {
        let catalogue = &self.subject.matrix.catalogue;
        let symbol = &catalogue.functions[self.identity(number).function].symbol;
        demangled(symbol)
    }

    fn other_names(&self, number: usize) -> Vec<String> {
        let catalogue = &self.subject.matrix.catalogue;
        let mut names = spellings(&catalogue.functions[self.identity(number).function].symbol);
        names.retain(|name| *name != self.function(number));
        names
    }

    fn condition(
        &self,
        numbers: &[usize],
        is_guard: bool,
        inputs: u64,
        (at, case): (&dyn Fn(&Identity) -> u32, CaseOf),
        reaches: &mut Reaches,
    ) -> Condition {
        let first = self.identity(numbers[0]);
        let (line, column) = spot(first);
        let outcomes = numbers.iter().map(|n| Outcome {
            label: match is_guard {
                true => "out of range".to_owned(),
                false => self.identity(*n).outcome.clone(),
            },
            case: case(self.identity(*n)).filter(|_| first.expansion.is_none()),
            inputs: self.inputs(*n),
            reach: self.reach(*n, reaches),
        });
        let spelled = first.spelled.as_ref().filter(|_| first.expansion.is_some());
        Condition {
            line,
            at: at(first),
            column,
            text: first.text.clone(),
            function: self.function(numbers[0]),
            expansion: first.expansion.clone(),
            spelled: spelled.map(|p| format!("{}{}:{}", self.prefix, p.file, p.line)),
            is_unstable: numbers.iter().any(|n| self.identity(*n).is_unstable),
            is_guard,
            how: numbers.iter().filter_map(|n| self.measure.how(*n)).min(),
            inputs,
            outcomes: outcomes.collect(),
            decision: self.decided.of_condition(first).filter(|_| !is_guard),
        }
    }

    /// What identities say of lines.
    fn known(&self, part: &Part) -> BTreeMap<u32, String> {
        let conditions = part.conditions.iter();
        let conditions = conditions.map(|n| self.measure.conditions[*n].numbers[0]);
        let mut by_line: BTreeMap<u32, BTreeSet<(u32, &str)>> = BTreeMap::new();
        for number in self.regions(part).chain(conditions) {
            let identity = self.identity(number);
            let (line, column) = spot(identity);
            let of_line = by_line.entry(line).or_default();
            let is_said = of_line
                .iter()
                .any(|(_, text)| text.contains(&identity.text));
            match identity.kind {
                Kind::Region => drop(of_line.insert((column, &identity.text))),
                Kind::Outcome if !is_said => drop(of_line.insert((column, &identity.text))),
                _ => {}
            }
        }
        let texts = by_line.into_iter().map(|(line, parts)| {
            let parts: Vec<&str> = parts.into_iter().map(|(_, text)| text).collect();
            (line, parts.join(" "))
        });
        texts.collect()
    }
}

/// Functions are called as people call them.
fn named(behind: Hidden) -> Hidden {
    let functions = behind.functions.iter().map(|symbol| demangled(symbol));
    Hidden {
        functions: functions.collect(),
        ..behind
    }
}

/// Where systems have headers and libraries.
const SYSTEM: [&str; 5] = [
    "/usr/include/",
    "/usr/lib/",
    "/usr/lib64/",
    "/usr/local/include/",
    "/usr/local/lib/",
];

/// Whether a file is not the program's own: the system's, or not below the catalogue's root while others are.
fn is_elsewhere(name: &str, has_own: bool) -> bool {
    name.starts_with('/') && (has_own || SYSTEM.iter().any(|p| name.starts_with(p)))
}

/// Line and column.
fn spot(identity: &Identity) -> (u32, u32) {
    let place = identity.place.as_ref();
    place.map_or((0, 0), |p| (p.line, p.column))
}

/// Of inputs near several identities the smallest.
fn joined(of: impl Iterator<Item = usize>, near: &HashMap<usize, Vec<Near>>) -> Vec<Near> {
    let all = of.filter_map(|n| near.get(&n)).flatten();
    let all: BTreeSet<&Near> = all.collect();
    all.into_iter().take(nearest::MOST).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_system_are_told_from_the_programs_own() {
        let [header, other] = ["/usr/include/errno.h", "/opt/src/b.c"];
        assert_eq!(
            [header, other, "a.c"].map(|n| is_elsewhere(n, true)),
            [true, true, false]
        );
        // No file is below a root: all but the system's are the program's own.
        assert_eq!(
            [header, other].map(|n| is_elsewhere(n, false)),
            [true, false]
        );
        assert!(!is_elsewhere("usr/include/a.h", true));
    }
}
