//! Sides compared by *which* identities they reach: the method of "Controlled Compilation" (section VI-A).
//!
//! An identity counts for a side if any input of any of its runs reaches it. Beside a baseline a side has *gained* what
//! only it reached, and *missed* what only the baseline reached; as shares of what the baseline reached these are the bars
//! of the paper's cumulative coverage graph (CCG). The *consistency* of an identity is the share of a side's runs that
//! reach it; a side's coverage consistency score (CCS) is the median of that over all identities that it reached, and the
//! median of their distances from it.

pub mod crashes;
pub mod figures;
pub mod files;
pub mod groups;
#[cfg(test)]
mod joined;
pub mod json;
pub mod over_time;
pub mod resources;
pub mod sides;
pub mod statistics;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod text;
pub mod verdict;
pub mod wanted;

use std::collections::BTreeMap;

use anyhow::Result;
use fz_base::{error::Error, words::many};
use fz_coverage::{
    identities::{Catalogue, KINDS, Kind},
    sets::Set,
    unrecorded,
};
use serde::Serialize;

use super::{matrix::Reached, measure};
use crashes::Crashes;
use figures::{Figures, Runs};
use groups::Group;
use over_time::Curve;
use resources::Resources;
use sides::{Side, SideSummary, Subject, summary};
use statistics::{SIGNIFICANT, correct, least_p};
use wanted::Wanted;

/// What is looked at closely if nobody says, of programs that have this: the first.
const MAIN: [(Kind, Kind); 3] = [
    (Kind::Outcome, Kind::Outcome),
    (Kind::Region, Kind::Line),
    (Kind::Edge, Kind::Edge),
];

/// How to compare.
#[derive(Debug, Default)]
pub struct Request {
    pub baseline: Option<String>,
    pub kind: Option<Kind>,
    pub wanted: Wanted,
}

/// All that is known of sides, program by program.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Comparison {
    pub programs: Vec<Program>,
    /// What a reader of the figures should know.
    pub notes: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Program {
    pub program: String,
    /// The side that the others are held against; the first, unless one was named.
    pub baseline: usize,
    pub sides: Vec<SideSummary>,
    /// The kind of identity of everything below `kinds`.
    #[serde(serialize_with = "as_name")]
    pub kind: Kind,
    pub kinds: Vec<OfKind>,
    pub over_time: Vec<Curve>,
    pub groups: Vec<Group>,
    pub difficulty: Difficulty,
    /// `None` where no input crashed.
    pub crashes: Option<Crashes>,
    /// In the order of the sides; empty where nothing is known.
    pub resources: Vec<Resources>,
    /// Identities that were selected, of every kind.
    #[serde(skip)]
    pub selected: Set,
    /// Those of the kind.
    #[serde(skip)]
    pub mask: Set,
}

/// Identities of one kind.
#[derive(Debug, Serialize)]
pub struct OfKind {
    #[serde(serialize_with = "as_name")]
    pub kind: Kind,
    #[serde(flatten)]
    pub figures: Figures,
}

/// By how few runs identities are reached.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Difficulty {
    /// Runs of all sides.
    pub runs: usize,
    /// `reached_by[n]`: identities that n runs reached.
    pub reached_by: Vec<usize>,
    /// Those that some runs reached and not all, the hardest first: number, and how many runs.
    #[serde(skip)]
    pub hardest: Vec<(usize, u32)>,
}

fn as_name<S: serde::Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// Compares the sides of each program.
pub fn compare(subjects: &[Subject], request: &Request, notes: Vec<String>) -> Result<Comparison> {
    if let Some(name) = &request.baseline {
        let sides = subjects.iter().flat_map(|s| &s.sides);
        let mut known: Vec<String> = sides.map(|s| s.name.clone()).collect();
        known.dedup();
        if !known.contains(name) {
            let (what, name) = ("side", name.clone());
            return Err(Error::Unknown { what, name, known }.into());
        }
    }
    let programs = subjects.iter().map(|s| program(s, request));
    let mut comparison = Comparison {
        programs: programs.collect::<Result<_>>()?,
        notes,
    };
    if let Some(kind) = request.kind {
        check(kind, &comparison.programs)?;
    }
    for kind in KINDS.map(|(kind, _)| kind) {
        let kinds = comparison.programs.iter_mut().flat_map(|p| &mut p.kinds);
        let kinds = kinds.filter(|k| k.kind == kind);
        let sides = kinds.flat_map(|k| &mut k.figures.sides);
        correct(sides.filter_map(|s| s.test.as_mut()));
    }
    let programs = comparison.programs.iter_mut();
    let crashes = programs.filter_map(|p| p.crashes.as_mut());
    let sides = crashes.flat_map(|c| &mut c.figures.sides);
    correct(sides.filter_map(|s| s.test.as_mut()));
    let sides = comparison.programs.iter().map(|p| p.sides.len());
    let tests = sides.map(|sides| sides.saturating_sub(1)).sum();
    let noted = subjects.iter().zip(&comparison.programs);
    let noted: Vec<String> = noted
        .flat_map(|(s, p)| remarks(s, p, request, tests))
        .collect();
    comparison.notes.extend(noted);
    let catalogues = subjects.iter().map(|s| &s.matrix.catalogue);
    comparison.notes.extend(request.wanted.unknown(catalogues)?);
    comparison.notes.extend(request.wanted.told());
    Ok(comparison)
}

