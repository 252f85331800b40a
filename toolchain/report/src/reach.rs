//! What programs can reach, how much of that their inputs have, and what no program of several can: functions, and the tree
//! of calls.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    fmt::Write,
};

use anyhow::{Result, ensure};
use fz_base::{
    line, numbers,
    words::{many, visible},
};
use fz_coverage::{flow::Flow, identities::Kind, names::demangled, reach::Reach, store::Store};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    calls,
    measure::{Count, Measure},
    table::{Cell, Table},
};

/// How surely things are reached: the word, and what it means.
const KINDS: [(Reach, &str, &str); 6] = [
    (Reach::Ran, "ran", "reached"),
    (Reach::Sure, "sure", "calls by name lead there"),
    (
        Reach::Likely,
        "likely",
        "a pointer leads there, and its type is called by pointer",
    ),
    (
        Reach::Perhaps,
        "perhaps",
        "its address goes somewhere, or others may find its name",
    ),
    (Reach::Unknown, "unknown", "its calls are not recorded"),
    (Reach::Never, "never", "cannot be reached"),
];

/// One program with its inputs: a harness, say.
pub struct Program<'a> {
    pub name: String,
    measure: &'a Measure<'a>,
    flow: &'a Flow,
    /// By function of the catalogue.
    reach: &'a [Reach],
    /// Of the catalogue, the functions that somebody wrote.
    written: Vec<usize>,
    /// By function of the catalogue: inputs that reached it.
    inputs: Vec<u64>,
    /// By function of the catalogue: where it begins.
    places: Vec<Option<(String, u32)>>,
    blocks: Vec<usize>,
}

/// A function that nobody has reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Unreached {
    function: String,
    reach: Reach,
    blocks: usize,
    file: Option<String>,
    line: u32,
}

impl Unreached {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        let place = match &self.file {
            Some(file) => format!("  {}:{}", visible(file), self.line),
            None => String::new(),
        };
        line!(
            out,
            "{:>14}  {:<8}{}{place}",
            many(self.blocks, "block"),
            word(self.reach),
            visible(&self.function)
        )
    }
}

/// So many of them as lines, with a title.
fn list(title: &str, all: &[Unreached], most: usize, out: &mut String) -> std::fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    line!(out)?;
    line!(out, "{title}:")?;
    for unreached in all.iter().take(most) {
        unreached.write(out)?;
    }
    match all.len().saturating_sub(most) {
        0 => Ok(()),
        more => line!(out, "{} more; --limit 0 lists all", many(more, "function")),
    }
}

