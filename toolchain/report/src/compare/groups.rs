//! The same by parts of the program: folders, files, functions.

use std::collections::{BTreeMap, HashMap};

use fz_coverage::{names::demangled, sets::Set};
use serde::Serialize;

use super::{
    figures::floats,
    sides::{Side, SideSummary},
    statistics::{Test, correct, median},
};
use crate::matrix::Matrix;

/// Parts of a program of one sort, by name; parts without identities of the kind are left out.
#[derive(Debug, Serialize)]
pub struct Group {
    /// `directory`, `file` or `function`.
    pub by: &'static str,
    pub rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Row {
    pub name: String,
    /// Of a function: its file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    pub known: usize,
    /// That any side reached.
    pub reached: usize,
    /// In the order of the program's sides.
    pub sides: Vec<RowSide>,
}

#[derive(Debug, Serialize)]
pub struct RowSide {
    pub total: usize,
    /// Of its runs.
    pub median: f64,
    pub gained: usize,
    pub missed: usize,
    pub test: Option<Test>,
}

/// Where an identity belongs to.
struct Parts {
    names: Vec<(String, String)>,
    /// By identity.
    of: Vec<Vec<usize>>,
}

impl Parts {
    /// `name`: those of an identity, each with the file it is in, if that is not the name.
    fn of(matrix: &Matrix, mask: &Set, name: impl Fn(usize) -> Vec<(String, String)>) -> Parts {
        let mut numbers: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        for identity in mask.iter() {
            for name in name(identity) {
                numbers.entry(name).or_default().push(identity);
            }
        }
        let mut parts = Parts {
            names: Vec::new(),
            of: vec![Vec::new(); matrix.catalogue.identities.len()],
        };
        for (number, (name, identities)) in numbers.into_iter().enumerate() {
            parts.names.push(name);
            identities.iter().for_each(|i| parts.of[*i].push(number));
        }
        parts
    }

    /// By part, how many of a set are in it.
    fn count(&self, identities: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut counts = vec![0; self.names.len()];
        for identity in identities {
            self.of[identity].iter().for_each(|part| counts[*part] += 1);
        }
        counts
    }
}

/// The folders that a file is in, the outermost first.
fn folders(file: &str) -> Vec<String> {
    let ends = file.match_indices('/').map(|(at, _)| at);
    ends.filter(|at| *at > 0)
        .map(|at| file[..at].to_owned())
        .collect()
}

pub fn of(
    matrix: &Matrix,
    sides: &[Side],
    summaries: &[SideSummary],
    baseline: usize,
    mask: &Set,
) -> Vec<Group> {
    let catalogue = &matrix.catalogue;
    let file = |n: usize| {
        let identity = &catalogue.identities[n];
        let file = identity.place.as_ref().map(|p| &p.file);
        file.unwrap_or(&catalogue.functions[identity.function].file)
    };
    let mut known: HashMap<&String, Vec<(String, String)>> = HashMap::new();
    for identity in mask.iter() {
        known.entry(file(identity)).or_insert_with_key(|file| {
            let folders = folders(file).into_iter();
            folders.map(|folder| (folder, String::new())).collect()
        });
    }
    let functions = catalogue.functions.iter();
    let functions: Vec<(String, String)> = functions
        .map(|f| (demangled(&f.symbol), f.file.clone()))
        .collect();
    let function = |n: usize| vec![functions[catalogue.identities[n].function].clone()];
    let sorts = [
        (
            "directory",
            Parts::of(matrix, mask, |n| known[file(n)].clone()),
        ),
        (
            "file",
            Parts::of(matrix, mask, |n| vec![(file(n).clone(), String::new())]),
        ),
        ("function", Parts::of(matrix, mask, function)),
    ];
    let sorts = sorts.into_iter();
    sorts
        .map(|(by, parts)| Group {
            by,
            rows: rows(&parts, matrix, sides, summaries, baseline, mask),
        })
        .collect()
}

fn rows(
    parts: &Parts,
    matrix: &Matrix,
    sides: &[Side],
    summaries: &[SideSummary],
    baseline: usize,
    mask: &Set,
) -> Vec<Row> {
    let count = |is: &dyn Fn(usize) -> bool| parts.count(mask.iter().filter(|n| is(*n)));
    let base = &summaries[baseline].union;
    let known = count(&|_| true);
    let reached = count(&|n| summaries.iter().any(|s| s.union.contains(n)));
    struct OfSide {
        runs: Vec<Vec<usize>>,
        total: Vec<usize>,
        gained: Vec<usize>,
        missed: Vec<usize>,
    }
    let of_sides: Vec<OfSide> = sides
        .iter()
        .zip(summaries)
        .map(|(side, summary)| {
            let has = |n: usize| summary.union.contains(n);
            let runs = side.runs.iter().map(|run| &matrix.runs[*run].set);
            OfSide {
                runs: runs.map(|set| count(&|n| set.contains(n))).collect(),
                total: count(&has),
                gained: count(&|n| has(n) && !base.contains(n)),
                missed: count(&|n| !has(n) && base.contains(n)),
            }
        })
        .collect();
    let row = |(at, (name, file)): (usize, &(String, String))| {
        let runs = |side: &OfSide| {
            let counts: Vec<usize> = side.runs.iter().map(|counts| counts[at]).collect();
            floats(&counts)
        };
        let of_baseline = runs(&of_sides[baseline]);
        let side = |(number, side): (usize, &OfSide)| {
            let values = runs(side);
            RowSide {
                total: side.total[at],
                median: median(&values).unwrap_or(0.0),
                gained: side.gained[at],
                missed: side.missed[at],
                test: match number == baseline {
                    true => None,
                    false => Test::of(&values, &of_baseline),
                },
            }
        };
        Row {
            name: name.clone(),
            file: file.clone(),
            known: known[at],
            reached: reached[at],
            sides: of_sides.iter().enumerate().map(side).collect(),
        }
    };
    let mut rows: Vec<Row> = parts.names.iter().enumerate().map(row).collect();
    let tests = rows.iter_mut().flat_map(|r| &mut r.sides);
    correct(tests.filter_map(|s| s.test.as_mut()));
    rows
}
