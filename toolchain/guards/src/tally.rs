//! What became of each guard over all runs.

use std::{cmp::Reverse, collections::HashMap};

use fz_binary::{FunctionEdges, Mapped, Place, SiteKind};
use serde::Deserialize;

use crate::Meant;

/// A guard, with all its copies.
pub struct Guard {
    pub place: Place,
    /// The symbols of the functions that have it, as far as records of edges tell.
    pub functions: Vec<String>,
    /// Kind and types of the operation.
    pub name: String,
    /// Whether counters tell in which runs it was asked.
    pub is_told: bool,
    /// Runs in which the operation executed, and in which it was out of range.
    pub executed: u64,
    pub failed: u64,
    pub first: Option<Example>,
    /// Why it is probably no fault that it failed.
    pub meant: Option<Meant>,
}

impl Guard {
    /// One of `fz_abi::guards::kind::NAMES`.
    pub fn kind(&self) -> &str {
        self.name.split(' ').next().unwrap_or_default()
    }
}

/// The first input that fails.
pub struct Example {
    pub input: usize,
    /// What is reported; nothing if only the map tells of it.
    pub text: Option<String>,
}

/// A line of the log (`fz_abi::guards::env::LOG`).
#[derive(Debug, Deserialize)]
pub struct Reported {
    #[serde(flatten)]
    place: Place,
    name: String,
    text: String,
}

/// The reports of a log. A line that a program was killed in the middle of is none.
pub fn reports(log: &[u8]) -> Vec<Reported> {
    let lines = log.split(|byte| *byte == b'\n');
    let line = |line| serde_json::from_str(&String::from_utf8_lossy(line)).ok();
    lines.filter_map(line).collect()
}

/// What a run's map says if a byte of it is not 0.
struct Counter {
    offset: usize,
    guard: usize,
    failed: bool,
}

pub struct Tally {
    pub guards: Vec<Guard>,
    numbers: HashMap<(Place, String), usize>,
    counters: Vec<Counter>,
}

impl Tally {
    /// The guards of a program that has not yet run.
    pub fn of(program: &Mapped) -> Tally {
        let mut tally = Tally {
            guards: Vec::new(),
            numbers: HashMap::new(),
            counters: Vec::new(),
        };
        let functions = program.images.iter().flat_map(|i| &i.edges);
        for (function, site) in functions.flat_map(|f| f.sites.iter().map(move |s| (f, s))) {
            if let Some((place, name)) = site.guard() {
                let number = tally.number(place, name);
                let guard = &mut tally.guards[number];
                guard.is_told &= program.map.is_some() && site.counter.is_some();
                if !guard.functions.contains(&function.name) {
                    guard.functions.push(function.name.clone());
                }
            }
        }
        let mut told: HashMap<*const FunctionEdges, Vec<Vec<(usize, bool)>>> = HashMap::new();
        for offset in 0..program.map.as_ref().map_or(0, |m| m.size) {
            let Some(counter) = program.explain(offset).ok().and_then(|e| e.counter) else {
                continue;
            };
            let function = counter.function;
            let told = told
                .entry(std::ptr::from_ref(function))
                .or_insert_with(|| tally.told_by(function));
            for (guard, failed) in told[counter.index as usize].iter().copied() {
                tally.counters.push(Counter {
                    offset: offset as usize,
                    guard,
                    failed,
                });
            }
        }
        tally
    }

    /// Of each counter of a row the guards whose edges it counts, and whether these lead to guard blocks.
    fn told_by(&self, function: &FunctionEdges) -> Vec<Vec<(usize, bool)>> {
        let mut told = vec![Vec::new(); function.row as usize];
        for site in &function.sites {
            if let (Some(counter), Some((place, name))) = (site.counter, site.guard()) {
                let guard = self.numbers[&(place.clone(), name.to_owned())];
                told[counter as usize].push((guard, site.kind == SiteKind::Guard));
            }
        }
        told
    }

    fn number(&mut self, place: &Place, name: &str) -> usize {
        let key = (place.clone(), name.to_owned());
        *self.numbers.entry(key).or_insert_with(|| {
            self.guards.push(Guard {
                place: place.clone(),
                name: name.to_owned(),
                is_told: true,
                executed: 0,
                failed: 0,
                first: None,
                functions: Vec::new(),
                meant: None,
            });
            self.guards.len() - 1
        })
    }

    /// Adds a run, by the number of its input: its map, if it has one, and its reports.
    pub fn add(&mut self, input: usize, map: &[u8], reports: Vec<Reported>) {
        let mut asked: HashMap<usize, Option<String>> = HashMap::new();
        let mut failed: HashMap<usize, Option<String>> = HashMap::new();
        for counter in &self.counters {
            if map.get(counter.offset).is_some_and(|count| *count != 0) {
                let to = if counter.failed {
                    &mut failed
                } else {
                    &mut asked
                };
                to.insert(counter.guard, None);
            }
        }
        for report in reports {
            // One that always fails has no branch, and no edge.
            let known = self.guards.len();
            let guard = self.number(&report.place, &report.name);
            if guard == known {
                self.guards[guard].is_told = false;
            }
            let text = failed.entry(guard).or_default();
            text.get_or_insert(report.text);
        }
        asked.extend(failed.keys().map(|guard| (*guard, None)));
        for guard in asked.into_keys() {
            self.guards[guard].executed += 1;
        }
        for (guard, text) in failed {
            let guard = &mut self.guards[guard];
            guard.failed += 1;
            if guard.first.as_ref().is_none_or(|first| input < first.input) {
                guard.first = Some(Example { input, text });
            }
        }
    }

    /// Those that failed, of these last what is probably meant, most first; then by place.
    pub fn sort(&mut self) {
        self.guards.sort_by_cached_key(|guard| {
            let Place { file, line, column } = guard.place.clone();
            (
                guard.failed == 0,
                guard.meant,
                Reverse(guard.failed),
                file,
                line,
                column,
                guard.name.clone(),
            )
        });
    }
}