/// Refuses a kind that no program has.
fn check(wanted: Kind, programs: &[Program]) -> Result<(), Error> {
    let kinds = programs.iter().flat_map(|p| &p.kinds).map(|k| k.kind);
    let kinds: Vec<Kind> = kinds.collect();
    if kinds.is_empty() || kinds.contains(&wanted) {
        return Ok(());
    }
    let known = KINDS.iter().filter(|(kind, _)| kinds.contains(kind));
    let known: Vec<&str> = known.map(|(_, name)| *name).collect();
    Err(Error::option(
        format!("--kind {}", wanted.name()),
        format!("the program has none; there are {}", known.join(", ")),
    ))
}

/// What could be misread; of so many tests in a table.
fn remarks(subject: &Subject, program: &Program, request: &Request, tests: usize) -> Vec<String> {
    let name = &program.program;
    let mut notes = Vec::new();
    let baseline = &program.sides[program.baseline];
    if let Some(wanted) = request.baseline.as_ref().filter(|b| **b != baseline.name) {
        notes.push(format!(
            "{name}: no run is of {wanted}; {} is the baseline",
            baseline.name
        ));
    }
    if program.kinds.is_empty() {
        notes.extend(request.wanted.nothing(name));
        return notes;
    }
    if program.main().is_none() {
        notes.push(format!("{name}: it has no {}", program.kind.plural()));
    }
    notes.extend(chances(program, tests));
    let unstable = subject.matrix.catalogue.identities.iter();
    let unstable = unstable.filter(|i| i.is_unstable).count();
    for (count, what) in [
        (
            unstable,
            "outcomes, lines or edges are unstable: the same input reaches them in some runs only",
        ),
        (
            subject.matrix.partial,
            "identities are not in every build; a side cannot reach what its build does not have",
        ),
    ] {
        if count > 0 {
            notes.push(format!("{name}: {count} {what}"));
        }
    }
    let unrecorded = unrecorded::note(&subject.matrix.unrecorded);
    notes.extend(unrecorded.map(|note| format!("{name}: {note}")));
    let undated = program.sides.iter().zip(&subject.sides);
    for (side, of) in undated {
        let mut runs = of.runs.iter().map(|r| &subject.matrix.runs[*r]);
        if !runs.all(Reached::is_dated) {
            notes.push(format!(
                "{name}: it is not known when {} found all of its inputs, so it is left out of coverage over time",
                side.name
            ));
        }
    }
    notes
}

/// Sides that have too few runs for any p to be small enough, alone or corrected for all tests of a table.
fn chances(program: &Program, tests: usize) -> Vec<String> {
    let name = &program.program;
    let baseline = &program.sides[program.baseline];
    let of_baseline = baseline.runs.len();
    let others = program.sides.iter().enumerate();
    let others = others.filter(|(at, _)| *at != program.baseline);
    let mut by_runs: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (_, side) in others {
        by_runs.entry(side.runs.len()).or_default().push(&side.name);
    }
    let note = |(runs, sides): (usize, Vec<&str>)| {
        let least = least_p(runs, of_baseline);
        let corrected = (least * tests as f64).min(1.0);
        let runs = many(runs, "run");
        let (sides, base) = (sides.join(", "), &baseline.name);
        if least >= SIGNIFICANT {
            Some(format!(
                "{name}: {runs} of {sides} and {of_baseline} of {base} cannot differ with p < {SIGNIFICANT}, whatever \
                 they reach (the least is {least:.3}): 4 runs a side can"
            ))
        } else if corrected >= SIGNIFICANT {
            Some(format!(
                "{name}: {runs} of {sides} and {of_baseline} of {base} cannot differ with p < {SIGNIFICANT} once that is \
                 corrected for {tests} tests (the least is {corrected:.3}): more runs a side can"
            ))
        } else {
            None
        }
    };
    by_runs.into_iter().filter_map(note).collect()
}