impl<'a> Program<'a> {
    pub fn of(name: &str, measure: &'a Measure<'a>) -> Result<Program<'a>> {
        let matrix = measure.matrix;
        ensure!(
            !matrix.says_little(),
            "of {} {} crashed and {} took too long: what such runs reach says little of the program; are the arguments \
             after -- those of the fuzzed program?",
            many(matrix.sum(|r| r.inputs), "input"),
            matrix.sum(|r| r.crashes),
            matrix.sum(|r| r.timeouts)
        );
        let flow = matrix
            .flow
            .as_ref()
            .filter(|flow| !flow.functions.is_empty());
        let Some((flow, reach)) = flow.zip(measure.functions.as_deref()) else {
            ensure!(
                !measure.conditions.is_empty(),
                "it was collected from a build without the profile coverage (`--build as-is`), which says nothing of calls: \
                 collect from one by coverage"
            );
            anyhow::bail!(
                "it has no control flow: compile the program again with this fz, and collect again"
            );
        };
        let all = matrix.catalogue.functions.len();
        let (mut inputs, mut places) = (vec![0; all], vec![None; all]);
        let mut written = Vec::new();
        for number in measure.all.of(Kind::Function) {
            let identity = measure.identity(*number);
            written.push(identity.function);
            inputs[identity.function] = matrix.inputs[*number];
            let place = identity.place.as_ref();
            places[identity.function] = place.map(|p| (p.file.clone(), p.line));
        }
        let mut blocks = vec![0; all];
        for function in &flow.functions {
            if let Some(number) = function.function {
                blocks[number] += function.size();
            }
        }
        Ok(Program {
            name: name.to_owned(),
            reach,
            measure,
            flow,
            written,
            inputs,
            places,
            blocks,
        })
    }

    fn key(&self, function: usize) -> u64 {
        self.measure.matrix.catalogue.functions[function].key
    }

    fn symbol(&self, function: usize) -> String {
        demangled(&self.measure.matrix.catalogue.functions[function].symbol)
    }

    fn functions(&self) -> Count {
        let Measure { all, seen, .. } = self.measure;
        self.measure.of_kind(all, Kind::Function, seen)
    }

    /// Those that somebody wrote.
    fn those(&self, is: impl Fn(Reach) -> bool) -> impl Iterator<Item = usize> {
        let written = self.written.iter().copied();
        written.filter(move |n| is(self.reach[*n]))
    }

    fn count(&self, is: impl Fn(Reach) -> bool) -> usize {
        self.those(is).count()
    }

    /// What could be reached and was not: what is surest first, and of that the largest.
    fn unreached(&self) -> Vec<Unreached> {
        let open = self.those(|r| !matches!(r, Reach::Ran | Reach::Never));
        let mut open: Vec<Unreached> = open.map(|number| self.about(number)).collect();
        open.sort_by(|a, b| {
            let order = |u: &Unreached| (u.reach, Reverse(u.blocks));
            (order(a), &a.function).cmp(&(order(b), &b.function))
        });
        open
    }

    /// What cannot be reached, the largest first.
    fn never(&self) -> Vec<Unreached> {
        let numbers = self.those(|r| r == Reach::Never);
        let mut never: Vec<Unreached> = numbers.map(|number| self.about(number)).collect();
        never.sort_by(|a, b| {
            (Reverse(a.blocks), &a.function).cmp(&(Reverse(b.blocks), &b.function))
        });
        never
    }

    fn about(&self, number: usize) -> Unreached {
        let place = self.places[number].as_ref();
        Unreached {
            function: self.symbol(number),
            reach: self.reach[number],
            blocks: self.blocks[number],
            file: place.map(|(file, _)| self.measure.matrix.catalogue.path(file)),
            line: place.map_or(0, |(_, line)| *line),
        }
    }

    /// As lines, each with the inputs that came there.
    pub fn tree_text(&self, most: usize) -> String {
        let mut out = String::new();
        let rows = calls::tree(self.flow, self.reach);
        for row in rows.iter().take(most) {
            let function = &self.flow.functions[row.function];
            let of = function.function.expect("it is shown");
            let inputs = match self.inputs[of] {
                0 => format!("{:>10}", "-"),
                n => format!("{n:>10}"),
            };
            let again = if row.again { " …" } else { "" };
            let name = visible(&demangled(&function.symbol));
            line!(
                out,
                "{inputs}  {:width$}{name}{again}",
                "",
                width = 2 * row.depth
            )
            .expect("writing to a string");
        }
        if rows.len() > most {
            line!(
                out,
                "{} more; --limit 0 lists all",
                many(rows.len() - most, "line")
            )
            .expect("writing to a string");
        }
        out
    }

    fn tree_json(&self) -> Value {
        let rows = calls::tree(self.flow, self.reach).into_iter().map(|row| {
            let function = &self.flow.functions[row.function];
            let of = function.function.expect("it is shown");
            json!({
                "depth": row.depth,
                "function": demangled(&function.symbol),
                "inputs": self.inputs[of],
                "reach": self.reach[of],
                "again": row.again,
            })
        });
        rows.collect()
    }

    pub fn text(&self, most: usize) -> String {
        let mut out = String::new();
        self.write(most, &mut out).expect("writing to a string");
        out
    }

    fn write(&self, most: usize, out: &mut String) -> std::fmt::Result {
        let count = self.functions();
        let [reached, all] = [count.reached, count.all].map(numbers::count);
        line!(
            out,
            "{}: {reached} of {} reached ({}), of {all} in all",
            visible(&self.name),
            many(count.reachable, "reachable function"),
            numbers::share(count.percent()),
        )?;
        for (kind, word, what) in KINDS {
            match self.count(|r| r == kind) {
                0 => {}
                n => line!(out, "{n:>8}  {word:<8}{what}")?,
            }
        }
        list("not reached", &self.unreached(), most, out)?;
        list("cannot be reached", &self.never(), most, out)
    }

    pub fn json(&self, most: usize, with_tree: bool) -> Value {
        let counts: serde_json::Map<String, Value> = KINDS
            .iter()
            .map(|(kind, word, _)| ((*word).to_owned(), self.count(|r| r == *kind).into()))
            .collect();
        let mut value = json!({
            "program": self.name,
            "functions": counts,
            "reachable": self.functions().reachable,
            "unreached": self.unreached().iter().take(most).collect::<Vec<_>>(),
            "never": self.never(),
        });
        if with_tree {
            value["tree"] = self.tree_json();
        }
        value
    }
}

fn word(reach: Reach) -> &'static str {
    let found = KINDS.iter().find(|(kind, ..)| *kind == reach);
    found.expect("every kind is in the table").1
}

