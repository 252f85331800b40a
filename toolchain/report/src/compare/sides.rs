//! What is compared with what: stores' runs, dealt out to named sides, program by program.
//!
//! The stores of a program are joined as `fz cov merge` joins them ([`fz_coverage::joined`]), so that comparing stores is
//! comparing what they are merged to. Where stores are the sides, runs of one name in two of them are two runs.

use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use fz_base::{error::Error, words::apart};
use fz_coverage::{
    joined::{Joined, Part},
    merge,
    progress::Progress,
    selection::Selection,
    sets::Set,
    store::{Run, Store},
};

use serde::Serialize;

use crate::matrix::Matrix;

/// What makes sides of runs that nobody has named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Configuration,
    Fuzzer,
    Campaign,
    /// The file that they are in.
    Store,
}

type Name = fn(&Run) -> &str;

/// In the order in which they are tried: what tells one run from another first.
const DIMENSIONS: [(By, Name); 3] = [
    (By::Configuration, |run| &run.configuration),
    (By::Fuzzer, |run| &run.fuzzer),
    (By::Campaign, |run| &run.campaign),
];

/// `[NAME=]FILE.fzcov[:DIMENSION=VALUE,…]`: runs of a store.
#[derive(Clone, Debug, Default)]
pub struct Argument {
    pub name: Option<String>,
    pub path: PathBuf,
    pub wanted: Selection,
    /// Whether it says which runs.
    selects: bool,
}

impl Argument {
    /// All of a store.
    pub fn of(path: PathBuf) -> Argument {
        Argument {
            path,
            ..Argument::default()
        }
    }

    /// A file of that name is meant, if there is one.
    pub fn parse(text: &str) -> Result<Argument, Error> {
        let exists = |text: &str| Path::new(text).exists();
        if exists(text) {
            return Ok(Argument::of(text.into()));
        }
        let (name, rest) = match text.split_once('=') {
            Some((name, rest)) if !name.contains([':', '/']) => (Some(name), rest),
            _ => (None, text),
        };
        let wrong = |message: String| Error::Option {
            option: text.to_owned(),
            message,
        };
        if name.is_some_and(str::is_empty) {
            return Err(wrong("the side has no name: NAME=FILE.fzcov".to_owned()));
        }
        let (path, said) = match rest.rsplit_once(':') {
            Some((path, said)) if !exists(rest) => (path, said),
            _ => (rest, ""),
        };
        let wanted = selection(said).map_err(wrong)?;
        Ok(Argument {
            name: name.map(str::to_owned),
            path: path.into(),
            wanted,
            selects: !said.is_empty(),
        })
    }

    /// What a side of it is called that nobody has named.
    fn title(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let said = self.wanted.lists().into_iter().flatten();
        let said: Vec<&str> = said.map(String::as_str).collect();
        match (&self.name, said.is_empty()) {
            (Some(name), _) => name.clone(),
            (None, true) => stem.into_owned(),
            (None, false) => said.join(" "),
        }
    }
}

/// `DIMENSION=VALUE,…`. What follows a comma and is no dimension belongs to the value before it.
fn selection(said: &str) -> Result<Selection, String> {
    let mut said_of: Vec<(usize, String)> = Vec::new();
    for part in said.split(',') {
        let new = part.split_once('=').and_then(|(name, value)| {
            let known = Selection::DIMENSIONS.iter().position(|d| *d == name);
            known.map(|at| (at, value.to_owned()))
        });
        match (new, said_of.last_mut()) {
            (Some(new), _) => said_of.push(new),
            (None, Some((_, value))) => *value += &format!(",{part}"),
            (None, None) if said.is_empty() => {}
            (None, None) => {
                let known = Selection::DIMENSIONS.map(|d| format!("{d}=NAME"));
                return Err(format!("`{part}` is not one of {}", known.join(", ")));
            }
        }
    }
    let mut wanted = Selection::default();
    for (at, value) in said_of {
        wanted.lists_mut()[at].push(value);
    }
    Ok(wanted)
}

/// Runs that are one side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub name: String,
    /// In [`Matrix::runs`].
    pub runs: Vec<usize>,
}

/// A program, and the sides that ran it.
#[derive(Debug)]
pub struct Subject {
    pub matrix: Matrix,
    pub sides: Vec<Side>,
}

