//! Comparing stores is comparing the store that `fz cov merge` makes of them: in figures, in words, and in a report.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use fz_coverage::{
    blocks::{Fate, Input},
    crashes::Crash,
    flow::Flow,
    identities::{Catalogue, Identity, Kind},
    merge,
    samples::{catalogue, crash, input},
    sets::Set,
    store::{Build, Run, Store, Used},
};
use proptest::{collection::vec, prelude::*};
use serde_json::Value;

use super::{
    Request,
    sides::{Argument, By, subjects},
};
use crate::pages::{assemble, sources::Places, text};

/// Identities of a build.
const LIMIT: usize = 20;

/// A build of a program, and what was found in it.
#[derive(Clone, Debug)]
struct Found {
    program: u8,
    /// The first of the program's identities that the build has, and by how many lines its source was moved.
    build: (u64, u32),
    inputs: Vec<(u8, Sample)>,
}

/// An input of a run.
#[derive(Clone, Debug)]
struct Sample {
    name: u8,
    /// One in many names has other contents in one store than in another.
    contents: u64,
    time: Option<u64>,
    fate: u8,
    set: Vec<usize>,
    /// How deep its stack is, if it crashes; and whose bug that may be.
    stack: Option<(usize, u8)>,
}

prop_compose! {
    fn sample()(
        name in 0..6u8, contents in prop_oneof![40 => Just(0u64), 1 => Just(1)], time in proptest::option::of(0..90u64), fate in 0..4u8,
        set in vec(0..LIMIT, 0..7), stack in proptest::option::of((0..3usize, 0..2u8)),
    ) -> Sample {
        Sample { name, contents, time, fate, set, stack }
    }
}

prop_compose! {
    fn found()(
        program in prop_oneof![3 => Just(0u8), 1 => Just(1)], first in 0..8u64, moved in 0..3u32, inputs in vec((0..6u8, sample()), 1..9),
    ) -> Found {
        Found { program, build: (first, moved), inputs }
    }
}

impl Found {
    fn catalogue(&self) -> Catalogue {
        let (first, moved) = self.build;
        let first = first + 1000 * u64::from(self.program);
        let mut catalogue = catalogue(first..first + LIMIT as u64);
        for identity in &mut catalogue.identities {
            identity.place.as_mut().unwrap().line += moved;
            identity.is_unstable = identity.key == 9;
            let kinds = [Kind::Region, Kind::Outcome, Kind::Outcome, Kind::Edge];
            *identity = Identity {
                kind: kinds[identity.key as usize % 4],
                end: identity.end.map(|(line, column)| (line + moved, column)),
                text: format!("x < {}", identity.key / 4),
                outcome: ["", "true", "false", ""][identity.key as usize % 4].to_owned(),
                ..identity.clone()
            };
        }
        catalogue
    }

    /// The run of that number, as this store knows it.
    fn run(&self, number: u8) -> Run {
        let of = |names: [&str; 2], bit: u8| names[usize::from(number >> bit & 1)].to_owned();
        let (first, moved) = self.build;
        Run {
            campaign: of(["x", "y"], 2),
            fuzzer: of(["f", "g"], 1),
            configuration: of(["plain", "ours"], 0),
            name: "1".to_owned(),
            clock: ["", "name", "file"][moved as usize].to_owned(),
            used: Used {
                wall: Some(1000 * first),
                cpu: (moved > 0).then_some(500 * first),
                executions: Some(u64::from(moved)),
                memory: None,
            },
        }
    }

    fn store(&self, path: &Path) -> Store {
        let catalogue = self.catalogue();
        let build = Build {
            fingerprint: format!("{:?}", self.build),
            program: ["p", "q"][usize::from(self.program)].to_owned(),
            members: Set::of(LIMIT, 0..LIMIT),
            unrecorded: Vec::new(),
        };
        let mut store = Store::create(path, catalogue, vec![build], &Flow::default()).unwrap();
        let once: BTreeMap<(u8, u8), &Sample> = self
            .inputs
            .iter()
            .map(|(run, sample)| ((*run, sample.name), sample))
            .collect();
        for ((number, _), sample) in once {
            let run = store.run(&self.run(number)).unwrap();
            let input = sample.input();
            store.add(run, std::slice::from_ref(&input)).unwrap();
            let crash = sample.stack.map(|(depth, function)| Crash {
                run,
                input: input.name,
                time: input.time,
                left_out: depth as u64,
                ..crash(
                    ["SIGSEGV", "SIGABRT"][usize::from(function)],
                    &["inner a.c 3", "outer a.c 9"][..depth],
                )
            });
            store.add_crashes(crash.into_iter().collect()).unwrap();
        }
        store
    }
}