/// Several programs that have code in common: the harnesses of a library.
pub struct Several<'a> {
    programs: &'a [Program<'a>],
    /// By function's key: one description, and what each program says of it; `None`: it does not have it.
    functions: BTreeMap<u64, (Unreached, Vec<Option<Reach>>)>,
}

impl<'a> Several<'a> {
    pub fn of(programs: &'a [Program<'a>]) -> Several<'a> {
        let mut functions: BTreeMap<u64, (Unreached, Vec<Option<Reach>>)> = BTreeMap::new();
        for (at, program) in programs.iter().enumerate() {
            for number in program.those(|_| true) {
                let entry = functions.entry(program.key(number));
                let (_, of) =
                    entry.or_insert_with(|| (program.about(number), vec![None; programs.len()]));
                of[at] = Some(program.reach[number]);
            }
        }
        Several {
            programs,
            functions,
        }
    }

    /// Functions of which all that know them say so.
    fn count(&self, is: impl Fn(&[Option<Reach>]) -> bool) -> usize {
        self.functions.values().filter(|(_, of)| is(of)).count()
    }

    /// Functions that one program can reach and no other.
    fn alone(&self, program: usize) -> usize {
        self.count(|of| {
            let can = |at: usize| of[at].is_some_and(Reach::is_possible);
            can(program) && (0..of.len()).all(|at| at == program || !can(at))
        })
    }

    fn none(&self) -> Vec<Unreached> {
        let all = self.functions.values();
        let none = all.filter(|(_, of)| !any(of, Reach::is_possible));
        let mut none: Vec<Unreached> = none.map(|(about, _)| about.clone()).collect();
        none.sort_by(|a, b| (&a.function, &a.file).cmp(&(&b.function, &b.file)));
        none
    }

    pub fn text(&self, most: usize) -> String {
        let mut out = String::new();
        self.write(most, &mut out).expect("writing to a string");
        out
    }

    fn write(&self, most: usize, out: &mut String) -> std::fmt::Result {
        let programs = self.programs.iter().enumerate().map(|(at, program)| {
            vec![
                Cell::text(&program.name),
                Cell::Count(program.functions().reached),
                Cell::Count(program.functions().reachable),
                Cell::Count(self.alone(at)),
            ]
        });
        let together = vec![
            Cell::text("all together"),
            Cell::Count(self.count(|of| any(of, |r| r == Reach::Ran))),
            Cell::Count(self.count(|of| any(of, Reach::is_possible))),
            Cell::Figure(String::new()),
        ];
        *out += &Table::new("functions | reached | reachable | by no other")
            .with(programs.chain([together]))
            .text();
        let none = self.none();
        let title = format!("{} none of them can reach", many(none.len(), "function"));
        list(&title, &none, most, out)
    }

    pub fn json(&self, most: usize, with_tree: bool) -> Value {
        let programs = self.programs.iter().enumerate().map(|(at, program)| {
            let mut value = program.json(most, with_tree);
            value["by-no-other"] = self.alone(at).into();
            value
        });
        json!({
            "programs": programs.collect::<Vec<_>>(),
            "reached": self.count(|of| any(of, |r| r == Reach::Ran)),
            "reachable": self.count(|of| any(of, Reach::is_possible)),
            "by-none": self.none(),
        })
    }
}

fn any(of: &[Option<Reach>], is: impl Fn(Reach) -> bool) -> bool {
    of.iter().flatten().any(|reach| is(*reach))
}

/// What stores are called, so that no two are called alike: as the user has named them, or by their programs.
pub fn names(stores: &[(Option<&str>, &Store)]) -> Result<Vec<String>> {
    let programs = |store: &Store| {
        let mut names: Vec<&str> = store.builds.iter().map(|b| b.program.as_str()).collect();
        names.dedup();
        names.join(", ")
    };
    let said = stores
        .iter()
        .map(|(name, store)| name.map_or_else(|| programs(store), str::to_owned));
    let said: Vec<String> = said.collect();
    let mut times: HashMap<&str, usize> = HashMap::new();
    said.iter().for_each(|n| *times.entry(n).or_default() += 1);
    let names = stores.iter().zip(&said).map(|((given, store), name)| {
        let is_alone = times[name.as_str()] == 1;
        ensure!(
            given.is_none() || is_alone,
            "{name}: two stores have this name, and each stands for a program: name one differently, or join them with `fz cov \
             merge`"
        );
        Ok(match is_alone && !name.is_empty() {
            true => name.clone(),
            false => store.path().display().to_string(),
        })
    });
    names.collect()
}