/// What the runs of a side reached.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideSummary {
    pub name: String,
    pub runs: Vec<RunSummary>,
    /// All that any of its runs reached, of every kind.
    #[serde(skip)]
    pub union: Set,
    /// By identity: runs that reached it.
    #[serde(skip)]
    pub in_runs: Vec<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RunSummary {
    #[serde(flatten)]
    pub run: Run,
    pub inputs: usize,
    pub crashes: usize,
    pub timeouts: usize,
    /// Milliseconds until its last input.
    pub last: Option<u32>,
}

pub fn summary(matrix: &Matrix, side: &Side) -> SideSummary {
    let limit = matrix.catalogue.identities.len();
    let mut union = Set::new(limit);
    let mut in_runs = vec![0; limit];
    let runs = side.runs.iter().map(|run| &matrix.runs[*run]);
    let runs = runs.map(|reached| {
        union.unite(&reached.set);
        reached.set.iter().for_each(|n| in_runs[n] += 1);
        RunSummary {
            run: reached.run.clone(),
            inputs: reached.inputs,
            crashes: reached.crashes,
            timeouts: reached.timeouts,
            last: reached.last,
        }
    });
    SideSummary {
        runs: runs.collect(),
        name: side.name.clone(),
        union,
        in_runs,
    }
}

/// A run of a store, and the side that it is of.
struct Dealt {
    part: Part,
    side: String,
}

/// Reads what arguments name: by program, its sides, sorted by name unless they were named in an order. What else one
/// should know is noted.
pub fn subjects(
    arguments: &[Argument],
    by: Option<By>,
    notes: &mut Vec<String>,
) -> Result<Vec<Subject>> {
    let mut stores: Vec<Store> = Vec::new();
    let mut known: HashMap<PathBuf, usize> = HashMap::new();
    let mut places = Vec::new();
    for argument in arguments {
        let path = &argument.path;
        let full = path.canonicalize().unwrap_or_else(|_| path.clone());
        let place = match known.get(&full) {
            Some(place) => {
                if argument.name.is_none() && !argument.selects {
                    let path = path.display();
                    notes.push(format!(
                        "{path} is named twice; each of its runs counts once"
                    ));
                }
                *place
            }
            None => {
                stores.push(Store::open(path)?);
                known.insert(full, stores.len() - 1);
                stores.len() - 1
            }
        };
        places.push(place);
    }
    let dealt = deal(arguments, &places, &stores, by, notes)?;
    let programs = merge::programs(&stores);
    let blocks: usize = stores.iter().map(Store::blocks).sum();
    let mut progress = Progress::new(blocks as u64, "blocks of inputs");
    let subjects = programs.iter().map(|of| {
        let dealt = dealt.iter().filter_map(|run| {
            let store = of.iter().position(|store| *store == run.part.store)?;
            let part = Part { store, ..run.part };
            let side = run.side.clone();
            Some(Dealt { part, side })
        });
        let dealt: Vec<Dealt> = dealt.collect();
        let of: Vec<&Store> = of.iter().map(|store| &stores[*store]).collect();
        let subject = || subject(&dealt, &of, notes, &mut progress);
        (!dealt.is_empty()).then(subject).transpose()
    });
    let subjects = subjects.filter_map(Result::transpose);
    let mut subjects: Vec<Subject> = subjects.collect::<Result<_>>()?;
    progress.end();
    let names = apart(subjects.iter().map(|s| s.matrix.program.clone()));
    for (subject, name) in subjects.iter_mut().zip(names) {
        subject.matrix.program = name;
    }
    Ok(subjects)
}