impl Sample {
    fn input(&self) -> Input {
        let number = self.name;
        let name = match number % 3 {
            // A fuzzer counts its inputs, and writes into the name when it found each.
            0 => format!("queue/id:{number:06},time:{}", self.contents),
            1 => format!("crashes/{number}"),
            _ => format!("{number}"),
        };
        let fates = [
            Fate::Exit(0),
            Fate::Signal(11),
            Fate::TimedOut,
            Fate::KilledServer,
        ];
        let input = input(&name, LIMIT, &self.set);
        Input {
            hash: input.hash + self.contents,
            time: self.time,
            fate: fates[usize::from(self.fate)],
            ..input
        }
    }
}

/// All that can be seen of a comparison: its JSON and its words, but for what is noted of the files themselves.
fn seen(sides: &[String], by: Option<By>) -> anyhow::Result<(Value, [String; 2])> {
    let arguments = sides.iter().map(|side| Argument::parse(side));
    let arguments: Vec<Argument> = arguments.collect::<Result<_, _>>()?;
    let subjects = subjects(&arguments, by, &mut Vec::new())?;
    let comparison = super::compare(&subjects, &Request::default(), Vec::new())?;
    let matrices: Vec<_> = subjects.iter().map(|s| &s.matrix).collect();
    let report = assemble::report(&assemble::Request {
        subjects: &subjects,
        comparison: &comparison,
        places: &Places::default(),
        pair: None,
    })?;
    Ok((
        super::json::json(&comparison, &matrices)?,
        [
            super::text::text(&comparison, &matrices, usize::MAX),
            text::text(&report, usize::MAX),
        ],
    ))
}

/// A store on the command line: the side that it is of, if sides are named; its program; its file.
type Stored = (Option<&'static str>, u8, PathBuf);

fn argument((side, _, path): &Stored) -> String {
    match side {
        Some(side) => format!("{side}={}", path.display()),
        None => path.display().to_string(),
    }
}

/// The stores of each side and program merged; or why they cannot be.
fn merged(stores: &[Stored], dir: &Path) -> anyhow::Result<Vec<Stored>> {
    let mut merged: Vec<Stored> = Vec::new();
    for (side, program, _) in stores {
        if merged.iter().any(|(s, p, _)| (s, p) == (side, program)) {
            continue;
        }
        let of = stores.iter().filter(|(s, p, _)| (s, p) == (side, program));
        let of: Vec<Store> = of
            .map(|(.., path)| Store::open(path))
            .collect::<Result<_, _>>()?;
        let path = dir.join(format!("merged{}.fzcov", merged.len()));
        merge::merge(&of, &path, false)?;
        merged.push((*side, *program, path));
    }
    Ok(merged)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn comparing_stores_is_comparing_what_they_are_merged_to(
        found in vec(found(), 1..5),
        by in prop_oneof![
            Just(Some(By::Configuration)), Just(Some(By::Fuzzer)), Just(Some(By::Campaign)), Just(None),
        ],
    ) {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        let stores: Vec<Stored> = found.iter().enumerate().map(|(at, found)| {
            let path = dir.join(format!("{at}.fzcov"));
            drop(found.store(&path));
            let side = by.is_none().then_some(["one", "two"][at / 2]);
            (side, found.program, path)
        }).collect();
        let arguments = |stores: &[Stored]| stores.iter().map(argument).collect::<Vec<_>>();
        match (merged(&stores, dir), seen(&arguments(&stores), by)) {
            (Err(_), Err(_)) => {}
            (Err(refused), Ok(_)) => prop_assert!(false, "only merging is refused: {refused}"),
            (Ok(_), Err(refused)) => prop_assert!(false, "only comparing is refused: {refused}"),
            (Ok(merged), Ok(all)) => {
                prop_assert_eq!(all, seen(&arguments(&merged), by).unwrap());
            }
        }
    }
}