fn program(subject: &Subject, request: &Request) -> Result<Program> {
    let Subject { matrix, sides } = subject;
    let selected = request.wanted.select(&matrix.catalogue)?;
    let baseline = request.baseline.as_ref();
    let baseline = baseline.and_then(|name| sides.iter().position(|s| s.name == *name));
    let baseline = baseline.unwrap_or(0);
    let summaries: Vec<SideSummary> = sides.iter().map(|s| summary(matrix, s)).collect();
    let runs_of = |kind: &Kind| mask(&matrix.catalogue, *kind, &selected);
    let kinds: Vec<Kind> = KINDS
        .iter()
        .map(|(kind, _)| *kind)
        .filter(|kind| !runs_of(kind).is_empty())
        .collect();
    let kind = match request.kind {
        Some(kind) => kind,
        None => {
            let main = MAIN.iter().find(|(has, _)| kinds.contains(has));
            let main = main.map(|(_, kind)| kind).or(kinds.first());
            *main.unwrap_or(&Kind::Outcome)
        }
    };
    let mask = runs_of(&kind);
    let how = measure::reach(matrix);
    let reachable = |mask: &Set| {
        let can = |n: &usize| how.as_ref().is_none_or(|how| how[*n].is_possible());
        mask.iter()
            .filter(|n| can(n) || matrix.inputs[*n] > 0)
            .count()
    };
    let of_kind = |kind: &Kind| {
        let mask = runs_of(kind);
        let runs = |side: &Side| {
            let runs = side.runs.iter().map(|run| &matrix.runs[*run].set);
            runs.map(|set| within(set, &mask)).collect()
        };
        let runs: Vec<Runs> = sides.iter().map(|s| (s.name.clone(), runs(s))).collect();
        OfKind {
            kind: *kind,
            figures: Figures::of([mask.len(), reachable(&mask)], &runs, baseline),
        }
    };
    let kinds: Vec<OfKind> = kinds.iter().map(of_kind).collect();
    let figures = kinds.iter().find(|k| k.kind == kind).map(|k| &k.figures);
    let resources = resources::of(matrix, sides, figures);
    Ok(Program {
        program: matrix.program.clone(),
        baseline,
        kinds,
        crashes: crashes::of(matrix, sides, baseline),
        resources,
        over_time: over_time::curves(matrix, sides, &mask),
        groups: groups::of(matrix, sides, &summaries, baseline, &mask),
        difficulty: Difficulty::of(&summaries, &mask),
        sides: summaries,
        kind,
        selected,
        mask,
    })
}

/// The identities of a kind among those that were selected.
fn mask(catalogue: &Catalogue, kind: Kind, selected: &Set) -> Set {
    let identities = catalogue.identities.iter().enumerate();
    let of_kind = identities.filter(|(n, i)| i.kind == kind && selected.contains(*n));
    Set::of(catalogue.identities.len(), of_kind.map(|(n, _)| n))
}

fn within(set: &Set, mask: &Set) -> Set {
    Set::of(mask.limit(), mask.iter().filter(|n| set.contains(*n)))
}

impl Difficulty {
    fn of(sides: &[SideSummary], mask: &Set) -> Difficulty {
        let runs = sides.iter().map(|s| s.runs.len()).sum();
        let mut reached_by = vec![0; runs + 1];
        let mut hardest = Vec::new();
        for n in mask.iter() {
            let count: u32 = sides.iter().map(|s| s.in_runs[n]).sum();
            reached_by[count as usize] += 1;
            if count > 0 && (count as usize) < runs {
                hardest.push((n, count));
            }
        }
        // Among equals those that fewer sides reached, then in the order of the source.
        let who = |n: usize| sides.iter().filter(|s| s.in_runs[n] > 0).count();
        hardest.sort_by_key(|(n, count)| (*count, who(*n), *n));
        Difficulty {
            runs,
            reached_by,
            hardest,
        }
    }
}

impl Program {
    /// What a side reached of the kind.
    pub fn reached(&self, side: usize) -> Set {
        within(&self.sides[side].union, &self.mask)
    }

    /// What one side reached and the other did not, in the order of the source.
    pub fn beyond(&self, side: usize, other: usize) -> Vec<usize> {
        let other = &self.sides[other].union;
        let reached = self.reached(side);
        reached.iter().filter(|n| !other.contains(*n)).collect()
    }

    /// What no other side reached.
    pub fn only(&self, side: usize) -> Vec<usize> {
        let others = self.sides.iter().enumerate().filter(|(at, _)| *at != side);
        let others: Vec<&Set> = others.map(|(_, s)| &s.union).collect();
        let reached = self.reached(side);
        let is_only = |n: &usize| others.iter().all(|o| !o.contains(*n));
        reached.iter().filter(is_only).collect()
    }

    /// The table of the kind that is looked at closely.
    pub fn main(&self) -> Option<&Figures> {
        let kind = self.kinds.iter().find(|k| k.kind == self.kind);
        kind.map(|k| &k.figures)
    }
}