fn deal(
    arguments: &[Argument],
    places: &[usize],
    stores: &[Store],
    by: Option<By>,
    notes: &mut Vec<String>,
) -> Result<Vec<Dealt>> {
    let mut parts: Vec<(usize, Part)> = Vec::new();
    let mut empty: Vec<&Argument> = Vec::new();
    for (at, (argument, store)) in arguments.iter().zip(places).enumerate() {
        let runs = &stores[*store].runs;
        argument.wanted.check(runs)?;
        let before = parts.len();
        let wanted = runs.iter().enumerate();
        let wanted = wanted.filter(|(_, run)| argument.wanted.has(run));
        parts.extend(wanted.map(|(run, _)| (at, Part { store: *store, run })));
        if runs.is_empty() {
            empty.push(argument);
        } else if parts.len() == before {
            let path = argument.path.display();
            bail!("{path}: no run matches everything that was asked for");
        }
    }
    let are_named = arguments.iter().any(|a| a.name.is_some() || a.selects);
    if let (true, Some(_)) = (are_named, by) {
        bail!(
            "--by: the arguments name their sides already (NAME=FILE, or FILE:DIMENSION=VALUE); leave one of both out"
        );
    }
    let of = |part: &Part| &stores[part.store].runs[part.run];
    let differs = |name: Name| {
        let mut names = parts.iter().map(|(_, part)| name(of(part)));
        let first = names.next();
        names.any(|n| Some(n) != first)
    };
    let by = match (are_named, by) {
        (true, _) => By::Store,
        (false, Some(by)) => by,
        (false, None) => DIMENSIONS
            .iter()
            .find(|(_, name)| differs(*name))
            .map_or(By::Store, |(by, _)| *by),
    };
    let name = DIMENSIONS.iter().find(|(b, _)| *b == by);
    for argument in empty {
        let path = argument.path.display();
        if name.is_none() || parts.is_empty() {
            bail!("{path}: it has no runs to compare; `fz cov collect` adds some");
        }
        notes.push(format!("{path} has no runs"));
    }
    let dealt = parts.iter().map(|(at, part)| Dealt {
        part: *part,
        side: match name {
            None => arguments[*at].title(),
            // Nobody gave that run such a name.
            Some((_, name)) if name(of(part)).is_empty() => arguments[*at].title(),
            Some((_, name)) => name(of(part)).to_owned(),
        },
    });
    let mut dealt: Vec<Dealt> = dealt.collect();
    if name.is_some() {
        dealt.sort_by(|a, b| a.side.cmp(&b.side));
    }
    Ok(dealt)
}

fn subject(
    dealt: &[Dealt],
    stores: &[&Store],
    notes: &mut Vec<String>,
    progress: &mut Progress,
) -> Result<Subject> {
    let mut names: Vec<&str> = Vec::new();
    for Dealt { side, .. } in dealt {
        if !names.contains(&side.as_str()) {
            names.push(side);
        }
    }
    let (mut runs, mut sides) = (Vec::new(), Vec::new());
    for name in names {
        let mut of_side: BTreeMap<[&str; 4], Vec<Part>> = BTreeMap::new();
        for Dealt { part, .. } in dealt.iter().filter(|d| d.side == name) {
            let run = &stores[part.store].runs[part.run];
            let parts = of_side.entry(run.names()).or_default();
            if !parts.contains(part) {
                parts.push(*part);
            }
        }
        let first = runs.len();
        for parts in of_side.into_values() {
            if let [one, _, ..] = parts[..] {
                notes.push(format!(
                    "run {} is in {} files, and counts as one; name runs by `fz cov collect --run` to keep them apart",
                    stores[one.store].runs[one.run].title(),
                    parts.len()
                ));
            }
            runs.push(parts);
        }
        sides.push(Side {
            name: name.to_owned(),
            runs: (first..runs.len()).collect(),
        });
    }
    let mut parts: Vec<&Part> = runs.iter().flatten().collect();
    let all = parts.len();
    parts.sort_unstable();
    parts.dedup();
    if parts.len() < all {
        notes.push("some runs belong to several sides: the samples are not independent, and p means nothing".to_owned());
    }
    let matrix = Matrix::read(Joined::of(stores, runs), progress)?;
    Ok(Subject { matrix, sides })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::tests::store;

    fn run(configuration: &str, name: &str) -> Run {
        Run {
            fuzzer: "afl++".to_owned(),
            configuration: configuration.to_owned(),
            name: name.to_owned(),
            ..Run::default()
        }
    }

    fn shape(subjects: &[Subject]) -> Vec<Vec<(String, usize)>> {
        let sides = |s: &Subject| {
            let sides = s.sides.iter();
            sides.map(|s| (s.name.clone(), s.runs.len())).collect()
        };
        subjects.iter().map(sides).collect()
    }

    fn pairs(pairs: &[(&str, usize)]) -> Vec<(String, usize)> {
        let pairs = pairs.iter();
        pairs.map(|(name, n)| ((*name).to_owned(), *n)).collect()
    }

    #[test]
    fn sides_are_what_tells_runs_apart_or_what_was_named() {
        let scratch = tempfile::tempdir().unwrap();
        let file = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
        let inputs = || vec![("x".to_owned(), Some(1), vec![1])];
        let runs = [("b", "1"), ("a", "1"), ("a", "2")].map(|(c, n)| (run(c, n), inputs()));
        drop(store(scratch.path().join("s.fzcov").as_path(), 0..9, &runs));
        drop(store(
            scratch.path().join("t.fzcov").as_path(),
            0..9,
            &runs[1..2],
        ));
        drop(store(
            scratch.path().join("o.fzcov").as_path(),
            100..109,
            &runs[..1],
        ));
        for (name, configuration) in [("u.fzcov", ""), ("v.fzcov", "x,y=2")] {
            let runs = [(run(configuration, "3"), inputs())];
            drop(store(scratch.path().join(name).as_path(), 0..9, &runs));
        }
        let (s, t, o) = (file("s.fzcov"), file("t.fzcov"), file("o.fzcov"));
        let (u, v) = (file("u.fzcov"), file("v.fzcov"));
        let read = |texts: &[String], by| {
            let arguments = texts.iter().map(|t| Argument::parse(t));
            let arguments: Vec<Argument> = arguments.collect::<Result<_, _>>()?;
            let mut notes = Vec::new();
            Ok::<_, anyhow::Error>((shape(&subjects(&arguments, by, &mut notes)?), notes))
        };
        let inferred = read(std::slice::from_ref(&s), None).unwrap();
        assert_eq!(
            inferred,
            (vec![pairs(&[("a", 2), ("b", 1)])], Vec::<String>::new())
        );
        let (shards, notes) = read(&[s.clone(), t.clone()], None).unwrap();
        assert_eq!(shards, [pairs(&[("a", 2), ("b", 1)])]);
        assert!(
            notes[0].contains("run afl++/a/1 is in 2 files"),
            "{notes:?}"
        );
        let (twice, notes) = read(&[s.clone(), s.clone()], None).unwrap();
        assert_eq!(twice, [pairs(&[("a", 2), ("b", 1)])]);
        assert!(notes[0].contains("is named twice"), "{notes:?}");
        let (unnamed, _) = read(&[s.clone(), u], None).unwrap();
        assert_eq!(unnamed, [pairs(&[("a", 2), ("b", 1), ("u", 1)])]);
        let comma = format!("{v}:run=3,configuration=x,y=2");
        assert_eq!(read(&[comma], None).unwrap().0, [pairs(&[("x,y=2 3", 1)])]);
        let (by_file, notes) = read(&[s.clone(), t.clone()], Some(By::Store)).unwrap();
        assert_eq!(
            (by_file, notes.len()),
            (vec![pairs(&[("s", 3), ("t", 1)])], 0)
        );
        let named = [
            format!("x={s}:configuration=b"),
            format!("{s}:run=1,configuration=a"),
            format!("x={t}"),
        ];
        assert_eq!(
            read(&named, None).unwrap().0,
            [pairs(&[("x", 2), ("a 1", 1)])]
        );
        let (_, notes) = read(&[format!("a={s}"), format!("b={s}:run=1")], None).unwrap();
        assert!(
            notes[0].contains("some runs belong to several sides"),
            "{notes:?}"
        );
        let programs = read(&[s.clone(), o], None).unwrap().0;
        assert_eq!(programs, [pairs(&[("a", 2), ("b", 1)]), pairs(&[("b", 1)])]);
        for (text, said) in [
            (
                format!("{s}:speed=9"),
                "`speed=9` is not one of campaign=NAME",
            ),
            (
                format!("{s}:configuration=c"),
                "unknown configuration `c` (did you mean `a`?); there are a, b",
            ),
            (format!("={s}"), "the side has no name"),
            (file("w.fzcov"), "No such file"),
        ] {
            let error = read(&[text], None).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
        let error = read(&named, Some(By::Fuzzer)).unwrap_err().to_string();
        assert!(error.contains("name their sides already"), "{error}");
    }
}
